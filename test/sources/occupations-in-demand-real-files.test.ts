// Real values of Occupations in demand 2025, as a public analysis printed them from the data sets of 2024, assessed again. The files
// themselves are not held: our anchors must be what is printed, and the sample must be built as the files are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readZip } from '#sources/kit/read/zip.ts';
import anchors from '#sources/occupations-in-demand/data/anchors.json' with { type: 'json' };
import { readRemark } from '#sources/occupations-in-demand/remarks.ts';
import { occupationsInDemand } from '#sources/occupations-in-demand/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { keptSample } from '../kept.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { examineReal } from './examine.ts';

describeRealFiles('Occupations in demand 2025, printed outputs', () => {
  const folder = join(publisherFiles, 'occupations-in-demand', '_reference', '2025-outputs');
  const texts = ['1', '2'].map((part) => readFileSync(join(folder, `printed-from-the-release-${part}.txt`), 'utf8'));
  /** What a cell of one of the two notebooks printed. */
  const output = (notebook: 0 | 1, cell: number) =>
    texts[notebook]?.split(/^--- output of cell /m).find((part) => part.startsWith(`${cell}\n`)) ??
    expect.fail(`no output of cell ${cell}`);
  const matches = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map((match) => match.slice(1).map((group) => group?.trim() ?? ''));
  const members = matches(output(0, 2), /inflating: (.+?)\s*$/gm).flat();
  const header = matches(output(1, 5), /'([^']+)'/g)
    .flat()
    .slice(0, 34);
  /** The values of a column in the order of its rows, at most ten. */
  const uniques = (column: string): string[] => {
    const [, part = ''] = new RegExp(`^Column: ${column}\\n[^\\[]*(\\[[^\\]]*\\])`, 'm').exec(output(1, 4)) ?? [];
    return /['"]/.test(part) ? matches(part, /'([^']*)'|"([^"]*)"/g).map(([one, two]) => one || two || '') : (part.match(/\d+/g) ?? []);
  };
  /** The values of a category that are printed whole: a long one is cut and has no second quotation mark. */
  const categories = (column: string): string[] => {
    const part = new RegExp(`^Column: ${column}\\n[^]*?^Categories \\([^\\[]*(\\[[^]*?\\])\\n`, 'm').exec(output(1, 9))?.[1] ?? '';
    return matches(part, /'([^'\n]*?)('|\.\.\.,)/g).flatMap(([text = '', end]) => (end === "'" ? [text] : []));
  };
  const codeOf = new Map<string, string>();
  let sampleHeader: readonly string[];
  let sampleMembers: readonly string[];

  beforeAll(async () => {
    // The data sets print titles that Volume 1 has renamed since.
    const { unitGroups } = (await examineReal(socStructure, '2025-04-16')).edition.observations;
    for (const { code, title, earlierTitles = [] } of unitGroups) for (const each of [title, ...earlierTitles]) codeOf.set(each, code);
    const zip = (await keptSample(occupationsInDemand)).at(-1)?.files[0] ?? expect.fail('there is no sample');
    const files = await readZip('zip', zip.bytes);
    sampleMembers = files.map(({ name }) => name);
    const raw = await files.find(({ name }) => name === 'data/raw_OID_output_2024_revised.csv')?.read();
    sampleHeader = raw?.toString().split('\n')[0]?.split(',') ?? [];
  });

  test('the sample has members and a header of the printed names', () => {
    expect([members.length, header.length]).toEqual([17, 34]);
    expect(sampleMembers.filter((name) => name.endsWith('.csv') && !members.includes(name))).toEqual([]);
    // The sample has the columns that we read, which are found by their headers.
    expect(sampleHeader.length).toBeGreaterThan(20);
    expect(sampleHeader.filter((name) => !header.includes(name))).toEqual([]);
  });

  test('every printed remark is understood', () => {
    for (const [column, name, count] of [
      ['indicator_demand', 'indicators', 10],
      ['indicator_uncertainty', 'uncertainty', 10],
      ['imputation_capped_indicators', 'capped', 5],
      ['named_imputed_indicators', 'imputed', 8],
    ] as const) {
      expect(uniques(column), column).toHaveLength(count);
      for (const text of [...uniques(column), ...categories(column)])
        if (text !== 'Total' && text !== 'Excluded occupations') expect(readRemark(name, text), text).not.toBeNull();
    }
  });

  test('every printed label is a title of its group in Volume 1, and has 128 rows', () => {
    const rowsOfLabels = matches(output(1, 12), /^(\S.*?) {2,}(\d+)$/gm);
    expect(new Set(rowsOfLabels.slice(1).map(([, count]) => count))).toEqual(new Set(['128']));
    const labels = [...uniques('soc20_label'), ...categories('soc20_label'), ...rowsOfLabels.map(([label = '']) => label)];
    expect(labels.length).toBeGreaterThan(60);
    expect(labels.filter((label) => label !== 'Total' && !codeOf.has(label))).toEqual([]);
  });

  test('the anchors of the release are what is printed', () => {
    const before = anchors.filter(({ year }) => year === 2024);
    const anchorOf = (wanted: string) => before.find(({ code }) => code === wanted) ?? expect.fail(wanted);
    const columns = [
      'visa_density',
      'wage_premium',
      'online_job_ad_density',
      'annual_change_in_hours_worked',
      'annual_perc_change_in_hourly_wage',
    ];
    const rows = new Map(
      matches(output(0, 32), /^(Total|\d{4}) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+) +Total$/gm).map(([code = '', ...cells]) => [
        code,
        cells,
      ]),
    );
    for (const { code, index } of before) if (index !== undefined && rows.has(code)) expect(rows.get(code)?.[5], code).toBe(String(index));
    expect(rows.size).toBe(5);
    const place = uniques('soc20_unit').indexOf('1111');
    const printed = columns.map((column) => Number(uniques(column)[place]));
    const { visa_grant_density, wage_premium, online_job_advert_density, hours_worked_change, hourly_wage_change } = anchorOf('1111');
    expect(printed).toEqual([visa_grant_density, wage_premium, online_job_advert_density, hours_worked_change, hourly_wage_change]);
    const [[highest, value] = []] = matches(output(0, 40), /demand_index\s+soc20_unit\s+(\d{4}) +([\d.]+)/g);
    expect([highest, Number(value)]).toEqual([before.find(({ rank }) => rank === 1)?.code, anchorOf('8153').index]);
    expect([uniques('count').slice(0, 3), Number(uniques('workers')[0])]).toEqual([
      [String(anchorOf('Total').occupations), '1', String(anchorOf('Excluded occupations').occupations)],
      anchorOf('Total').workers,
    ]);
    const named: Readonly<Record<string, string>> = { 'Critical demand': 'critical', 'Elevated demand': 'elevated' };
    const largest = matches(output(1, 13).split(/^Top 20 .*:$/m)[1] ?? '', /^ *(\S.*?) {2,}(\d+) +(\D+)$/gm).map(
      ([title = '', workers, level = '']) => [codeOf.get(title), named[level] ?? 'not_in_high_demand', Number(workers)],
    );
    expect(largest).toHaveLength(20);
    const shown = before.filter(({ code, workers }) => workers !== undefined && largest.some(([other]) => other === code));
    expect(shown.length).toBeGreaterThan(4);
    for (const { code, level, workers } of shown) expect(largest).toContainEqual([code, level, workers]);
  });
});

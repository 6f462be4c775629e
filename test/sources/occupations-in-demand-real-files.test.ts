// Real values of Occupations in demand 2025, as a public analysis printed them from the data sets of 2024, assessed again. The files
// themselves are not held, so the sample's data sets carry the printed values, and only these are asserted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readZip } from '#sources/kit/read/zip.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import { type DemandLevel, demandIndicatorKeys } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import type { OccurrenceRow, RawRow, Rows } from '#sources/occupations-in-demand/layout.ts';
import { type AssessedYear, type Assessment, valueColumnOf } from '#sources/occupations-in-demand/reshape.ts';
import { readRemark } from '#sources/occupations-in-demand/remarks.ts';
import { occupationsInDemand } from '#sources/occupations-in-demand/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { type CsvCells, editCsv, findingsOf } from './data-set.ts';
import { examine, examineReal, needsOf } from './examine.ts';

const levels: Readonly<Record<string, DemandLevel>> = {
  'Critical demand': 'critical',
  'Elevated demand': 'elevated',
  'Not in high demand': 'not_in_high_demand',
};

describeRealFiles('Occupations in demand 2025, printed outputs', () => {
  let members: readonly string[];
  let printed: Printed;
  let year: AssessedYear;
  let rows: Rows;
  let problems: readonly unknown[];
  let findings: Readonly<Record<'anchors-before' | 'cube', readonly string[]>>;
  /** The raw data set of the sample, before any printed value is put into it. */
  let sampleText: string;
  let sampleLines: readonly (readonly string[])[];
  const own: RawRow[] = [];
  const codeOf = new Map<string, string>();
  const found = (title: string): Assessment => year.assessments.get(codeOf.get(title) ?? '') ?? expect.fail(`there is no "${title}"`);

  beforeAll(async () => {
    // The data sets print titles that Volume 1 has renamed since.
    const structure = (await examineReal(socStructure, '2025-04-16')).edition.observations;
    for (const { code, title, earlierTitles = [] } of structure.unitGroups)
      for (const each of [title, ...earlierTitles]) codeOf.set(each, code);
    printed = readPrinted(codeOf);
    members = printed.members;
    const [sample] = await occupationsInDemand.sample({ full: false });
    const zip = sample?.files[0] ?? expect.fail('there is no sample');
    const bytesOf = new Map(
      await Promise.all((await readZip('zip', zip.bytes)).map(async (member) => [member.name, await member.read()] as const)),
    );
    sampleText = bytesOf.get('data/raw_OID_output_2024_revised.csv')?.toString() ?? '';
    sampleLines = linesOf(sampleText);
    // The publisher's zip by the names of its members. What no code of ours reads has other content.
    const content = members.map((name) => ({ name, bytes: bytesOf.get(name) ?? Buffer.from('not read\n') }));
    const filled = content.map((file) =>
      file.name.includes('2024_revised') ? (editCsv([file], (cells) => withPrinted(cells, printed))[0] ?? file) : file,
    );
    const needs = needsOf({ 'soc-structure': structure });
    const bytes = await writeZip(filled);
    const outcome = await examine(occupationsInDemand, '2025', [{ name: 'occupations-in-demand_2025.zip', bytes }], needs);
    problems = outcome.problems;
    rows = outcome.edition.rows as Rows;
    year = outcome.edition.observations.previous ?? expect.fail('there is no year before');
    own.push(...rows.filter((row): row is RawRow => row.kind === 'rawBefore'));
    const find = (check: string) => findingsOf(occupationsInDemand, check, outcome.edition);
    findings = { 'anchors-before': find('anchors-before'), cube: find('cube') };
  });

  test('the zip has the members that the analysis unpacked, and the four data sets are found among them', () => {
    expect(members).toHaveLength(17);
    expect(rows.flatMap((row) => (row.kind === 'columns' ? [row.member] : []))).toEqual([
      'data/raw_OID_output.csv',
      'data/scaled_OID_output.csv',
      'data/raw_OID_output_2024_revised.csv',
      'data/scaled_OID_output_2024_revised.csv',
    ]);
    expect(problems).toEqual([]);
  });

  test('the anchors of the release hold, and so do the checks of the cube', () => {
    expect(findings).toEqual({ 'anchors-before': [], cube: [] });
  });

  describe('the sample is built as the file is', () => {
    test('its header is the printed one, in the printed order', () => {
      expect(sampleText.slice(0, sampleText.indexOf('\n')).split(',')).toEqual(printed.header);
      expect(printed.header).toHaveLength(34);
    });
    test('its filters have the printed values', () => {
      const cells = (column: string) => new Set(sampleLines.map((line) => line[printed.header.indexOf(column)]));
      for (const column of [
        'demand_level',
        'skill_level',
        'immigration_salary_list',
        'construction',
        'STEM',
        'indicator_demand_uncertainty_flag',
      ])
        expect(cells(column), column).toEqual(new Set(printed.uniques(column)));
    });
    test('128 rows of a label, 128 rows of the level "Excluded occupations", and all workers 256 times', () => {
      expect(printed.rowsOfLabels.slice(0, 2)).toEqual([
        ['Total', 24_631],
        ['Precision instrument makers and repairers', 128],
      ]);
      expect(new Set(printed.rowsOfLabels.slice(1).map(([, count]) => count))).toEqual(new Set([128]));
      const occurrences = rows.filter((row): row is OccurrenceRow => row.kind === 'occurrence' && row.table === 'rawBefore');
      for (const [label] of printed.rowsOfLabels.slice(1))
        expect(occurrences.find((row) => row.of === 'label' && row.printed === label)?.rows, label).toBe(128);
      // 368 codes or labels, the excluded ones, and Total.
      for (const kind of ['code', 'label']) expect(occurrences.filter((row) => row.of === kind)).toHaveLength(370);
      const column = (name: string) => printed.header.indexOf(name);
      expect(sampleLines.filter((line) => line[column('demand_level')] === 'Excluded occupations')).toHaveLength(printed.rowsOfExcluded);
      // Each of 64 combinations of filters is summed by code, by label, by both and by neither, as in the publisher's file.
      const workers = sampleLines.map((line) => Number(line[column('workers')]));
      expect(workers.reduce((sum, of) => sum + of, 0) / (workers[0] ?? 0)).toBe(printed.sumOfWorkers / printed.values.Total.workers);
    });
  });

  describe('cells', () => {
    test('of the five indicators and the index of the first occupations', () => {
      for (const [code, [visas, premium, adverts, hours, wage, index]] of printed.firstRows) {
        if (code === 'Total') {
          const cells = demandIndicatorKeys.map((key) => own.find((row) => row.code === 'Total')?.[valueColumnOf(key)]);
          expect(cells).toEqual([visas, adverts, wage, premium, hours]);
          continue;
        }
        const { indicators, index: read } = year.assessments.get(code) ?? expect.fail(code);
        const values = demandIndicatorKeys.map((key) => indicators[key].value);
        expect(values, code).toEqual([
          visas === '0.00001' ? 0 : Number(visas),
          Number(adverts),
          Number(wage),
          Number(premium),
          Number(hours),
        ]);
        expect(round(read, 6), code).toBe(Number(index));
      }
      expect(printed.firstRows.map(([code]) => code)).toEqual(['Total', '1111', '1112', '1121', '1122']);
    });
    test('of each column that we read begin with the printed values, in the order of the codes', () => {
      const read: Readonly<Record<string, keyof RawRow>> = {
        soc20_unit: 'code',
        visa_density: 'visaGrantDensity',
        wage_premium: 'wagePremium',
        online_job_ad_density: 'onlineJobAdvertDensity',
        annual_change_in_hours_worked: 'hoursWorkedChange',
        annual_perc_change_in_hourly_wage: 'hourlyWageChange',
        workers: 'workers',
        time_period: 'period',
        time_identifier: 'periodKind',
        geographic_level: 'geographicLevel',
        country_code: 'countryCode',
        country_name: 'countryName',
      };
      for (const [column, name] of Object.entries(read)) {
        const values = printed.uniques(column);
        expect([...new Set(own.map((row) => String(row[name])))].slice(0, values.length), column).toEqual(values);
      }
    });
    test('of counts: all occupations, one, and the excluded ones; of missing indicators those of all', () => {
      expect(printed.uniques('count').slice(0, 3)).toEqual(['412', '1', '44']);
      expect([...new Set(own.map(({ count }) => count))]).toEqual(['412', '1', '44']);
      expect([year.all?.occupations, year.excluded?.occupations, year.assessments.size]).toEqual([412, 44, 368]);
      expect(own[0]?.missing).toBe(printed.uniques('missing_indicators')[0]);
    });
    test('of workers and levels by title', () => {
      for (const [title, { workers, level }] of printed.byTitle) {
        if (workers !== undefined) expect(found(title).workers, title).toBe(workers);
        if (level !== undefined) expect(found(title).level, title).toBe(level);
      }
      expect(printed.byTitle.size).toBeGreaterThan(45);
      expect([found('Care workers and home carers').workers, found('Care workers and home carers').level]).toEqual([815_600, 'elevated']);
      expect(year.all?.workers).toBe(32_772_300);
    });
    test('of the highest wage change and the highest index', () => {
      const all = [...year.assessments];
      const most = (of: (assessment: Assessment) => number) => all.toSorted(([, a], [, b]) => of(b) - of(a))[0] ?? expect.fail();
      const wageChangeOf = ({ indicators }: Assessment) => Number(indicators.hourly_wage_change.value);
      const [wage, index] = [most(wageChangeOf), most((assessment) => assessment.index)];
      expect([wage[0], round(wageChangeOf(wage[1]), 6)]).toEqual(printed.highestWageChange);
      expect([index[0], round(index[1].index, 6)]).toEqual(printed.highestIndex);
    });
    test('of titles beside codes: each is a title of its group in Volume 1', () => {
      for (const [code, title] of printed.criticalLists.flat()) if (title !== 'Total') expect(codeOf.get(title), title).toBe(code);
      const labels = [
        ...printed.uniques('soc20_label'),
        ...printed.categories('soc20_label'),
        ...printed.rowsOfLabels.map(([label]) => label),
      ];
      expect(labels.length).toBeGreaterThan(60);
      for (const label of labels) if (label !== 'Total') expect(codeOf.has(label), label).toBe(true);
      for (const code of printed.categories('soc20_unit')) if (/^\d/.test(code)) expect(year.assessments.has(code), code).toBe(true);
    });
  });

  test('every printed remark is understood', () => {
    for (const [column, name, count] of [
      ['indicator_demand', 'indicators', 10],
      ['indicator_uncertainty', 'uncertainty', 10],
      ['imputation_capped_indicators', 'capped', 5],
      ['named_imputed_indicators', 'imputed', 8],
    ] as const) {
      const texts = [...printed.uniques(column), ...printed.categories(column)];
      expect(printed.uniques(column), column).toHaveLength(count);
      for (const text of texts)
        if (text !== 'Total' && text !== 'Excluded occupations') expect(readRemark(name, text), text).not.toBeNull();
    }
    expect(printed.categories('indicator_demand')).toContain('No uncertainty');
  });
});

type Printed = ReturnType<typeof readPrinted>;

/** What is printed of an occupation. */
interface Of {
  workers?: number | undefined;
  level?: DemandLevel | undefined;
  cells?: CsvCells;
}

/** A cell of the sample's row, replaced where a real value of its occupation is printed. */
function withPrinted(cells: CsvCells, { values, criticalLists }: Printed): CsvCells {
  const { soc20_unit: unit = '', soc20_label: label = '' } = cells;
  const isSum = unit === 'Total' && label === 'Total';
  const hasTotalOnly =
    isSum &&
    ['demand_level', 'skill_level', 'immigration_salary_list', 'construction', 'STEM', 'indicator_demand_uncertainty_flag'].every(
      (column) => cells[column] === 'Total',
    );
  if (isSum && !hasTotalOnly) return cells;
  const code = hasTotalOnly ? 'Total' : unit === 'Total' ? (values.codes.get(label) ?? '') : unit;
  const { workers, level, cells: printed = {} } = code === 'Total' ? values.Total : (values.byCode.get(code) ?? {});
  const given: CsvCells = { ...printed, ...(workers === undefined ? {} : { workers: String(workers) }) };
  if (level !== undefined && cells['demand_level'] !== 'Total')
    given['demand_level'] = Object.keys(levels).find((text) => levels[text] === level) ?? '';
  // Which of the two is critical is not printed.
  const isCritical = criticalLists[0]?.some(([critical]) => critical === code) === true;
  if (code !== 'Total') Object.assign(given, { visa_density_critical: '0', online_job_ad_critical: isCritical ? '1' : '0' });
  return Object.fromEntries(Object.keys(cells).map((column) => [column, given[column] ?? cells[column] ?? '']));
}

/** Reads what the outputs print. `codeOf` gives the codes of titles, which the outputs by title leave out. */
function readPrinted(codeOf: ReadonlyMap<string, string>) {
  const folder = join(publisherFiles, 'occupations-in-demand', '_reference', '2025-outputs');
  const [one = '', two = ''] = ['1', '2'].map((part) => readFileSync(join(folder, `printed-from-the-release-${part}.txt`), 'utf8'));
  const output = (text: string, cell: number) =>
    text.split(/^--- output of cell /m).find((part) => part.startsWith(`${cell}\n`)) ?? expect.fail(`no output of cell ${cell}`);
  const matches = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map((match) => match.slice(1).map((group?: string) => group?.trim() ?? ''));

  const members = matches(output(one, 2), /inflating: (.+?)\s*$/gm).map(([name = '']) => name);
  expect(matches(output(two, 1), /inflating: (.+?)\s*$/gm).map(([name = '']) => name)).toEqual(members);
  const header = matches(output(two, 5), /'([^']+)'/g)
    .map(([name = '']) => name)
    .slice(0, 34);
  /** The values of a column in the order of its rows, at most ten. */
  const uniques = (column: string): string[] => {
    const [, part = ''] = new RegExp(`^Column: ${column}\\n[^\\[]*(\\[[^\\]]*\\])`, 'm').exec(output(two, 4)) ?? [];
    const texts = /['"]/.test(part)
      ? matches(part, /'([^']*)'|"([^"]*)"/g).map(([single, double]) => single || double || '')
      : (part.match(/\d+/g) ?? []);
    return [...texts];
  };
  /** The values of a category that are printed whole. */
  const categories = (column: string): string[] => {
    const part = new RegExp(`^Column: ${column}\\n[^]*?^Categories \\([^\\[]*(\\[[^]*?\\])\\n`, 'm').exec(output(two, 9))?.[1] ?? '';
    // A long value is cut and has no second quotation mark.
    return matches(part, /'([^'\n]*?)('|\.\.\.,)/g).flatMap(([text = '', end]) => (end === "'" ? [text] : []));
  };

  const firstRows = matches(output(one, 32), /^(Total|\d{4}) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+) +Total$/gm).map(
    ([code = '', ...cells]) => [code, cells] as const,
  );
  const rowsOfLabels = matches(output(two, 12), /^(\S.*?) {2,}(\d+)$/gm).map(([label = '', count]) => [label, Number(count)] as const);
  const [[rowsOfExcluded = ''] = []] = matches(output(two, 10), /^Excluded occupations +(\d+)$/gm);
  const [[sumOfWorkers = ''] = []] = matches(output(two, 14), /Total Workers: (\d+)/g);
  const [[rowCount = ''] = []] = matches(output(one, 15), /^count +(\d+)/gm);
  const highest = (column: string): [string, number] => {
    const [[code = '', value = ''] = []] = matches(output(one, 40), new RegExp(`${column}\\s+soc20_unit\\s+(\\d{4}) +([\\d.]+)`, 'g'));
    return [code, Number(value)];
  };
  const lists = [43, 45, 49, 52, 54].map((cell) => {
    const pairs = matches(output(one, cell), /^\d+ +(\d{4}) +(\S.*?)$/gm).map(([code = '', title = '']) => [code, title] as const);
    return [pairs.filter(([, title]) => title !== 'Total'), pairs.filter(([, title]) => title === 'Total')];
  });
  const criticalLists = lists.flat().filter((list) => list.length > 0);

  const byTitle = new Map<string, Of>();
  const add = (title: string, more: Of) => {
    const before = byTitle.get(title) ?? {};
    for (const key of ['workers', 'level'] as const)
      if (before[key] !== undefined && more[key] !== undefined) expect(more[key], `${title} is printed twice`).toBe(before[key]);
    byTitle.set(title, { ...before, ...more });
  };
  const [largest = '', paid = '', critical = ''] = output(two, 13)
    .split(/^Top 20 .*:$/m)
    .slice(1);
  for (const [title = '', workers, level = ''] of matches(largest, /^ *(\S.*?) {2,}(\d+) +(\D+)$/gm))
    add(title, { workers: Number(workers), level: levels[level] });
  for (const [title = '', level = ''] of matches(paid, /^ *(\S.*?) {2,}[\d.]+ +(\D+)$/gm)) add(title, { level: levels[level] });
  for (const [title = '', workers] of matches(critical.slice(0, critical.indexOf("{'workers'")), /^ *(\S.*?) {2,}(\d+) +[\d.]+$/gm))
    add(title, { workers: Number(workers), level: 'critical' });
  for (const [title = '', workers] of matches(output(two, 16), /^ *(\S.*?) {2,}[\d.]+ +(\d+) +-1 +Total$/gm))
    add(title, { workers: Number(workers) });

  const byCode = new Map<string, Of>([...byTitle].map(([title, of]) => [codeOf.get(title) ?? expect.fail(title), of]));
  const Total: Of & { workers: number } = {
    workers: Number(uniques('workers')[0]),
    cells: { count: '412', missing_indicators: uniques('missing_indicators')[0] ?? '' },
  };
  const put = (code: string, of: Of) => {
    if (code === 'Total') Total.cells = { ...Total.cells, ...of.cells };
    else byCode.set(code, { ...byCode.get(code), ...of, cells: { ...byCode.get(code)?.cells, ...of.cells } });
  };
  const columns = [
    'visa_density',
    'wage_premium',
    'online_job_ad_density',
    'annual_change_in_hours_worked',
    'annual_perc_change_in_hourly_wage',
  ];
  const codes = uniques('soc20_unit');
  // No value of the first ten rows is printed twice, as the rows that other outputs print show.
  for (const [place, code] of codes.entries()) {
    put(code, { cells: Object.fromEntries(columns.map((column) => [column, uniques(column)[place] ?? ''])) });
    if (code !== 'Total') put(code, { workers: Number(uniques('workers')[place]) });
  }
  for (const [code, cells] of firstRows)
    put(code, { cells: { ...Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])), demand_index: cells[5] ?? '' } });
  const [highestWageChange, highestIndex] = [highest('annual_perc_change_in_hourly_wage'), highest('demand_index')];
  put(highestWageChange[0], { cells: { annual_perc_change_in_hourly_wage: String(highestWageChange[1]) } });
  put(highestIndex[0], { cells: { demand_index: String(highestIndex[1]) } });

  return {
    members,
    header,
    uniques,
    categories,
    firstRows,
    rowsOfLabels,
    rowsOfExcluded: Number(rowsOfExcluded),
    sumOfWorkers: Number(sumOfWorkers),
    rowCount: Number(rowCount),
    criticalLists,
    highestWageChange,
    highestIndex,
    byTitle,
    values: { Total, byCode, codes: codeOf },
  };
}

/** The rows of a CSV without its header. Quoted texts, which no test asks for, are empty. */
function linesOf(text: string): string[][] {
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/"[^"]*"/g, '').split(','));
}

// What is known of real files that are not held here: names, labels and remarks that others printed
// of them. The samples have this layout.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { recogniseFiles } from '#compiler/import/recognise-files.ts';
import { type TitledCode, titleChecks } from '#sources/kit/checks-titles.ts';
import { kindOf } from '#sources/kit/named-files.ts';
import { readWorkbook } from '#sources/kit/read/workbook.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import type { Needs } from '#sources/kit/needs.ts';
import type { Source } from '#sources/kit/source.ts';
import { codeOf } from '#sources/aps-employment/reshape.ts';
import { employerSkillsSurvey } from '#sources/employer-skills-survey/source.ts';
import { noRemark } from '#sources/occupations-in-demand/reshape.ts';
import { occupationsInDemand } from '#sources/occupations-in-demand/source.ts';
import { periodOf } from '#sources/online-job-adverts/layout.ts';
import { onlineJobAdverts } from '#sources/online-job-adverts/source.ts';
import { skillsProjections } from '#sources/skills-projections/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { keepingRows, keptSample } from '../kept.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { examine, needsOf } from './examine.ts';

const textOf = (path: string) => readFileSync(join(publisherFiles, path), 'utf8');
const records = (path: string): Readonly<Record<string, string>>[] =>
  parseCsv(textOf(path), { columns: true, bom: true });
const quoted = (list = '') => [...list.matchAll(/'([^']*)'/g)].map(([, item = '']) => item);
const sampleFile = async (source: Pick<Source, 'key' | 'sample'>) =>
  (await keptSample(source)).at(-1)?.files[0] ?? expect.fail(`${source.key} has no sample`);

/**
 * Reads a release of the published files, which lie in a folder of its name unless `under` names
 * another.
 */
function examineReal<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
  name: string,
  needs?: Needs,
  under = name,
) {
  const folder = join(publisherFiles, source.key, under);
  const files = readdirSync(folder)
    .filter((file) => kindOf(source.files, file) !== undefined)
    .map((file) => ({ name: file, bytes: readFileSync(join(folder, file)) }));
  return examine(keepingRows(source), name, files, needs);
}

describeRealFiles('layouts of real files', () => {
  let needs: Needs;
  beforeAll(async () => {
    needs = needsOf({
      'soc-structure': (await examineReal(socStructure, '2025-04-16')).edition.observations,
    });
  });

  const pay2025 = 'ashe/_reference/2025-provisional-derived';
  const employment =
    'aps-employment/_reference/NM_218_1-extract-2021-12_2025-09/aps_employment_2021_2025.csv';
  const described = (path: string) =>
    Object.entries<{ description: string }>(JSON.parse(textOf(path))).map(
      ([code, { description }]) => [code, description] as const,
    );
  test.each<[string, number, () => readonly (readonly [string, string])[]]>([
    ['pay in 2025, Table 14', 412, () => described(`${pay2025}/ashe-2025-uk.json`)],
    ['pay in 2025, Table 15', 412, () => described(`${pay2025}/ashe-2025-scotland.json`)],
    [
      'adverts',
      412,
      () =>
        records('online-job-adverts/_reference/DERIVED_job_ads_england_soc4.csv').map(
          (row) => [row['soc_4_digit_code'] ?? '', row['soc_4_digit_label'] ?? ''] as const,
        ),
    ],
    [
      'employment',
      16,
      () =>
        records(employment).map(
          ({ SOC2020_FULL_NAME: name = '' }) =>
            [codeOf(name) ?? '', name.replace(/^\d+ : /, '')] as const,
        ),
    ],
  ])('%s: the titles of %i codes are all titles of today or earlier ones', (_, count, read) => {
    // The adverts have a row of unknown occupations.
    const printed = read().filter(([code]) => /^\d+$/.test(code));
    expect(new Set(printed.map(([code]) => code)).size).toBe(count);
    const release = {
      source: 'ashe',
      name: '2025',
      order: [],
      year: null,
      provisional: false,
      released: null,
      sample: false,
    } as const;
    const table = printed.map(
      ([code, title], at): TitledCode => ({ place: `row ${at + 2}`, code, title }),
    );
    const edition = { release, rows: [], observations: null, needs };
    expect(
      titleChecks<readonly never[], null>(() => [table]).flatMap(({ check }) =>
        check(edition, null),
      ),
    ).toEqual([]);
  });

  test('employment: every printed label is a unit group of today or a larger group', () => {
    const printed = textOf(
      'aps-employment/_reference/outputs-2024-10_2025-09/printed-from-the-query.txt',
    );
    const labels = [
      ...new Set(
        [...printed.matchAll(/\b([1-9]\d{0,3} : \S.*?)(?= {2}|$)/gm)].map(
          ([, label = '']) => label,
        ),
      ),
    ];
    expect(labels.length).toBeGreaterThan(25);
    const codes = new Set(needs.get('soc-structure').unitGroups.map(({ code }) => code));
    for (const occupation of labels) {
      const code = codeOf(occupation);
      expect(
        code === null ? /^[1-9]\d{0,2} : \S/.test(occupation) : codes.has(code),
        occupation,
      ).toBe(true);
    }
  });

  test("the skills survey: the sample has the department's columns", async () => {
    const file = 'SkillsDataUFS.xlsm';
    const bytes = readFileSync(join(publisherFiles, 'employer-skills-survey/_reference', file));
    const sheet =
      (await readWorkbook(file, file, bytes)).sheets.find(({ name }) => name === 'AllVarLinks') ??
      expect.fail(file);
    // Row 239 marks the columns of the data set "Vacancy measures by occupational group".
    const columns = Array.from({ length: 926 }, (_, index) => index + 1).filter(
      (column) => sheet.text(239, column) === 'x',
    );
    const names = columns.map((column) => sheet.text(1, column));
    const [header = ''] = Buffer.from((await sampleFile(employerSkillsSurvey)).bytes)
      .toString()
      .split(/\r?\n/);
    expect([header.split(',').slice(0, -1).sort(), names.at(-1)]).toEqual([
      names.slice(0, -1).sort(),
      'sample_estab_w_vac_for_x_occ',
    ]);
  });

  test('projections: Working Futures has the same sheets and is refused', async () => {
    const name = 'UK_MainTables.Main.xlsm';
    const folder = 'skills-projections/_reference/working-futures-2017-2027';
    const file = { name, bytes: readFileSync(join(publisherFiles, folder, name)) };
    const at = `UK_MainTables.Main.xlsm 'Occ T2'!A1:`;
    const classification = `${at} counts jobs by SOC 2010, where the same codes mean other groups`;
    const read = (release: string) =>
      skillsProjections.parse(parseRelease(skillsProjections, release) ?? expect.fail(release), [
        file,
      ]);
    await expect(read('2020-2035-revised')).rejects.toThrow(
      `${at} covers the years 2017-2027, expected 2020-2035, those of the release`,
    );
    await expect(read('2020-2035-revised')).rejects.toThrow(classification);
    await expect(read('2017-2027')).rejects.toThrow(classification);
    const { files, problems } = await recogniseFiles([file], [skillsProjections]);
    expect(files).toEqual([]);
    expect(problems.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      expect.stringContaining(classification),
    ]);
  });

  test('adverts: the sample has the sheets and columns of November 2025', async () => {
    const printed = textOf(
      'online-job-adverts/_reference/2025-11-outputs/printed-from-the-workbook.txt',
    );
    const loaded = [...printed.matchAll(/Loading sheet: (.*)\n[^]*?Columns:\n\[(.*)\]/g)].map(
      ([, name = '', list]) => {
        const isPeriod = (header: string) => /-\d\d$|Q\d$/.test(header);
        const headers = quoted(list).filter((header) => !header.startsWith('Unnamed'));
        return {
          name,
          headers: headers.filter((header) => !isPeriod(header)),
          periods: headers.filter(isPeriod).map(periodOf),
        };
      },
    );
    const file = await sampleFile(onlineJobAdverts);
    const { sheets } = await readWorkbook('sample', file.name, file.bytes);
    const tables = loaded.filter(({ name }) => /^Table [235]$/.test(name));
    const ends = tables.map(({ periods }) => [periods.length, periods[0], periods.at(-1)]);
    expect(ends).toEqual([
      ...Array(2).fill([107, '2017-01', '2025-11']),
      [35, '2017-Q1', '2025-Q3'],
    ]);
    for (const { name, headers } of tables) {
      const sheet =
        sheets.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? expect.fail(name);
      const cells = Array.from({ length: 8 }, (_, row) =>
        Array.from({ length: 8 }, (_, column) => sheet.text(row + 1, column + 1)),
      ).flat();
      expect(cells, name).toEqual(expect.arrayContaining(headers));
    }
  });

  test('demand: the sample has the printed names, and remarks may be none', async () => {
    const printed = 'occupations-in-demand/_reference/2025-outputs/printed-from-the-release';
    const unpacked = textOf(`${printed}-1.txt`);
    const described = textOf(`${printed}-2.txt`);
    const outputOf = (number: number) =>
      described.split(/^--- output of cell /m).find((part) => part.startsWith(`${number}\n`)) ?? '';
    const members = [...unpacked.matchAll(/inflating: (.+?)\s*$/gm)].map(([, name]) => name);
    const header = quoted(outputOf(5)).slice(0, 34);
    expect([members.length, header.length]).toEqual([17, 34]);
    const files = await readZip('zip', (await sampleFile(occupationsInDemand)).bytes);
    expect(
      files.flatMap(({ name }) => (name.endsWith('.csv') && !members.includes(name) ? [name] : [])),
    ).toEqual([]);
    const raw = await files
      .find(({ name }) => name === 'data/raw_OID_output_2024_revised.csv')
      ?.read();
    const columns = raw?.toString().split('\n')[0]?.split(',') ?? [];
    expect([columns.length > 20, columns.filter((name) => !header.includes(name))]).toEqual([
      true,
      [],
    ]);
    for (const [column, name, count] of [
      ['indicator_uncertainty', 'uncertainty', 10],
      ['imputation_capped_indicators', 'capped', 5],
      ['named_imputed_indicators', 'imputed', 8],
    ] as const) {
      const printed = quoted(
        new RegExp(`^Column: ${column}\\n[^\\[]*(\\[[^\\]]*\\])`, 'm').exec(outputOf(4))?.[1],
      );
      expect(printed, column).toHaveLength(count);
      expect(printed, column).toContain(noRemark[name]);
    }
  });
});

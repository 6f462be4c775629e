// The Employer Skills Survey: the traps of its data set, on small edits of the sample's CSV.
import { describe, expect, test } from 'vitest';
import { LayoutError, formatProblem } from '#sources/kit/problem.ts';
import type { PublishedFile } from '#sources/kit/source.ts';
import type { AreaSlug } from '#schemas/codes.ts';
import type { VacancyResponse } from '#schemas/resources/vacancies.ts';
import { employerSkillsSurvey } from '#sources/employer-skills-survey/source.ts';
import { structureOfSample } from './classification.ts';
import { type CsvCells, bodiesOf, editCsv, findingsOf, sampleCsv } from './data-set.ts';
import { examine, needsOf } from './examine.ts';

const needs = needsOf({ 'soc-structure': await structureOfSample() });
const csv = await sampleCsv(employerSkillsSurvey);
const name = 'sample-2022';
const place = `employer-skills-survey ${name} sample_vacancies_by_occupation.csv!`;

const read = (files: readonly PublishedFile[], release = name) => examine(employerSkillsSurvey, release, files, needs);
/** The sample with the rows of one group in one country changed: `code` is empty for all occupations. */
const changed = (country: string, code: string, edit: (cells: CsvCells) => void) =>
  read(
    editCsv(csv, (cells) => {
      const finest =
        ['soc_4_labelled', 'soc_3_labelled', 'soc_2_labelled', 'soc_1_labelled']
          .map((column) => cells[column] ?? '')
          .find((label) => label !== 'Total') ?? '';
      if (
        cells['country_name'] === country &&
        cells['sector'] === 'Total' &&
        cells['time_period'] === '2022' &&
        (finest.split(' ')[0] ?? '') === code
      )
        edit(cells);
      return cells;
    }),
  );
const sample = await read(csv);
const find = (outcome: typeof sample, check: string) => findingsOf(employerSkillsSurvey, check, outcome.edition);

/** Every document by occupation and area. */
const documentsOf = ({ edition }: typeof sample) =>
  bodiesOf<VacancyResponse>(employerSkillsSurvey, edition, ({ soc, area }) => `${soc} ${area}`);
const ofSample = documentsOf(sample);

function documentOf(documents: ReadonlyMap<string, VacancyResponse>, soc: string, area: AreaSlug): VacancyResponse {
  const found = documents.get(`${soc} ${area}`);
  if (found === undefined) throw new Error(`there is no document of ${soc} ${area}`);
  return found;
}

describe('the sample', () => {
  test('reads without a problem, and no check finds anything, compared with itself too', () => {
    expect(sample.problems).toEqual([]);
    expect(
      employerSkillsSurvey.checks.flatMap((check) =>
        check.check(sample.edition, sample.edition).map((finding) => `${check.name}: ${formatProblem(finding)}`),
      ),
    ).toEqual([]);
  });
  test('has rows withheld with every marker, at every level, and with too few employers', () => {
    const cells = sample.edition.observations.printed.flatMap((row) => Object.values(row.cells)).filter((cell) => typeof cell === 'string');
    expect(new Set(cells)).toEqual(new Set(['c', 'x', 'z', 'u', 'low']));
    const levels = [...ofSample.values()].map(({ group }) => group?.level ?? null);
    expect(new Set(levels)).toEqual(new Set(['occupation', 'minor', 'sub-major', 'major', null]));
  });
  test('is the same bytes twice, and the full one passes as well', async () => {
    expect(await sampleCsv(employerSkillsSurvey)).toEqual(csv);
    const [full] = await employerSkillsSurvey.sample({ full: true });
    const outcome = await read(full?.files ?? []);
    expect(outcome.problems).toEqual([]);
    expect(employerSkillsSurvey.checks.flatMap((check) => check.check(outcome.edition, null))).toEqual([]);
  });
});

describe('the level that speaks for an occupation', () => {
  const row = (label: string, figures: string) => `2022,Calendar year,National,K02000001,United Kingdom,Total,${label},${figures}`;
  const header = csv[0]?.bytes.toString().split('\n')[0] ?? '';
  const [major, subMajor, minor, unit] = [
    '2 Professional occupations',
    '"21 Science, research, engineering and technology professionals"',
    '213 Information technology professionals',
    '2134 Programmers and software development professionals',
  ];
  const total = row('Total,Total,Total,Total', '1000000,570000,350000,57,35,20000');
  const ofMajor = row(`${major},Total,Total,Total`, '180000,99000,72000,55,40,3100');
  const ofSubMajor = row(`${major},${subMajor},Total,Total`, '60000,30000,24000,50,40,900');
  const ofMinor = row(`${major},${subMajor},${minor},Total`, '20000,10000,8000,50,40,400');
  const ofUnit = (figures: string) => row(`${major},${subMajor},${minor},${unit}`, figures);
  const withRows = async (...rows: readonly string[]) => {
    const outcome = await read([{ name: 'a.csv', bytes: Buffer.from([header, ...rows].join('\r\n')) }]);
    expect(outcome.problems).toEqual([]);
    return documentOf(documentsOf(outcome), '2134', 'uk');
  };

  test('is the unit group where it is published', async () => {
    const body = await withRows(total, ofMajor, ofSubMajor, ofMinor, ofUnit('9000,4500,3600,50,40,210'));
    expect(body.group).toEqual({
      level: 'occupation',
      code: '2134',
      title: 'Programmers and software development professionals',
      unitGroups: 1,
    });
    expect([
      body.vacancies.count,
      body.hardToFillVacancies.count,
      body.hardToFillShare.percent,
      body.skillShortageVacancies.count,
      body.skillShortageShare.percent,
      body.employers,
    ]).toEqual([9000, 4500, 50, 3600, 40, 210]);
    expect(body.allOccupations).toMatchObject({ vacancies: { count: 1000000 }, skillShortageShare: { percent: 35 }, employers: 20000 });
    expect(body.derivation).toBe(
      'Published for the unit group 2134 Programmers and software development professionals, the occupation itself.',
    );
  });
  test.each([
    ['a marker stands for its vacancies', ofUnit('u,u,u,u,u,12'), 'below-threshold', 'u'],
    ['a marker stands, though there are employers enough', ofUnit('c,c,c,c,c,210'), 'disclosive', 'c'],
    ['its base is printed as "c", below 5', ofUnit('u,u,u,u,u,c'), 'below-threshold', 'u'],
    ['a number is printed on fewer than 30 employers', ofUnit('9000,4500,3600,50,40,29'), 'below-threshold', null],
    ['the base is withheld too', ofUnit('x,x,x,x,x,x'), 'not-available', 'x'],
  ])('is the minor group where %s', async (_, line, reason, marker) => {
    const body = await withRows(total, ofMajor, ofSubMajor, ofMinor, line);
    expect(body.group).toEqual({ level: 'minor', code: '213', title: 'Information technology professionals', unitGroups: 8 });
    expect(body.finerGroups).toMatchObject([{ level: 'occupation', code: '2134', withheld: { reason, marker } }]);
    expect(body.vacancies.count).toBe(20000);
    expect(body.derivation).toMatch(
      /^Published for the minor group 213 Information technology professionals, .* fewer than 30 employers\.$/,
    );
  });
  test('30 employers are enough, and a base that is withheld is not held against a number', async () => {
    expect((await withRows(total, ofMinor, ofUnit('9000,4500,3600,50,40,30'))).group?.level).toBe('occupation');
    expect((await withRows(total, ofMinor, ofUnit('9000,4500,3600,50,40,x'))).group?.level).toBe('occupation');
  });
  test('is a broader one where rows are missing', async () => {
    expect((await withRows(total, ofMajor, ofSubMajor)).group).toMatchObject({ level: 'sub-major', code: '21' });
    const body = await withRows(total, ofMajor);
    expect(body.group).toMatchObject({ level: 'major', code: '2' });
    expect(body.finerGroups.map(({ level, withheld }) => `${level} ${withheld.reason}`)).toEqual([
      'occupation not-listed',
      'minor not-listed',
      'sub-major not-listed',
    ]);
  });
  test('is none where even the major group is withheld; all occupations are served nevertheless', async () => {
    const body = await withRows(total, row(`${major},Total,Total,Total`, 'u,u,u,u,u,21'));
    expect([body.group, body.employers]).toEqual([null, null]);
    expect(body.vacancies).toMatchObject({
      count: null,
      presentable: false,
      withheld: { reason: 'below-threshold' },
    });
    expect(body.finerGroups.at(-1)).toMatchObject({ level: 'major', employers: 21 });
    expect(body.skillShortageShare).toMatchObject({ percent: null, withheld: { reason: 'below-threshold' } });
    expect(body.allOccupations.vacancies.count).toBe(1000000);
    expect(body.derivation).toMatch(/^No figures are published for any group of the occupation in the United Kingdom/);
  });
  test('a measure that is withheld at the level is null, and no broader level is asked for it', async () => {
    const body = await withRows(total, ofMajor, ofMinor, ofUnit('9000,4500,u,50,u,60'));
    expect([body.group?.level, body.vacancies.count, body.hardToFillShare.percent]).toEqual(['occupation', 9000, 50]);
    expect(body.skillShortageVacancies).toMatchObject({
      count: null,
      presentable: false,
      withheld: { reason: 'unreliable', marker: 'u' },
    });
  });
  test('"low" is no 0, and a printed 0 is one', async () => {
    const body = await withRows(total, ofMinor, ofUnit('9000,0,low,0,low,60'));
    expect([body.hardToFillVacancies, body.skillShortageVacancies]).toMatchObject([
      { count: 0, presentable: true, withheld: null },
      { count: null, presentable: false, withheld: { reason: 'rounds-to-zero', marker: 'low' } },
    ]);
  });
  test('is chosen for each area by itself', () => {
    expect(documentOf(ofSample, '2134', 'uk').group?.level).toBe('occupation');
    expect(documentOf(ofSample, '2134', 'wales').group?.level).toBe('major');
  });
});

describe('traps', () => {
  test('SOC 2010 is refused, by its names where the codes exist in both', async () => {
    const older = await read(
      editCsv(csv, (cells) => {
        if (cells['soc_4_labelled'] !== 'Total')
          cells['soc_4_labelled'] = `${cells['soc_4_labelled']?.slice(0, 4)} IT project and programme managers (SOC2010)`;
        return cells;
      }),
    );
    expect(find(older, 'soc-vintage').map((line) => line.replace(/"[^"]*"/g, '…'))).toEqual([
      expect.stringMatching(/the file is by SOC 2010, expected SOC 2020$/),
    ]);
    // All but 2131, IT project managers.
    expect(find(older, 'codes-mean-their-groups')).toHaveLength(411);
    const otherCodes = await read(
      editCsv(csv, (cells) => {
        const unit = cells['soc_4_labelled'] ?? '';
        if (unit.startsWith('21')) cells['soc_4_labelled'] = `${unit.slice(0, 3)}8 ${unit.slice(5)}`;
        return cells['time_period'] === '2022' && /^21.9/.test(unit) ? null : cells;
      }),
    );
    expect(find(otherCodes, 'soc-vintage').join()).toMatch(/\d+ of \d+ codes are not groups of SOC 2020, expected at most 1 %: "21\d8"/);
  });
  test('SOC 2010 is refused, by what the publisher calls its columns', async () => {
    const account = JSON.stringify({
      file: { variables: [{ value: 'soc_4_labelled', label: '4 digit Standard Occupational Classification code and name  (SOC2010)' }] },
    });
    const older = await read(
      csv.map(({ name: file, bytes }) => ({ name: file, bytes: file === 'data-set.json' ? Buffer.from(account) : bytes })),
    );
    expect(find(older, 'soc-vintage')).toEqual([
      `employer-skills-survey ${name}: the publisher calls the column "soc_4_labelled" "4 digit Standard Occupational Classification code and name  (SOC2010)", expected SOC 2020`,
    ]);
  });
  test('names differ in case and punctuation, and hold commas', async () => {
    const upper = await read(
      editCsv(csv, (cells) => ({
        ...cells,
        soc_4_labelled: (cells['soc_4_labelled'] ?? '')
          .replace(/^\d.*/, (label) => `${label.toUpperCase()}  (SOC2020)`)
          .replaceAll(',', ' '),
      })),
    );
    expect([upper.problems, find(upper, 'soc-vintage'), find(upper, 'titles-known'), find(upper, 'titles-agree')]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(documentOf(ofSample, '1132', 'uk').group?.title).toBe('Marketing, sales and advertising directors');
  });
  test('only the rows of all sectors are served, and only those of the newest year', () => {
    const { printed, groups, year } = sample.edition.observations;
    expect(printed.some(({ sector }) => sector !== 'Total')).toBe(true);
    expect([...groups.values()].flatMap((group) => [...group.values()]).every(({ sector }) => sector === 'Total')).toBe(true);
    expect(year).toBe(2022);
  });
  test('a whole without Scotland is not the United Kingdom', async () => {
    const older = await read(
      editCsv(csv, (cells) =>
        cells['country_name'] === 'Scotland'
          ? null
          : cells['country_name'] === 'United Kingdom'
            ? { ...cells, country_code: 'K99999999', country_name: 'England, Wales and Northern Ireland' }
            : cells,
      ),
    );
    expect(older.problems[0]?.message).toBe('no row is for the United Kingdom (K02000001)');
  });
  test('the earlier header of the base is read as well', async () => {
    const [file, account] = csv;
    const text = file?.bytes.toString().replace('sample_occupations_estab_has_vacancy', 'sample_estab_w_vac_for_x_occ') ?? '';
    const earlier = await read([{ name: 'a.csv', bytes: Buffer.from(text) }]);
    expect([earlier.problems, find(earlier, 'header')]).toEqual([[], []]);
    // The account still names the later one.
    const withAccount = await read([{ name: 'a.csv', bytes: Buffer.from(text) }, ...(account === undefined ? [] : [account])]);
    expect(find(withAccount, 'header')).toEqual([
      expect.stringMatching(/a\.csv!row 1: the columns of the file lack "sampleoccupationsestabhasvacancy"/),
    ]);
  });
});

describe('what changes is said with its place', () => {
  test('a column renamed', async () => {
    const [file] = csv;
    const renamed = [{ name: 'a.csv', bytes: Buffer.from((file?.bytes.toString() ?? '').replace('htfv_sum', 'htf_total')) }];
    await expect(read(renamed)).rejects.toThrow(LayoutError);
    await expect(read(renamed)).rejects.toThrow(
      /^employer-skills-survey sample-2022 'a\.csv'!row 1: no column is headed "htfv_sum"; found "time_period", .*\n {2}if the column was renamed, add its new header to the table in sources\/employer-skills-survey\/layout\.ts$/,
    );
  });
  test('two files, or rows that are missing', async () => {
    await expect(read([...csv, { name: 'other.csv', bytes: Buffer.from('a') }])).rejects.toThrow(
      '"sample_vacancies_by_occupation.csv", "other.csv" are each the CSV of vacancies by unit group, expected one',
    );
    const cut = await read(editCsv(csv, (cells, row) => (row > 1000 ? null : cells)));
    expect(find(cut, 'rows')).toEqual([
      expect.stringMatching(/the number of rows, as by the publisher's account: found "999", expected "\d{4}"$/),
    ]);
  });
  test.each<[string, string, string, (cells: CsvCells) => void, RegExp]>([
    [
      'a marker unknown',
      'Wales',
      '2134',
      (cells) => void (cells['ssv_sum'] = '*'),
      /!M\d+: unknown marker "\*", expected a number or one of c x z u low\n {2}add it to the markers in sources\/employer-skills-survey\/reshape\.ts/,
    ],
    ['an empty cell', 'Wales', '2134', (cells) => void (cells['vac_sum'] = ''), /!K\d+: unknown marker "", expected a number/],
    ['a number with a comma', 'Wales', '2134', (cells) => void (cells['vac_sum'] = '1,234'), /!K\d+: found "1,234"/],
    ['a share above 100', 'Wales', '2', (cells) => void (cells['htfv_den'] = '140'), /!N\d+: found "140", expected a share of 0 to 100/],
    [
      'another area',
      'Wales',
      '2',
      (cells) => void (cells['country_code'] = 'E12000007'),
      /!D\d+: found "E12000007" \(Wales\), expected the United Kingdom or one of its nations/,
    ],
    [
      'a name beside another code',
      'Wales',
      '2',
      (cells) => void (cells['country_name'] = 'Walls'),
      /!E\d+: found "Walls" beside the code of Wales/,
    ],
    [
      'a smaller area',
      'Wales',
      '2',
      (cells) => void (cells['geographic_level'] = 'Regional'),
      /!C\d+: found "Regional", expected "National"/,
    ],
    [
      'a period that is no year',
      'Wales',
      '2',
      (cells) => void (cells['time_period'] = '202223'),
      /!A\d+: found "202223", "Calendar year", expected a year/,
    ],
    [
      'a label without a code',
      'Wales',
      '2134',
      (cells) => void (cells['soc_4_labelled'] = 'Programmers'),
      /!J\d+: found "Programmers", expected a code of 4 digits, a blank and a name/,
    ],
    [
      'a group under another',
      'Wales',
      '2134',
      (cells) => void (cells['soc_2_labelled'] = '31 Others'),
      /!H\d+: found "31 Others" beside the group 2134, expected the group 21/,
    ],
    [
      'a group twice',
      'Wales',
      '2135',
      (cells) => void (cells['soc_4_labelled'] = '2134 Programmers and software development professionals'),
      /!J\d+: the group "2134" stands twice for Wales, first in row \d+/,
    ],
  ])('%s', async (_, country, code, edit, line) => {
    const { problems } = await changed(country, code, edit);
    expect(problems.map(formatProblem).join('\n')).toMatch(line);
    expect(problems[0]?.place.startsWith(place)).toBe(true);
  });
  test('a nation missing', async () => {
    const without = await read(editCsv(csv, (cells) => (cells['country_name'] === 'Scotland' ? null : cells)));
    expect([without.problems, find(without, 'areas')]).toEqual([
      [],
      [`employer-skills-survey ${name} Scotland: the number of vacancies of all occupations is missing, expected at least 0`],
    ]);
  });
  test.each<[string, string, string, string, (cells: CsvCells) => void, RegExp]>([
    [
      'a factor of ten in the total of a country',
      'nations-add-up',
      'United Kingdom',
      '',
      (cells) => void (cells['vac_sum'] = `${Number(cells['vac_sum']) * 10}`),
      /!K\d+: vacancies of all occupations in the nations add up to \d+, the largest is \d+, and the whole is \d+$/,
    ],
    [
      'a total that is not that of its groups',
      'groups-add-up',
      'England',
      '',
      (cells) => void (cells['vac_sum'] = `${Number(cells['vac_sum']) * 2}`),
      /!K\d+: vacancies of all occupations in the groups beneath, England add up to \d+, /,
    ],
    [
      'thousands applied to one measure',
      'density',
      'England',
      '2134',
      (cells) => void (cells['htfv_sum'] = '3'),
      /!N\d+: \d+ % is printed, 3 of \d+ vacancies are 0(\.\d)? %$/,
    ],
    [
      'more hard to fill than there are',
      'density',
      'England',
      '2134',
      (cells) => void (cells['htfv_sum'] = '999999'),
      /!N\d+: \d+ % is printed, 999999 of \d+ vacancies are [\d.]+ %$/,
    ],
    [
      'more short of skills than hard to fill',
      'density',
      'England',
      '2134',
      (cells) => void (cells['ssv_sum'] = cells['vac_sum'] ?? ''),
      /!O\d+: \d+ % is printed, (\d+) of \1 vacancies are 100 %$/,
    ],
    [
      'a major group missing',
      'levels',
      'United Kingdom',
      '9',
      (cells) => void (cells['country_code'] = 'none'),
      /!K\d+: the major groups of the United Kingdom lack "9", expected all 9$/,
    ],
  ])('%s: %s', async (_, check, country, code, edit, line) => {
    const outcome = await changed(country, code, edit);
    expect(find(outcome, check)).toEqual([expect.stringMatching(line)]);
  });
  test.each([10, 0.1])('a column of employers times %d', async (times) => {
    const base = 'sample_occupations_estab_has_vacancy';
    const scaled = await read(
      editCsv(csv, (cells) => ({ ...cells, ...(Number(cells[base]) > 0 && { [base]: `${Math.round(Number(cells[base]) * times)}` }) })),
    );
    expect(find(scaled, 'base')).toEqual([expect.stringMatching(/^employer-skills-survey sample-2022: \d+ of \d+ rows print a number on/)]);
  });
  test('nothing withheld, or nearly everything', async () => {
    const units = (edit: (cells: CsvCells) => void) =>
      read(editCsv(csv, (cells) => (cells['soc_4_labelled'] !== 'Total' && edit(cells), cells)));
    const all = await units((cells) =>
      Object.assign(cells, {
        vac_sum: '100',
        htfv_sum: '50',
        ssv_sum: '40',
        htfv_den: '50',
        ssv_den: '40',
        sample_occupations_estab_has_vacancy: '50',
      }),
    );
    expect(find(all, 'withheld')).toEqual([
      expect.stringMatching(/unit groups of the United Kingdom that are withheld is 0 %, expected 0.1 to 80 %$/),
    ]);
    const none = await units((cells) => Object.assign(cells, { vac_sum: 'u' }));
    expect(find(none, 'withheld')).toHaveLength(1);
  });
  test('a number ten times too large in every row, which the sums do not show', async () => {
    const asReal = async (times: number) => {
      const scaled = await read(
        editCsv(csv, (cells) => {
          const given = ['vac_sum', 'htfv_sum', 'ssv_sum'].filter((column) => Number(cells[column]) > 0);
          return { ...cells, ...Object.fromEntries(given.map((column) => [column, `${Math.round(Number(cells[column]) * times)}`])) };
        }),
      );
      const release = { ...scaled.edition.release, name: '2022', sample: false };
      return findingsOf(employerSkillsSurvey, 'areas', { ...scaled.edition, release });
    };
    // The sample has 5 million.
    expect(await asReal(0.2)).toEqual([]);
    for (const times of [2, 0.02])
      expect(await asReal(times)).toEqual([expect.stringMatching(/vacancies of all occupations is \d+, expected 300000 to 4000000$/)]);
  });
});

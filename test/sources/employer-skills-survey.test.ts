// The Employer Skills Survey: which level of the classification speaks for an occupation, and the
// traps of the data set, on edits of the sample.
import { describe, expect, it, test } from 'vitest';
import { formatProblem } from '#sources/kit/problem.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { AreaSlug } from '#schemas/codes.ts';
import type { VacancyResponse } from '#schemas/resources/vacancies.ts';
import { employerSkillsSurvey } from '#sources/employer-skills-survey/source.ts';
import { structureOfSample } from './classification.ts';
import {
  type CsvCells,
  bodiesOf,
  checksThatFind,
  editCsv,
  filesOfSample,
  findingsOf,
} from './data-set.ts';
import { examine, needsOf } from './examine.ts';

const needs = needsOf({ 'soc-structure': await structureOfSample() });
const csv = await filesOfSample(employerSkillsSurvey);
const name = 'sample-2022';

const read = (files: readonly PublishedFile[]) => examine(employerSkillsSurvey, name, files, needs);
const edited = (edit: (cells: CsvCells, row: number) => CsvCells | null) =>
  read(editCsv(csv, edit));
const sample = await read(csv);
type Outcome = typeof sample;

const columns = ['soc_4_labelled', 'soc_3_labelled', 'soc_2_labelled', 'soc_1_labelled'];
const base = 'sample_occupations_estab_has_vacancy';
const finest = (cells: CsvCells) =>
  columns.map((column) => cells[column] ?? '').find((label) => label !== 'Total') ?? '';
/**
 * The sample with the row of one group in one country changed: `code` is empty for all occupations.
 */
const changed = (country: string, code: string, edit: (cells: CsvCells) => CsvCells) =>
  edited((cells) => {
    const isMeant =
      cells['country_name'] === country &&
      cells['sector'] === 'Total' &&
      cells['time_period'] === '2022';
    return isMeant && finest(cells).split(' ')[0] === code ? { ...cells, ...edit(cells) } : cells;
  });
const scaled = (share: number, ...wanted: readonly string[]) =>
  edited((cells) => {
    const given = wanted.filter((column) => Number(cells[column]) > 0);
    return {
      ...cells,
      ...Object.fromEntries(
        given.map((column) => [column, `${Math.round(Number(cells[column]) * share)}`]),
      ),
    };
  });

const documentOf = ({ edition }: Outcome, soc: string, area: AreaSlug) =>
  bodiesOf<VacancyResponse>(
    employerSkillsSurvey,
    edition,
    (place) => `${place.soc} ${place.area}`,
  ).get(`${soc} ${area}`) ?? expect.fail(`${soc} ${area}`);

describe('the level that speaks for an occupation', () => {
  const row = (label: string, figures: string) =>
    `2022,Calendar year,National,K02000001,United Kingdom,Total,${label},${figures}`;
  const header = csv[0]?.bytes.toString().split('\n')[0] ?? '';
  const major = '2 Professional';
  const subMajor = '21 Science';
  const minor = '213 Information technology';
  const unit = '2134 Programmers';
  const total = row('Total,Total,Total,Total', '1000000,570000,350000,57,35,20000');
  const ofMajor = row(`${major},Total,Total,Total`, '180000,99000,72000,55,40,3100');
  const ofSubMajor = row(`${major},${subMajor},Total,Total`, '60000,30000,24000,50,40,900');
  const ofMinor = row(`${major},${subMajor},${minor},Total`, '20000,10000,8000,50,40,400');
  const ofUnit = (figures: string) => row(`${major},${subMajor},${minor},${unit}`, figures);
  const withRows = async (...rows: readonly string[]) => {
    const outcome = await read([
      { name: 'a.csv', bytes: Buffer.from([header, ...rows].join('\r\n')) },
    ]);
    expect(outcome.problems).toEqual([]);
    return documentOf(outcome, '2134', 'uk');
  };

  it.each([
    ['a marker stands for its vacancies', 'u,u,u,u,u,12'],
    ['a marker stands, though there are employers enough', 'c,c,c,c,c,210'],
    ['its base is printed as "c", below 5', 'u,u,u,u,u,c'],
    ['a number is printed on fewer than 30 employers', '9000,4500,3600,50,40,29'],
  ])('is the minor group where %s', async (_, figures) => {
    const body = await withRows(total, ofMajor, ofSubMajor, ofMinor, ofUnit(figures));
    expect(body).toMatchObject({
      group: { level: 'minor', code: '213', unitGroups: 8 },
      vacancies: { count: 20000 },
    });
  });
  it.each([
    ['the unit group with 30 employers', [ofMinor, ofUnit('9000,4500,3600,50,40,30')], '2134'],
    ['the sub-major group where rows are missing', [ofMajor, ofSubMajor], '21'],
  ])('is %s', async (_, rows, code) =>
    expect((await withRows(total, ...rows)).group?.code).toBe(code),
  );
  it('is none if the major group is withheld; all occupations remain', async () => {
    const body = await withRows(total, row(`${major},Total,Total,Total`, 'u,u,u,u,u,21'));
    expect(body).toMatchObject({
      group: null,
      employers: { count: null, presentable: false, withheld: { reason: 'below-threshold' } },
      allOccupations: { vacancies: { count: 1000000 } },
      vacancies: { count: null, presentable: false, withheld: { reason: 'below-threshold' } },
      skillShortageShare: { percent: null, withheld: { reason: 'below-threshold' } },
    });
  });
  it('stays where one measure is withheld: "low" is no 0, and a printed 0 is one', async () => {
    expect(await withRows(total, ofMajor, ofMinor, ofUnit('9000,0,low,u,0,60'))).toMatchObject({
      group: { level: 'occupation' },
      vacancies: { count: 9000 },
      hardToFillVacancies: { count: 0, presentable: true, withheld: null },
      hardToFillShare: {
        percent: null,
        presentable: false,
        withheld: { reason: 'unreliable', marker: 'u' },
      },
      skillShortageVacancies: {
        count: null,
        presentable: false,
        withheld: { reason: 'rounds-to-zero', marker: 'low' },
      },
    });
  });
});

describe('the data set', () => {
  const text = Buffer.from(csv[0]?.bytes ?? []).toString();
  it.each<[string, string, string, CsvCells, RegExp]>([
    ['a share above 100', 'Wales', '2', { htfv_den: '140' }, /!N\d+: found "140"/],
    ['a part of an employer', 'Wales', '2', { [base]: '31.5' }, /!P\d+: found "31\.5"/],
    ['another area', 'Wales', '2', { country_code: 'E12000007' }, /!D\d+: found "E12000007"/],
    ['a smaller area', 'Wales', '2', { geographic_level: 'Regional' }, /!C\d+: found "Regional"/],
    ['a period that is no year', 'Wales', '2', { time_period: '202223' }, /!A\d+: found "202223"/],
    [
      'a label without a code',
      'Wales',
      '2134',
      { soc_4_labelled: 'Programmers' },
      /!J\d+: found "Programmers"/,
    ],
    [
      'a group under another',
      'Wales',
      '2134',
      { soc_2_labelled: '31 Others' },
      /!H\d+: found "31 Others".* 2134/,
    ],
    [
      'a group twice',
      'Wales',
      '2135',
      { soc_4_labelled: '2134 Programmers' },
      /!J\d+: the group "2134" occurs twice for Wales/,
    ],
  ])('%s is told with its place', async (_, country, code, cells, line) => {
    const { problems } = await changed(country, code, () => cells);
    expect(problems.map(formatProblem).join('\n')).toMatch(line);
    expect(problems[0]?.place).toContain(
      `employer-skills-survey ${name} sample_vacancies_by_occupation.csv!`,
    );
  });
  it('a whole without Scotland is not the United Kingdom', async () => {
    const { problems } = await edited((cells) => {
      if (cells['country_name'] === 'Scotland') return null;
      return cells['country_name'] === 'United Kingdom'
        ? { ...cells, country_code: 'K99999999' }
        : cells;
    });
    expect(problems[0]?.message).toBe('no row is for the United Kingdom (K02000001)');
  });
  it('the earlier header of the base is read as well', async () => {
    const earlier = await read([
      { name: 'a.csv', bytes: Buffer.from(text.replace(base, 'sample_estab_w_vac_for_x_occ')) },
    ]);
    expect([earlier.problems, checksThatFind(employerSkillsSurvey, earlier.edition)]).toEqual([
      [],
      [],
    ]);
  });
  it('only the rows of all sectors and of the newest year are served', async () => {
    const [whole = ''] = text.match(/^2022.*,United Kingdom,Total,Total,.*$/m) ?? [];
    const sector = whole.replace('Kingdom,Total', 'Kingdom,Sector 1');
    const england = whole.replace(/K02000001,United Kingdom/, 'E92000001,England');
    const others = `${sector}\n${england.replace('2022', '2019')}\n`;
    const { edition, problems } = await read([
      { name: 'a.csv', bytes: Buffer.from(text + others) },
    ]);
    const { printed, groups, year } = edition.observations;
    const served = [...groups.values()].flatMap((group) => [...group.values()]);
    expect([
      problems,
      year,
      served.every(({ row }) => row.sector === 'Total'),
      printed.length - served.length,
    ]).toEqual([[], 2022, true, 1]);
  });

  const units = (figures: CsvCells) =>
    edited((cells) => (cells['soc_4_labelled'] === 'Total' ? cells : { ...cells, ...figures }));
  const all = {
    vac_sum: '100',
    htfv_sum: '50',
    ssv_sum: '40',
    htfv_den: '50',
    ssv_den: '40',
    [base]: '50',
  };
  const larger = ({ vac_sum: count }: CsvCells) => ({
    vac_sum: `${Math.round(Number(count) * 1.1)}`,
  });
  const ofSoc2010 = ({ soc_4_labelled: unit = '' }: CsvCells) => ({
    soc_4_labelled: `${unit} (SOC2010)`,
  });
  test.each<[string, () => Promise<Outcome>, readonly string[]]>([
    ['the sample', () => read(csv), []],
    ['SOC 2010 in the names of groups', () => changed('Wales', '2134', ofSoc2010), ['soc-vintage']],
    [
      'a major group missing',
      () => edited((cells) => (cells['soc_1_labelled']?.startsWith('9') ? null : cells)),
      ['levels'],
    ],
    [
      'nations that miss the United Kingdom',
      () => changed('United Kingdom', '', larger),
      ['density', 'nations-add-up'],
    ],
    [
      'a total unlike its groups',
      () => changed('England', '', () => ({ vac_sum: '9999999' })),
      ['density', 'groups-add-up', 'nations-add-up'],
    ],
    [
      'thousands in one measure',
      () => changed('England', '2134', () => ({ htfv_sum: '3' })),
      ['density'],
    ],
    [
      'a share that is not that of its number',
      () => changed('England', '2134', () => ({ ssv_den: '99' })),
      ['density'],
    ],
    ['employers in tens', () => scaled(0.1, base), ['base']],
    ['nothing withheld', () => units(all), ['groups-add-up', 'nations-add-up', 'withheld']],
    ['every unit group withheld', () => units({ vac_sum: 'u' }), ['base', 'withheld']],
  ])('a check: %s', async (_, read, names) => {
    const { edition, problems } = await read();
    expect(problems).toEqual([]);
    expect(checksThatFind(employerSkillsSurvey, edition).toSorted()).toEqual(names);
  });
  it.each([
    [1, 0],
    [10, 1],
    [0.1, 1],
  ])('all numbers times %d, which no sum shows: %i finding', async (share, count) => {
    const { edition } = await scaled(share, 'vac_sum', 'htfv_sum', 'ssv_sum');
    expect(findingsOf(employerSkillsSurvey, 'areas', edition)).toHaveLength(count);
  });
});

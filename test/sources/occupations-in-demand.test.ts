// Occupations in demand: the traps of its data set, on small edits of the sample's CSV.
import { describe, expect, test } from 'vitest';
import { formatProblem } from '#sources/kit/problem.ts';
import type { PublishedFile } from '#sources/kit/source.ts';
import type { DemandListDocument, DemandResponse } from '#schemas/resources/demand.ts';
import { indicatorsNamed } from '#sources/occupations-in-demand/reshape.ts';
import { occupationsInDemand } from '#sources/occupations-in-demand/source.ts';
import { structureOfSample } from './classification.ts';
import { type CsvCells, bodiesOf, editCsv, findingsOf, sampleCsv } from './data-set.ts';
import { examine, needsOf } from './examine.ts';

const needs = needsOf({ 'soc-structure': await structureOfSample() });
const csv = await sampleCsv(occupationsInDemand);
const name = 'sample-2025';

const read = (files: readonly PublishedFile[], release = name) => examine(occupationsInDemand, release, files, needs);
const edited = (edit: (cells: CsvCells) => CsvCells | null) => read(editCsv(csv, edit));
/** The sample with the rows of an occupation changed, in 2025 unless another year is named. */
const changed = (soc: string, change: CsvCells | ((cells: CsvCells) => CsvCells | null), year = '2025') =>
  edited((cells) =>
    cells['soc20_unit'] !== soc || cells['time_period'] !== year
      ? cells
      : typeof change === 'function'
        ? change(cells)
        : { ...cells, ...change },
  );
const sample = await read(csv);
const find = (outcome: typeof sample, check: string, previous: typeof sample | null = null) =>
  findingsOf(occupationsInDemand, check, outcome.edition, previous?.edition ?? null);
const lines = ({ problems }: typeof sample) => problems.map(formatProblem).join('\n');

const documentsOf = ({ edition }: typeof sample) =>
  bodiesOf<DemandResponse>(occupationsInDemand, edition, ({ soc }, endpoint) => soc ?? endpoint);
function demandOf(outcome: typeof sample, soc: string): DemandResponse {
  const found = documentsOf(outcome).get(soc);
  if (found === undefined) throw new Error(`there is no document of ${soc}`);
  return found;
}

describe('the sample', () => {
  test('reads without a problem, and no check finds anything, compared with itself too', () => {
    expect(sample.problems).toEqual([]);
    expect(
      occupationsInDemand.checks.flatMap((check) =>
        check.check(sample.edition, sample.edition).map((finding) => `${check.name}: ${formatProblem(finding)}`),
      ),
    ).toEqual([]);
  });
  test('has every marker, every caveat, and an occupation that was not assessed the year before', () => {
    const { assessments, previous } = sample.edition.observations;
    const all = [...assessments.values()];
    expect(new Set(all.flatMap(({ workers, indicators }) => [workers, indicators]).filter((cell) => typeof cell === 'string'))).toEqual(
      new Set(['x', 'c', 'z']),
    );
    for (const caveat of ['uncertainty', 'imputed', 'capped'] as const)
      expect(
        all.some((assessment) => typeof assessment[caveat] === 'object' && assessment[caveat] !== null),
        caveat,
      ).toBe(true);
    expect([...assessments.keys()].some((code) => !previous?.has(code))).toBe(true);
  });
  test('is the same bytes twice, and the full one passes as well', async () => {
    expect(await sampleCsv(occupationsInDemand)).toEqual(csv);
    const [full] = await occupationsInDemand.sample({ full: true });
    const outcome = await read(full?.files ?? []);
    expect(outcome.problems).toEqual([]);
    expect(occupationsInDemand.checks.flatMap((check) => check.check(outcome.edition, null))).toEqual([]);
  });
});

describe('the rows of an occupation', () => {
  test('are summed nowhere: the row of all industries states its workers', async () => {
    const outcome = await changed('2134', (cells) => ({ ...cells, industry_workers: '7', occupation_workers: '272000' }));
    expect([outcome.problems, demandOf(outcome, '2134').workers.count]).toEqual([[], 272000]);
  });
  test('without one of all industries, those of the industries state it, where they agree', async () => {
    const only = await changed('2134', (cells) => (cells['SIC_name'] === 'Total' ? null : cells));
    expect([only.problems, demandOf(only, '2134')]).toEqual([[], demandOf(sample, '2134')]);
    const without = editCsv(csv, (cells) => (cells['soc20_unit'] === '2134' && cells['SIC_name'] === 'Total' ? null : cells));
    const text = without[0]?.bytes.toString() ?? '';
    const line = text.split('\n').find((candidate) => candidate.startsWith('2025') && candidate.includes(',2134,')) ?? '';
    const level = /Critical demand|Elevated demand|Not in high demand/.exec(line)?.[0] ?? '';
    const another = line
      .replace('Health and social care', 'Education')
      .replace(level, level === 'Critical demand' ? 'Elevated demand' : 'Critical demand');
    const twice = await read([{ name: 'a.csv', bytes: Buffer.from(`${text}\n${another}`) }]);
    expect(lines(twice)).toMatch(
      /'a\.csv'!I\d+: found "(Critical|Elevated) demand", but "[A-Z][a-z ]+ demand" for the same occupation and year in another row/,
    );
    expect(find(twice, 'one-level').join('\n')).toMatch(
      /'a\.csv'!I\d+: found "\w+ demand" for 2134, but "[\w ]+ demand" in another row of 2025/,
    );
  });
  test('may have "Total" where another row says more', async () => {
    const files = editCsv(csv, (cells) => cells);
    const text = files[0]?.bytes.toString() ?? '';
    const line =
      text.split('\n').find((candidate) => candidate.startsWith('2025') && candidate.includes(',2134,') && candidate.includes(',Total,')) ??
      '';
    const more = line.replace(/Level \d/, 'Total').replace(/(Critical|Elevated|Not in high) demand/, 'Total');
    const outcome = await read([{ name: 'a.csv', bytes: Buffer.from(`${text}\n${more}`) }]);
    expect([outcome.problems, demandOf(outcome, '2134')]).toEqual([[], demandOf(sample, '2134')]);
  });
  test('of no occupation are passed over', () => {
    expect(csv[0]?.bytes.toString()).toContain(',Total,Total,Health and social care,Critical demand,');
    expect(sample.edition.observations.assessments.size).toBe(368);
  });
});

describe('an assessment', () => {
  test.each([
    ['CRITICAL DEMAND', 'critical'],
    ['Elevated demand', 'elevated'],
    ['Not in high demand', 'not_in_high_demand'],
  ])('"%s" is %s', async (printed, level) => expect(demandOf(await changed('2134', { demand_level: printed }), '2134').level).toBe(level));

  test.each([
    ['Visa grant density, Online job advert density, Wage premium, Annual change in hours worked', [0, 1, 3, 4]],
    ['wage premium; visa grant density', [0, 3]],
    ['Annual percentage change in hourly wage and Wage premium', [2, 3]],
    ['Visa grant density, wage premium, and annual change in hours worked', [0, 3, 4]],
    ['Wage premium', [3]],
    ['Wage premium, Skill-shortage vacancy density', null],
    ['Wage premiums', null],
    ['Wage premium Visa grant density', null],
    ['', null],
  ])('"%s" names %j', (text, places) => {
    const keys = ['visa_grant_density', 'online_job_advert_density', 'hourly_wage_change', 'wage_premium', 'hours_worked_change'];
    expect(indicatorsNamed(text)).toEqual(places === null ? null : places.map((place) => keys[place]));
  });

  const signallingAlone = 'The publisher says which indicators signal high demand, but not whether each is critical or elevated.';
  test('without an indicator differs from one whose indicators are withheld', async () => {
    const none = demandOf(await changed('2134', { indicator_demand: 'None' }), '2134');
    expect([none.indicatorsSignalled, none.indicatorsWithheld, none.indicators.map(({ signalled }) => signalled)]).toEqual([
      0,
      null,
      [false, false, false, false, false],
    ]);
    expect(none.notes).toContain(signallingAlone);
    const withheld = demandOf(await changed('2134', { indicator_demand: 'x' }), '2134');
    expect(withheld.notes).not.toContain(signallingAlone);
    expect([
      withheld.indicatorsSignalled,
      withheld.indicatorsWithheld?.reason,
      withheld.indicators.map(({ signalled }) => signalled),
    ]).toEqual([null, 'not-available', [null, null, null, null, null]]);
  });
  test('carries its caveats, and none that it has not', async () => {
    const body = demandOf(
      await changed('2134', {
        indicator_uncertainty: 'Wage premium',
        indicator_demand_uncertainty_flag: 'No',
        named_imputed_indicators: 'Visa grant density',
        imputation_capped_indicators: 'Visa grant density',
      }),
      '2134',
    );
    expect(body.uncertainty).toMatchObject({ published: 'Wage premium', ofHighDemandIndicators: false });
    expect([body.imputation?.published, body.capping?.published]).toEqual(['Visa grant density', 'Visa grant density']);
    for (const nothing of ['None', '', 'Total', 'z', 'x']) {
      const without = await changed('2134', {
        indicator_uncertainty: nothing,
        named_imputed_indicators: nothing,
        imputation_capped_indicators: nothing,
      });
      expect(lines(without), nothing).toBe('');
      expect(Object.keys(demandOf(without, '2134')), nothing).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(uncertainty|imputation|capping)$/)]),
      );
    }
    expect(demandOf(await changed('2134', { indicator_uncertainty: 'x' }), '2134').notes).toContain(
      'The publisher withholds some of its remarks on uncertainty and imputation.',
    );
  });
  test('of workers withheld is null with its reason', () => {
    expect(demandOf(sample, '1131').workers).toMatchObject({
      count: null,
      presentable: false,
      withheld: { reason: 'not-available', marker: 'x' },
    });
    expect(demandOf(sample, '1232').workers).toMatchObject({ count: null, withheld: { reason: 'disclosive', marker: 'c' } });
  });
  test('that was not made is no level at all, and not "not in high demand"', async () => {
    const body = demandOf(sample, '2119');
    expect([
      body.level,
      body.withheld?.reason,
      body.workers.withheld?.reason,
      body.indicatorsWithheld?.reason,
      body.previous?.level,
    ]).toEqual([null, 'not-assessed', 'not-assessed', 'not-assessed', null]);
    expect(body.withheld?.explanation).toMatch(/not elsewhere classified/);
    const gone = demandOf(await changed('2134', () => null), '2134');
    expect([gone.level, gone.withheld?.explanation]).toEqual([
      null,
      expect.stringMatching(/^The release has no row for the occupation in this year/),
    ]);
    expect(gone.previous?.level).not.toBeNull();
    // What it does not give cannot be compared, but the year before it gives.
    expect([body.notes.some((note) => /method/.test(note)), gone.notes.filter((note) => /method/.test(note)).length]).toEqual([false, 2]);
  });
  test('of the year before is that of the same release; without one it is null, and said', async () => {
    expect(demandOf(sample, '2134').previous).toMatchObject({
      year: 2024,
      level: demandOf(await changed('2134', { demand_level: 'Critical demand' }), '2134').previous?.level,
    });
    expect(demandOf(sample, '2134').notes.filter((note) => /method/.test(note))).toEqual([
      'The method changed in 2025: do not compare these levels with those of the releases of 2023 and 2024.',
      '`previous` is 2024 assessed again by the method of this release, so you can compare it with these levels.',
    ]);
    const alone = await edited((cells) => (cells['time_period'] === '2024' ? null : cells));
    const body = demandOf(alone, '2134');
    expect([body.previous, body.notes.at(-1)]).toEqual([null, 'The release has no assessment of 2024 by the same method.']);
    expect(body.notes.some((note) => note.startsWith('`previous`'))).toBe(false);
    expect(body.level).toBe(demandOf(sample, '2134').level);
  });
  test('says that it measures demand and no shortage, and covers Great Britain in part', () => {
    const { notes, coverage } = demandOf(sample, '2134');
    expect(notes[0]).toBe('The assessment measures demand for an occupation, not a shortage of workers.');
    expect(coverage.description).toMatch(/hours and earnings cover Great Britain only/);
  });
});

test('the list is ordered by level, indicators, workers and code, unknown numbers last', async () => {
  const same = { demand_level: 'Elevated demand', indicator_demand: 'Wage premium', occupation_workers: '50000' };
  const wanted: Readonly<Record<string, CsvCells>> = {
    '1111': { ...same },
    '1112': { ...same },
    '1121': { ...same, occupation_workers: '60000' },
    '1122': { ...same, indicator_demand: 'Wage premium, Visa grant density' },
    '1123': { ...same, occupation_workers: 'c' },
    '1131': { ...same, indicator_demand: 'c' },
    '1132': { ...same, demand_level: 'Critical demand', occupation_workers: '1' },
  };
  const outcome = await edited((cells) => (cells['time_period'] === '2024' ? null : { ...cells, ...wanted[cells['soc20_unit'] ?? ''] }));
  const list = bodiesOf<DemandListDocument>(occupationsInDemand, outcome.edition, (_, endpoint) => endpoint).get('demand-list');
  expect(list?.occupations.map(({ soc2020 }) => soc2020).filter((code) => code in wanted)).toEqual([
    '1132',
    '1122',
    '1121',
    '1111',
    '1112',
    '1123',
    '1131',
  ]);
  expect(list?.derivation).toMatch(/^The data set gives no index of demand\. Occupations are ordered by level,/);
});

describe('what changes is said with its place', () => {
  test.each<[string, CsvCells, RegExp]>([
    [
      'a level unknown',
      { demand_level: 'High demand' },
      /^occupations-in-demand sample-2025 'sample_demand_by_industry\.csv'!I\d+: unknown level "High demand", expected "Critical demand", "Elevated demand" or "Not in high demand"/,
    ],
    ['a level withheld', { demand_level: 'c' }, /!I\d+: unknown level "c"/],
    [
      'an indicator of another method',
      { indicator_demand: 'Skill-shortage vacancy density' },
      /!O\d+: found "Skill-shortage vacancy density", expected "None" or some of "visa grant density".*\n {2}read the methodology of the release/,
    ],
    ['workers with a comma', { occupation_workers: '110,000' }, /!S\d+: unknown marker "110,000", expected a whole number or one of c x z/],
    ['workers with an unknown marker', { occupation_workers: 'low' }, /!S\d+: unknown marker "low"/],
    ['a flag unknown', { indicator_demand_uncertainty_flag: 'Maybe' }, /!P\d+: found "Maybe", expected "Yes" or "No"/],
    [
      'another country',
      { country_code: 'E92000001' },
      /!D\d+: found "National", "E92000001" \(United Kingdom\), expected the United Kingdom only/,
    ],
    [
      'a code of another classification',
      { soc20_unit: '2130' },
      /!F\d+: found "2130" \(.*\), expected a unit group of SOC 2020 or "Total"/,
    ],
    ['a period that is no year', { time_period: '202526' }, /!A\d+: found "202526", expected a year/],
  ])('%s', async (_, change, line) => {
    expect(lines(await changed('2134', change))).toMatch(line);
  });
  test('a column renamed', async () => {
    const [file] = csv;
    await expect(
      read([{ name: 'a.csv', bytes: Buffer.from((file?.bytes.toString() ?? '').replace('demand_level,', 'level_of_demand,')) }]),
    ).rejects.toThrow(/'a\.csv'!row 1: no column is headed "demandlevel"; found "time_period"/);
  });
  test('an index, the day that one is published, is a column that nobody knows', async () => {
    const [file] = csv;
    const text = (file?.bytes.toString() ?? '')
      .split('\n')
      .map((line, at) => (line === '' ? '' : `${line},${at === 0 ? 'demand_index' : '1'}`))
      .join('\n');
    expect(find(await read([{ name: 'a.csv', bytes: Buffer.from(text) }]), 'header')).toEqual([
      expect.stringMatching(/'a\.csv'!X1: the column "demand_index" is not known/),
    ]);
  });

  const moved = (share: number) => {
    let turn = 0;
    return edited((cells) =>
      cells['time_period'] === '2024' && cells['soc20_unit'] !== 'Total' && turn++ % 20 < share * 20
        ? { ...cells, demand_level: 'Not in high demand' }
        : cells,
    );
  };
  test.each<[string, string, () => Promise<typeof sample>, RegExp]>([
    ['an occupation fewer', 'assessed', () => changed('2134', () => null), /the number of occupations assessed is 367, expected 368$/],
    [
      'a level for another',
      'levels',
      () => changed('2212', { demand_level: 'Elevated demand' }),
      /the number of occupations that are critical is 61, expected 62$/m,
    ],
    [
      'titles of another vintage',
      'titles',
      () => edited((cells) => ({ ...cells, soc20_label: (cells['soc20_label'] ?? '').replace('managers', 'executives') })),
      /!G\d+: \d{4} is ".*executives.*", ".*managers.*" in SOC 2020/,
    ],
    [
      'workers that differ between rows',
      'one-level',
      () => changed('2134', (cells) => (cells['SIC_name'] === 'Total' ? cells : { ...cells, occupation_workers: '1' })),
      /!S\d+: found "1" for 2134, but "\d+" in another row of 2025$/,
    ],
    [
      'high demand without an indicator',
      'indicators',
      () => changed('2212', { indicator_demand: 'None' }),
      /!O\d+: 2212 is critical without any indicator$/,
    ],
    [
      'critical by capped indicators alone',
      'capped',
      () => changed('2212', { indicator_demand: 'Wage premium', imputation_capped_indicators: 'Wage premium' }),
      /!Q\d+: 2212 is critical, though all its indicators are capped at elevated$/,
    ],
    [
      'a remark on something else',
      'remarks-name-indicators',
      () => changed('2212', { indicator_uncertainty: 'Small sample' }),
      /!N\d+: found "Small sample", expected names of indicators$/,
    ],
    [
      'an indicator that is used no more',
      'method',
      () =>
        edited((cells) => ({
          ...cells,
          indicator_demand: (cells['indicator_demand'] ?? '')
            .replace(/visa grant density/i, 'Wage premium')
            .replace('Wage premium, Wage premium', 'Wage premium')
            .replace(/^(Wage premium, .*), Wage premium/, '$1'),
        })),
      /the indicators that signal for some occupation lack "visa grant density", expected all 5$/,
    ],
    [
      'thousands doubled',
      'workers',
      () => edited((cells) => ({ ...cells, occupation_workers: `${cells['occupation_workers']}`.replace(/^(\d+)$/, '$1000') })),
      /the number of workers is \d{10,}, expected 30000000 to 35000000$/m,
    ],
    [
      'levels that moved everywhere',
      'movement',
      () => moved(1),
      /the share of occupations with another level than the year before is [\d.]+ %, expected at most 45 %$/,
    ],
  ])('%s: %s', async (_, check, make, line) => {
    expect(find(await make(), check).join('\n')).toMatch(line);
  });
  test('levels that moved for a third are no finding', async () => expect(find(await moved(0.3), 'movement')).toEqual([]));

  test('in later years counts are held against ranges and the edition before', async () => {
    const later = (edit: (cells: CsvCells) => CsvCells | null) =>
      read(
        editCsv(csv, (cells) => edit({ ...cells, time_period: `${Number(cells['time_period']) + 1}` })),
        'sample-2026',
      );
    const same = await later((cells) => cells);
    expect([find(same, 'assessed', sample), find(same, 'levels', sample), find(same, 'workers', sample)]).toEqual([[], [], []]);
    const fewer = await later((cells) => (/^[29]/.test(cells['soc20_unit'] ?? '') ? null : cells));
    expect(find(fewer, 'assessed', sample)).toEqual([
      expect.stringMatching(/the number of occupations assessed is \d+, expected 330 to 412$/),
      expect.stringMatching(/\d+ occupations assessed after 368 in sample-2025: -\d.* %, expected -5 to 5 %$/),
    ]);
  });
  test("the anchors are of the publisher's own release alone", async () => {
    expect(find(sample, 'anchors')).toEqual([]);
    expect(find(await read(csv, '2025'), 'anchors').join('\n')).toMatch(
      /occupations-in-demand 2025 4122: thousands of workers: found "\d+", expected "381"/,
    );
  });
});

// Occupations in demand: the traps of its cube, its remarks and its two years, on small edits of the sample's rows.
import { describe, expect, test } from 'vitest';
import { formatProblem } from '#sources/kit/problem.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile } from '#sources/kit/source.ts';
import type { DemandListDocument, DemandResponse } from '#schemas/resources/demand.ts';
import { type OccurrenceRow, type RawRow, type Row, type Rows, type ScaledRow, layout } from '#sources/occupations-in-demand/layout.ts';
import { namesOfRemarks, readRemark } from '#sources/occupations-in-demand/remarks.ts';
import { occupationsInDemand } from '#sources/occupations-in-demand/source.ts';
import { structureOfSample } from './classification.ts';
import { bodiesOf, findingsOf } from './data-set.ts';
import { type Outcome, examine, needsOf } from './examine.ts';

const needs = needsOf({ 'soc-structure': await structureOfSample() });
const [published] = await occupationsInDemand.sample({ full: false });
const name = 'sample-2025';
const sample = await examine(occupationsInDemand, name, published?.files ?? [], needs);
const sampleRows = sample.edition.rows as Rows;

/** The sample's rows, edited, reshaped again as a release of any name. */
function edited(edit: (row: Row) => Row | readonly Row[] | null, release = name): typeof sample {
  const named = occupationsInDemand.release(release.replace('sample-', ''));
  if (named === null) throw new Error(`"${release}" is no release`);
  const rows = sampleRows.flatMap((row) => edit(row) ?? []);
  const problems: Outcome<unknown, unknown>['problems'][number][] = [];
  const of = { source: occupationsInDemand.key, name: release, sample: release.startsWith('sample-'), ...named };
  return { edition: { release: of, rows, observations: occupationsInDemand.reshape(of, rows, needs, problems), needs }, problems };
}
type Change<Of extends Row> = Partial<Record<Exclude<keyof Of, 'kind' | 'row'>, string>>;
const raw = (code: string, change: Change<RawRow>, table: RawRow['kind'] = 'raw') =>
  edited((row) => (row.kind === table && row.code === code ? { ...row, ...change } : row));
const scaled = (code: string, change: Change<ScaledRow>) =>
  edited((row) => (row.kind === 'scaled' && row.code === code ? { ...row, ...change } : row));

const withPeriod = (row: RawRow | ScaledRow, period: string): Row => ({ ...row, period }) as Row;

const find = (outcome: typeof sample, check: string, previous: typeof sample | null = null) =>
  findingsOf(occupationsInDemand, check, outcome.edition, previous?.edition ?? null);
const lines = ({ problems }: typeof sample) => problems.map(formatProblem).join('\n');
const rawOf = (code: string) => sampleRows.find((row): row is RawRow => row.kind === 'raw' && row.code === code);
const scaledOf = (code: string) => sampleRows.find((row): row is ScaledRow => row.kind === 'scaled' && row.code === code);
const isData = (row: Row): row is RawRow | ScaledRow => /^(raw|scaled)(Before)?$/.test(row.kind);
const tableOf = (row: Row) => ('table' in row ? row.table : row.kind === 'columns' ? row.of : row.kind);
const isLatest = (row: Row): row is RawRow | ScaledRow => row.kind === 'raw' || row.kind === 'scaled';

const documentsOf = ({ edition }: typeof sample) =>
  bodiesOf<DemandResponse>(occupationsInDemand, edition, ({ soc }, endpoint) => soc ?? endpoint);
function demandOf(outcome: typeof sample, soc: string): DemandResponse {
  const found = documentsOf(outcome).get(soc);
  if (found === undefined) throw new Error(`there is no document of ${soc}`);
  return found;
}
const listOf = ({ edition }: typeof sample) =>
  bodiesOf<DemandListDocument>(occupationsInDemand, edition, (_, endpoint) => endpoint).get('demand-list')?.occupations ?? [];
const { latest } = sample.edition.observations;
/** An occupation in critical demand whose visa grants are critical, as nothing about it is imputed. */
const [top = ''] = [...latest.assessments].flatMap(([code, { level, indicators, imputed }]) =>
  level === 'critical' && indicators.visa_grant_density.level === 'critical' && imputed.indicators.length === 0 ? [code] : [],
);

const [zip] = published?.files ?? [];
if (zip === undefined) throw new Error('the sample has no zip');
const isOwn = (line: string, at: number) =>
  at === 0 || line.startsWith('2134,') || line.startsWith('Total,Programmers') || line.startsWith('Total,Total');
const members = (await readZip('zip', zip.bytes)).filter(({ name }) => name.endsWith('.csv'));
/** The data sets, cut to one occupation, by their names in the zip. */
const short: PublishedFile[] = await Promise.all(
  members.map(async (member) => ({
    name: member.name,
    bytes: Buffer.from((await member.read()).toString().split('\n').filter(isOwn).join('\n')),
  })),
);

describe('the sample', () => {
  test('reads without a problem, and no check finds anything, compared with itself too', () => {
    expect(sample.problems).toEqual([]);
    expect(
      occupationsInDemand.checks.flatMap((check) =>
        check.check(sample.edition, sample.edition).map((finding) => `${check.name}: ${formatProblem(finding)}`),
      ),
    ).toEqual([]);
  });
  test('has every level of an indicator, every caveat, an indicator without a value and one of zero', () => {
    const all = [...latest.assessments.values()];
    const readings = all.flatMap(({ indicators }) => Object.values(indicators));
    expect(new Set(readings.map(({ level }) => level))).toEqual(new Set(['critical', 'elevated', 'not_in_high_demand', null]));
    for (const remark of ['uncertainty', 'imputed', 'capped'] as const)
      expect(
        all.some((assessment) => assessment[remark].indicators.length > 0),
        remark,
      ).toBe(true);
    expect(all.some(({ uncertainty }) => uncertainty.hoursAndEarnings)).toBe(true);
    expect(all.some(({ raw, indicators }) => raw.visaGrantDensity === '0.00001' && indicators.visa_grant_density.value === 0)).toBe(true);
  });
  test('is a cube: 128 rows for each code and each label, 192 for each occupation, and the rows of several together', () => {
    for (const table of ['raw', 'scaled', 'rawBefore', 'scaledBefore']) {
      const occurrences = sampleRows.filter((row): row is OccurrenceRow => row.kind === 'occurrence' && row.table === table);
      const own = occurrences.filter(({ printed }) => printed !== 'Total');
      expect([own.length, new Set(own.map(({ rows }) => rows))], table).toEqual([2 * 369, new Set([128])]);
      const found = sampleRows.find((row) => row.kind === 'count' && row.table === table);
      const sums = occurrences.filter(({ printed }) => printed === 'Total').map(({ rows }) => rows - 369 * 64);
      expect(sums[0], table).toBe(sums[1]);
      expect(found, table).toMatchObject({ rows: 369 * 192 + (sums[0] ?? 0) });
    }
  });
});

describe('an indicator', () => {
  const ofCode = (outcome: typeof sample, key: string) => demandOf(outcome, '2134').indicators.find((indicator) => indicator.key === key);
  const flags = (critical: string, elevated: string) => scaled('2134', { wagePremiumCritical: critical, wagePremiumElevated: elevated });
  test.each([
    ['1', '0', 'critical', true],
    ['1', '1', 'critical', true],
    ['0', '1', 'elevated', true],
    ['0', '0', 'not_in_high_demand', false],
  ])('flagged critical %s and elevated %s is %s', (critical, elevated, level, signalled) => {
    expect(ofCode(flags(critical, elevated), 'wage_premium')).toEqual({
      key: 'wage_premium',
      name: 'wage premium',
      level,
      signalled,
      withheld: null,
    });
  });
  test('without a value has no level, which is not the same as no demand', () => {
    const none = edited((row) =>
      row.kind === 'raw' && row.code === '2134'
        ? { ...row, wagePremium: 'x' }
        : row.kind === 'scaled' && row.code === '2134'
          ? { ...row, wagePremiumCritical: '0', wagePremiumElevated: '0' }
          : row,
    );
    const withheld = { reason: 'not-available', marker: 'x' };
    expect(ofCode(none, 'wage_premium')).toMatchObject({ level: null, signalled: null, withheld });
    expect(demandOf(none, '2134').withheldLegend).toEqual([{ ...withheld, explanation: 'The publisher marks the figure as unavailable.' }]);
    expect(demandOf(none, '2134').notes).toContain('The publisher has no value of some of the indicators.');
  });
  test('with a value but a marker as its flag has no level', () => {
    expect(ofCode(flags('x', '0'), 'wage_premium')).toMatchObject({ level: null, withheld: { marker: 'x' } });
  });
});

describe('the remarks', () => {
  test.each([
    ['indicators', 'No uncertainty', []],
    ['indicators', 'Demand in visa density', ['visa_grant_density']],
    ['indicators', 'Demand in multiple indicators: wage premium, visa density', ['wage_premium', 'visa_grant_density']],
    ['uncertainty', 'No uncertainty', []],
    ['uncertainty', 'Uncertainty in change in hourly wage', ['hourly_wage_change']],
    ['imputed', 'No indicators imputed', []],
    [
      'imputed',
      'Multiple indicators imputed: change in hourly wage, change in hours worked',
      ['hourly_wage_change', 'hours_worked_change'],
    ],
    ['capped', 'No indicators capped at elevated due to imputation', []],
    ['capped', 'Change in hours worked capped at elevated due to imputation', ['hours_worked_change']],
  ] as const)('of %s: %s', (column, printed, indicators) => {
    expect(readRemark(column, printed)).toEqual({ printed, indicators, hoursAndEarnings: false });
  });
  test('of uncertainty may name hours and earnings beside indicators, the others may not', () => {
    const [selfEmployed = ''] = namesOfRemarks.slice(-1);
    expect(readRemark('uncertainty', `Uncertainty in ${selfEmployed}`)).toMatchObject({ indicators: [], hoursAndEarnings: true });
    expect(readRemark('uncertainty', `Uncertain in multiple indicators: visa density, ${selfEmployed}`)).toMatchObject({
      indicators: ['visa_grant_density'],
      hoursAndEarnings: true,
    });
    expect(readRemark('indicators', `Demand in ${selfEmployed}`)).toBeNull();
  });
  test.each([
    ['indicators', ''],
    ['indicators', 'x'],
    ['indicators', 'Total'],
    ['indicators', 'No demand'],
    ['indicators', 'Demand in skills shortage vacancy density'],
    ['indicators', 'Demand in multiple indicators: wage premium'],
    ['indicators', 'Demand in multiple indicators: wage premium, wage premium'],
    ['indicators', 'Demand in multiple indicators: wage premium; visa density'],
    ['imputed', 'Wage premium imputed'],
    ['capped', 'Multiple indicators capped at elevated due to imputation: wage premium, visa density'],
  ] as const)('of %s with "%s" are not understood', (column, printed) => expect(readRemark(column, printed)).toBeNull());

  test('that warn are caveats with the text as printed; those that say "none" are null', () => {
    const [selfEmployed = ''] = namesOfRemarks.slice(-1);
    const body = demandOf(
      raw('2134', {
        uncertainty: `Uncertain in multiple indicators: visa density, ${selfEmployed}`,
        uncertaintyFlag: 'Yes',
        imputed: 'Multiple indicators imputed: change in hourly wage, change in hours worked',
        capped: 'Wage premium capped at elevated due to imputation',
      }),
      '2134',
    );
    expect([body.uncertainty, body.imputation, body.capping]).toMatchObject([
      {
        published: `Uncertain in multiple indicators: visa density, ${selfEmployed}`,
        indicators: ['visa_grant_density'],
        hoursAndEarnings: true,
        ofHighDemandIndicators: true,
      },
      {
        published: 'Multiple indicators imputed: change in hourly wage, change in hours worked',
        indicators: ['hourly_wage_change', 'hours_worked_change'],
      },
      { published: 'Wage premium capped at elevated due to imputation', indicators: ['wage_premium'] },
    ]);
    const plain = demandOf(
      raw('2134', {
        uncertainty: 'No uncertainty',
        imputed: 'No indicators imputed',
        capped: 'No indicators capped at elevated due to imputation',
      }),
      '2134',
    );
    expect(plain).toMatchObject({ uncertainty: null, imputation: null, capping: null });
  });
});

describe('documents', () => {
  test('an excluded occupation has no level, no index, no indicator and no workers, each with the reason', () => {
    const { level, demandIndex, withheld, indicators, indicatorsSignalled, workers, withheldLegend } = demandOf(sample, '2119');
    expect([level, demandIndex, indicatorsSignalled, workers.count]).toEqual([null, null, null, null]);
    const reason = { reason: 'not-assessed', marker: null };
    expect(withheldLegend).toEqual([
      {
        ...reason,
        explanation:
          'The publisher excludes occupations that are not elsewhere classified from its assessment. This says nothing about demand.',
      },
    ]);
    expect([withheld, workers.withheld]).toEqual([reason, reason]);
    expect(indicators.map(({ level, signalled, withheld }) => [level, signalled, withheld])).toEqual(
      indicators.map(() => [null, null, reason]),
    );
  });
  test('the year before comes from its own data sets and names the release', () => {
    const now = demandOf(sample, '2134');
    const changed = demandOf(raw('2134', { level: 'Critical demand' }), '2134');
    expect(now.previous).toMatchObject({ year: 2024, edition: 'e' });
    expect(changed.previous).toEqual(now.previous);
    const moved = demandOf(raw('2134', { level: 'Critical demand' }, 'rawBefore'), '2134');
    expect([moved.level, moved.previous?.level]).toEqual([now.level, 'critical']);
    expect(now.notes.filter((note) => /method/.test(note))).toEqual([
      'The method changed in 2025: do not compare these levels with those of the releases of 2023 and 2024.',
      'The publisher has assessed 2024 again by the method of this release, so you can compare the two years.',
    ]);
  });
  test('a release without the year before says so', () => {
    const alone = edited((row) => (tableOf(row).endsWith('Before') ? null : row));
    expect([alone.problems, alone.edition.observations.previous]).toEqual([[], null]);
    const body = demandOf(alone, '2134');
    expect([body.previous, body.notes.at(-1)]).toEqual([null, 'The release has no assessment of 2024 by the same method.']);
    expect(body.level).toBe(demandOf(sample, '2134').level);
  });
  test('says that it measures demand and no shortage, and covers Great Britain in part', () => {
    const { notes, coverage } = demandOf(sample, '2134');
    expect(notes[0]).toBe('The assessment measures demand for an occupation, not a shortage of workers.');
    expect(coverage.description).toMatch(/hours and earnings cover Great Britain only/);
  });
  test('the list is in the order of the published index, whatever the level, ties by code', () => {
    const indices = new Map([
      ['1111', '9'],
      ['1112', '7.5'],
      ['1121', '7.5'],
      ['1122', '-9'],
      ['1123', '8'],
    ]);
    const outcome = edited((row) => (row.kind === 'scaled' ? { ...row, index: indices.get(row.code) ?? row.index } : row));
    const codes = listOf(outcome).map(({ soc2020 }) => soc2020);
    expect([codes.slice(0, 4), codes.at(-1), codes.length]).toEqual([['1111', '1123', '1112', '1121'], '1122', 368]);
    expect(listOf(outcome).find(({ soc2020 }) => soc2020 === '1112')?.demandIndex).toBe(7.5);
    expect(
      new Set(
        listOf(sample)
          .slice(0, 60)
          .map(({ level }) => level),
      ).size,
    ).toBeGreaterThan(1);
  });
});

describe('what is not understood stops the release with its cell', () => {
  test.each<[string, () => typeof sample, RegExp]>([
    [
      'a level unknown',
      () => raw('2134', { level: 'High demand' }),
      /^occupations-in-demand sample-2025 data\/raw_OID_output\.csv!M\d+: unknown level "High demand", expected "Critical demand" or "Elevated demand" or "Not in high demand"/,
    ],
    ['a level withheld', () => raw('2134', { level: 'x' }), /!M\d+: unknown level "x"/],
    [
      'an indicator of another method',
      () => raw('2134', { indicators: 'Demand in skills shortage vacancy density' }),
      /!U\d+: found "Demand in skills shortage vacancy density", expected "No uncertainty", .*"visa density".*\n {2}read the methodology of the release/,
    ],
    [
      'a remark of other words',
      () => raw('2134', { uncertainty: 'Small sample' }),
      /!T\d+: found "Small sample", expected "No uncertainty"/,
    ],
    ['workers with a comma', () => raw('2134', { workers: '110,000' }), /!O\d+: found "110,000", expected a whole number or one of c x z/],
    ['a value with an unknown marker', () => raw('2134', { visaGrantDensity: 'low' }), /!C\d+: unknown marker "low", expected a number/],
    ['a flag of uncertainty unknown', () => raw('2134', { uncertaintyFlag: 'Maybe' }), /!V\d+: found "Maybe", expected "Yes" or "No"/],
    [
      'a signal that is a share',
      () => scaled('2134', { visaGrantDensityCritical: '0.5' }),
      /data\/scaled_OID_output\.csv!C\d+: found "0\.5", expected 0 or 1/,
    ],
    ['no index', () => scaled('2134', { index: 'x' }), /scaled_OID_output\.csv!M\d+: unknown marker "x", expected a number/],
    ['another country', () => raw('2134', { countryCode: 'E92000001' }), /!AG\d+: found "National", "E92000001" \(United Kingdom\)/],
    ['a calendar year', () => raw('2134', { periodKind: 'Calendar year' }), /!AE\d+: found "Calendar year", expected "Reporting year"/],
    ['a row of another year', () => raw('2134', { period: '2024' }), /!AD\d+: found "2024", expected "2025"/],
    [
      'a code of another classification',
      () => raw('2134', { code: '2130' }),
      /!A\d+: found "2130" \(.*\), expected a unit group of SOC 2020, "Excluded occupations" or "Total"/,
    ],
    [
      'no row in the scaled data set',
      () => edited((row) => (row.kind === 'scaled' && row.code === '2134' ? null : row)),
      /raw_OID_output\.csv!A\d+: found 2134, but no row for it in data\/scaled_OID_output\.csv/,
    ],
    [
      'a year before of the same year',
      () => edited((row) => ('period' in row ? { ...row, period: '2025' } : row)),
      /data\/raw_OID_output_2024_revised\.csv: the data set is of 2025, expected the year before 2025/,
    ],
  ])('%s', (_, make, line) => expect(lines(make())).toMatch(line));
});

describe('checks', () => {
  const withoutCode = (code: string) =>
    edited((row) =>
      (isLatest(row) && row.code === code) ||
      (row.kind === 'occurrence' && !row.table.endsWith('Before') && [code, rawOf(code)?.label].includes(row.printed))
        ? null
        : row,
    );
  test.each<[string, string, () => typeof sample, RegExp]>([
    [
      'a row of the cube missing',
      'cube',
      () => edited((row) => (row.kind === 'occurrence' && row.printed === '2134' && row.table === 'raw' ? { ...row, rows: 127 } : row)),
      /data\/raw_OID_output\.csv!A\d+: "2134" has 127 rows, expected 128: one for each filter with its own value or "Total"$/,
    ],
    [
      'another level in the scaled data set',
      'raw-and-scaled',
      () => scaled(top, { level: 'Elevated demand' }),
      /scaled_OID_output\.csv!N\d+: level of \d{4} in both data sets: found "Elevated demand", expected "Critical demand"$/,
    ],
    [
      'fewer rows in the scaled data set',
      'raw-and-scaled',
      () => edited((row) => (row.kind === 'count' && row.table === 'scaled' ? { ...row, rows: 1 } : row)),
      /scaled_OID_output\.csv: the number of rows in both data sets: found "1", expected "\d{5}"$/,
    ],
    [
      'another number of missing indicators there',
      'raw-and-scaled',
      () => scaled(top, { missing: '3' }),
      /scaled_OID_output\.csv!T\d+: missing of \d{4} in both data sets: found "3", expected "\d"$/,
    ],
    [
      'an occupation that only one data set has',
      'raw-and-scaled',
      () => edited((row) => (row.kind === 'occurrence' && row.table === 'scaled' && row.printed === '2134' ? null : row)),
      /the occupations of the scaled data set lack "2134", expected all 370$/,
    ],
    [
      'the year before in the place of the year',
      'year',
      () => edited((row) => (isData(row) ? withPeriod(row, isLatest(row) ? '2024' : '2023') : row)),
      /data\/raw_OID_output\.csv: the year of the rows: found "2024", expected "2025"$/,
    ],
    [
      'an occupation fewer, though no more are excluded',
      'all-unit-groups',
      () => withoutCode('2134'),
      /the number of occupations in the row of "Excluded occupations": found "44", expected "45"$/,
    ],
    [
      'another number of all occupations',
      'all-unit-groups',
      () => raw('Total', { count: '411' }),
      /the number of occupations in the row of "Total": found "411", expected "412"$/,
    ],
    [
      'a level for another',
      'levels',
      () => raw(top, { level: 'Elevated demand' }),
      /the number of occupations that are critical is 61, expected 62$/m,
    ],
    [
      'the title of another occupation',
      'titles-agree',
      () => raw('2134', { label: 'Chefs' }),
      /!B\d+: 2134 is "Chefs", the title of "5434"; SOC 2020 has "Programmers and software development professionals"$/,
    ],
    [
      'flags other than the indicators named',
      'signals',
      () => raw(top, { indicators: 'No uncertainty' }),
      /!U\d+: \d{4} has "No uncertainty", but flags for "visa grant density"/,
    ],
    [
      'high demand without an indicator',
      'level-fits-signals',
      () => raw(top, { indicators: 'No uncertainty' }),
      /!M\d+: \d{4} is critical without any indicator$/,
    ],
    [
      'a critical indicator of an occupation not in high demand',
      'level-fits-signals',
      () => raw(top, { level: 'Not in high demand' }),
      /!M\d+: \d{4} is not in high demand, but "visa grant density".* is critical$/,
    ],
    [
      'an indicator that is used no more',
      'method',
      () =>
        edited((row) =>
          row.kind === 'raw'
            ? { ...row, indicators: row.indicators.includes('visa density') ? 'Demand in wage premium' : row.indicators }
            : row,
        ),
      /the indicators that signal for some occupation lack "visa grant density", expected all 5$/,
    ],
    [
      'workers that are not those of all',
      'workers',
      () => raw(top, { workers: '1' }),
      /!O2: the occupations add up to \d+ workers, expected 33000100 within 18500$/m,
    ],
    [
      'thousands doubled',
      'workers',
      () => edited((row) => (row.kind === 'raw' || row.kind === 'rawBefore' ? { ...row, workers: `${row.workers}000` } : row)),
      /the number of workers is \d{10,}, expected 30000000 to 35000000$/m,
    ],
    [
      'no year before',
      'year-before',
      () => edited((row) => (tableOf(row).endsWith('Before') ? null : row)),
      /^occupations-in-demand sample-2025: no data sets of 2024, expected them as in 2025$/,
    ],
  ])('%s: %s', (_, check, make, line) => expect(find(make(), check).join('\n')).toMatch(line));

  test('in later years counts are held against ranges', () => {
    const later = (edit: (row: Row) => Row | null) =>
      edited((row) => edit(isData(row) ? withPeriod(row, `${Number(row.period) + 1}`) : row), 'sample-2026');
    const same = later((row) => row);
    expect([find(same, 'levels'), find(same, 'workers')]).toEqual([[], []]);
    const fewer = later((row) => (isLatest(row) && /^[29]/.test(row.code) ? null : row));
    expect(find(fewer, 'all-unit-groups')).not.toEqual([]);
  });
  test("the anchors are of the publisher's own release alone", () => {
    expect([find(sample, 'anchors'), find(sample, 'anchors-before')]).toEqual([[], []]);
    const real = edited((row) => row, '2025');
    expect(find(real, 'anchors').join('\n')).toMatch(
      /occupations-in-demand 2025 2025 4122: thousands of workers: found "\d+", expected "381"/,
    );
    expect(find(real, 'anchors-before').join('\n')).toMatch(/occupations-in-demand 2025: all workers: found "\d+", expected "32772300"/);
  });
});

describe('the files', () => {
  const loose = short.map(({ name, bytes }) => ({ name: name.slice('data/'.length), bytes }));
  const parse = async (files: readonly PublishedFile[]) => {
    const named = occupationsInDemand.release('2025');
    if (named === null) throw new Error('2025 is no release');
    return (await occupationsInDemand.parse({ source: occupationsInDemand.key, name: '2025', sample: false, ...named }, files)) as Rows;
  };
  const zipped = async (files: readonly PublishedFile[]) => [{ name: 'occupations-in-demand_2025 (1).zip', bytes: await writeZip(files) }];

  test('are the zip as a browser saves it, or the data sets themselves, with the same rows', async () => {
    const [fromZip, fromFiles] = [await parse(await zipped(short)), await parse(loose)];
    const withoutTables = (rows: Rows) => rows.filter(({ kind }) => kind !== 'columns');
    expect(withoutTables(fromZip)).toEqual(withoutTables(fromFiles));
    const [row] = fromZip.filter((row) => row.kind === 'scaled');
    const [own] = fromFiles.filter((row) => row.kind === 'scaled');
    if (row === undefined || own === undefined) throw new Error('there is no scaled row');
    expect(layout.cell(fromZip, row, 'index')).toEqual({
      file: 'occupations-in-demand_2025 (1).zip',
      member: 'data/scaled_OID_output.csv',
      sheet: null,
      address: `row ${row.row} demand_index`,
      printed: row.index,
    });
    expect(layout.cell(fromFiles, own, 'index')).toMatchObject({ file: 'scaled_OID_output.csv', member: null });
  });
  test('may lack the year before, both of its data sets', async () => {
    const rows = await parse(loose.filter(({ name }) => !name.includes('revised')));
    expect(new Set(rows.flatMap((row) => (row.kind === 'columns' ? [row.of] : [])))).toEqual(new Set(['raw', 'scaled']));
  });
  test('hold only the rows without a Total and the row of Total, one each', async () => {
    const kept = (await parse(loose)).filter((row): row is RawRow => row.kind === 'raw');
    expect(kept.map(({ code, label, level }) => [code, label, level])).toEqual([
      ['Total', 'Total', 'Total'],
      ['2134', 'Programmers and software development professionals', rawOf('2134')?.level],
    ]);
    expect(scaledOf('2134')?.level).toBe(rawOf('2134')?.level);
  });
  test.each<[string, () => Promise<readonly PublishedFile[]> | readonly PublishedFile[], RegExp]>([
    [
      'none',
      () => [],
      /^occupations-in-demand 2025: found no file, expected the zip of all data sets of the release or the data set of raw indicators, /,
    ],
    [
      'the raw indicators alone',
      () => loose.filter(({ name }) => name.startsWith('raw')),
      /found "raw_OID_output\.csv", "raw_OID_output_2024_revised\.csv", expected the data set of scaled indicators/,
    ],
    [
      'half of the year before',
      () => loose.filter(({ name }) => name !== 'scaled_OID_output_2024_revised.csv'),
      /expected the data set of scaled indicators for the year before/,
    ],
    [
      'the zip of another release',
      () => zipped([{ name: 'data/scaled_weighted_oid_output.csv', bytes: Buffer.from('a') }]),
      /^occupations-in-demand 2025 occupations-in-demand_2025 \(1\)\.zip: found "data\/scaled_weighted_oid_output\.csv", expected the data set of raw/,
    ],
    [
      'a data set twice in the zip',
      () => zipped([...short, ...short.slice(0, 1).map(({ bytes }) => ({ name: 'old/raw_OID_output.csv', bytes }))]),
      /expected the data set of raw indicators once/,
    ],
    [
      'the zip and its data sets',
      async () => [...(await zipped(short)), ...loose],
      /expected the zip or the data sets themselves\n {2}leave the zip/,
    ],
    [
      'a column renamed',
      () => loose.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes.toString().replace('demand_level', 'level_of_demand')) })),
      /'raw_OID_output\.csv'!row 1: no column is headed "demand_level"; found "soc20_unit"/,
    ],
  ])('are refused: %s', async (_, files, line) => {
    const given = await files();
    await expect(parse(given)).rejects.toThrow(line);
  });
});

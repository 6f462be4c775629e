// Employment: the traps of the service's answers on the sample, one altered cell at a time, and releases that must be held back.
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { type Problem, UnreadableFileError } from '#sources/kit/problem.ts';
import type { PublishedFile, Web } from '#sources/kit/source.ts';
import { areaSlugs } from '#schemas/codes.ts';
import type { EmploymentResponse } from '#schemas/resources/employment.ts';
import type { ColumnName } from '#sources/aps-employment/layout.ts';
import { noteRules } from '#sources/aps-employment/note-rules.ts';
import type { Row, Rows } from '#sources/aps-employment/layout.ts';
import { absent, codeOf, reshape, statuses } from '#sources/aps-employment/reshape.ts';
import { apsEmployment } from '#sources/aps-employment/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { compileAltered } from './altered.ts';
import { examine, examineSample, needsOf } from './examine.ts';

const needs = needsOf({ 'soc-structure': (await examineSample(socStructure)).edition.observations });
const [published] = await apsEmployment.sample({ full: false });
const files = published?.files ?? [];
const { edition: sample, problems: sampleProblems } = await examineSample(apsEmployment, needs);
const { release } = sample;

type Named = Partial<Pick<Row, 'query' | 'geographyName' | 'sex' | 'hours' | 'status' | 'measures'>> & { readonly code: string };

const is = (row: Row, { code, ...named }: Named) =>
  codeOf(row.occupation) === code && Object.entries(named).every(([name, value]) => row[name as keyof Row] === value);
const ukValue = (code: string): Named => ({ query: 'employment', geographyName: 'United Kingdom', measures: 'Value', code });

/** The sample with the cells of the named rows changed. */
function altered(named: Named, change: Partial<Record<ColumnName, string>>) {
  const rows: Rows = sample.rows.map((row) => (is(row, named) ? { ...row, ...change } : row));
  return read(rows);
}

function read(rows: Rows) {
  const problems: Problem[] = [];
  const observations = reshape(release, rows, needs, problems);
  return { edition: { ...sample, rows, observations }, lines: problems.map(({ place, message }) => `${place}: ${message}`) };
}

function found(name: string, edition: typeof sample, previous: typeof sample | null = null) {
  const check = apsEmployment.checks.find((candidate) => candidate.name === name);
  if (check === undefined) throw new Error(`there is no check "${name}"`);
  return check.check(edition, previous);
}

function documentsOf(edition: typeof sample): ReadonlyMap<string, EmploymentResponse> {
  const provenance = {
    source: 'aps-employment',
    publisher: 'p',
    licence: 'l',
    licenceUrl: null,
    edition: 'e',
    editionId: '0',
    released: null,
    landingPage: 'u',
    inputs: [],
  } as const;
  const documents = [...apsEmployment.documents({ ...edition, provenance: { ...provenance, inputs: [] }, attribution: 'a' })];
  return new Map(documents.map(({ place, body }) => [`${place.soc} ${place.area}`, body as EmploymentResponse]));
}

describe('the sample', () => {
  it('is understood, and no check finds anything', () => {
    expect(sampleProblems).toEqual([]);
    expect(
      apsEmployment.checks.flatMap((check) => check.check(sample, null).map((finding) => ({ check: check.name, ...finding }))),
    ).toEqual([]);
  });
  it('withholds figures for every reason of the service, in the United Kingdom too', () => {
    const withheld = new Set(
      [...(sample.observations.employment.get('uk')?.values() ?? [])].flatMap((estimate) => estimate.withheld?.reason ?? []),
    );
    expect([...withheld].sort()).toEqual(['below-threshold', 'disclosive', 'not-available']);
    expect(Object.keys(apsEmployment.count(sample.observations).withheld).sort()).toEqual(statuses.map(({ reason }) => reason).sort());
  });
  it('has documents of every unit group in five areas', () => {
    expect(documentsOf(sample).size).toBe(412 * 5);
    expect(sample.observations.areas).toEqual(areaSlugs.ukAndNations);
  });
});

describe('traps', () => {
  it('codes are in the label, never the ordinal; a title that lags behind does no harm', () => {
    expect([codeOf('1111 : Chief executives and senior officials'), codeOf('Total'), codeOf('60'), codeOf('2134')]).toEqual([
      '1111',
      '',
      null,
      null,
    ]);
    const { edition, lines } = altered({ code: '2134' }, { occupation: '2134 : Programmers as they were called' });
    expect(lines).toEqual([]);
    expect(documentsOf(edition).get('2134 uk')?.title).toBe('Programmers and software development professionals');
  });
  it('an empty value is withheld, never 0, with what the publisher says in its place', () => {
    const { edition, lines } = altered(ukValue('2134'), {
      value: '',
      observationStatus: 'C',
      observationStatusName: 'Estimate is less than 500',
    });
    expect(lines).toEqual([]);
    const { employment, breakdown } = documentsOf(edition).get('2134 uk') ?? {};
    expect(employment).toMatchObject({
      count: null,
      confidenceInterval: null,
      shareOfAllEmploymentPercent: null,
      quality: 'unrated',
      presentable: false,
    });
    expect(employment?.withheld).toMatchObject({ reason: 'below-threshold', marker: 'Estimate is less than 500' });
    expect(breakdown?.female).toMatchObject({
      percent: null,
      withheldFigures: { percent: { reason: 'no-total', marker: null } },
      withheld: null,
    });
  });
  it('a number whose interval is missing or called unreliable is never presentable, though it looks like any other', () => {
    const bare = { ...ukValue('2134'), measures: 'Confidence' };
    const unsure = altered(bare, {
      value: '',
      observationStatus: 'Q',
      observationStatusName: 'Estimate and confidence interval unreliable since the group sample size is small',
    });
    const flagged = altered(ukValue('2134'), {
      observationStatus: 'Q',
      observationStatusName: 'Estimate and confidence interval unreliable',
    });
    for (const { edition, lines } of [unsure, flagged]) {
      expect(lines).toEqual([]);
      expect(documentsOf(edition).get('2134 uk')?.employment).toMatchObject({
        count: 51300,
        quality: 'unreliable',
        qualityBasis: null,
        presentable: false,
        withheld: null,
      });
    }
    expect(documentsOf(unsure.edition).get('2134 uk')?.employment).toMatchObject({
      confidenceInterval: null,
      withheldFigures: { confidenceInterval: { reason: 'unreliable' } },
    });
  });
  it.each([
    [12_800, 4_400, '17.5 %', 'acceptable'],
    [36_100, 7_400, '10.5 %', 'acceptable'],
    [158_000, 15_000, '4.8 %', 'precise'],
    [9_800, 4_000, '20.8 %', 'unreliable'],
  ] as const)('%i ± %i people has a coefficient of variation of %s and is %s', (count, interval, _cv, quality) => {
    const rows = sample.rows.map(
      (row): Row =>
        is(row, ukValue('5411'))
          ? { ...row, value: String(count) }
          : is(row, { ...ukValue('5411'), measures: 'Confidence' })
            ? { ...row, value: String(interval) }
            : row,
    );
    expect(documentsOf(read(rows).edition).get('5411 uk')?.employment).toMatchObject({
      count,
      confidenceInterval: interval,
      quality,
      presentable: quality !== 'unreliable',
    });
  });
  it('categories are told by their labels, whatever their order', () => {
    const reversed = read(sample.rows.toReversed());
    expect(reversed.lines).toEqual([]);
    expect(documentsOf(reversed.edition)).toEqual(documentsOf(sample));
  });
  it('only the United Kingdom has a breakdown', () => {
    for (const [place, { breakdown }] of documentsOf(sample)) expect(breakdown === null, place).toBe(!place.endsWith(' uk'));
  });
  it('names of periods: closing months of quarters since December 2021', () => {
    const names = ['2026-06', '2021-12', '2026-06-r2', '2021-09', '2026-05', 'latest', '2026-06-r0'];
    expect(names.filter((name) => apsEmployment.release(name) !== null)).toEqual(['2026-06', '2021-12', '2026-06-r2']);
  });
  it('pages may be any number, but none in between may be missing', async () => {
    const [file, ...others] = files;
    const [header = '', ...lines] = Buffer.from(file?.bytes ?? [])
      .toString()
      .trim()
      .split('\n');
    const page = (name: string, from: number, to?: number): PublishedFile => ({
      name,
      bytes: Buffer.from([header, ...lines.slice(from, to)].join('\n')),
    });
    const pages = [
      page('employment-10.csv', 3600),
      ...Array.from({ length: 8 }, (_, at) => page(`employment-${at + 2}.csv`, 400 * (at + 1), 400 * (at + 2))),
      page('employment.csv', 0, 400),
    ];
    const { edition, problems } = await examine(apsEmployment, release.name, [...pages, ...others], needs);
    expect(problems).toEqual([]);
    expect(edition.observations).toEqual(sample.observations);
    await expect(apsEmployment.parse(release, [...pages.filter(({ name }) => name !== 'employment-4.csv'), ...others])).rejects.toThrow(
      'found page 5, expected employment-4.csv before it',
    );
  });
  it('the service quotes texts and leaves numbers bare', () => {
    const [header, first] = Buffer.from(files[0]?.bytes ?? [])
      .toString()
      .split('\n');
    expect(header).toMatch(/^"DATE","DATE_NAME","GEOGRAPHY_NAME",.*"OBS_VALUE","OBS_STATUS","OBS_STATUS_NAME","OBS_CONF","RECORD_COUNT"$/);
    expect(first).toMatch(/^"2026-06","Jul 2025-Jun 2026","United Kingdom",.*,"Total",.*,"Count","Value",\d+,"A","Normal Value","F",4130$/);
  });
  it('columns are found by name among all that the service can give', async () => {
    // In the order of a whole answer, where each dimension has six columns; the columns that nobody selects are empty.
    const dimensions = ['DATE', 'GEOGRAPHY', 'JTYPE', 'FTPT', 'ETYPE', 'C_SEX', 'SOC2020_FULL', 'MEASURE'];
    const all = [
      ...dimensions.flatMap((name) => ['', '_NAME', '_CODE', '_TYPE', '_TYPECODE', '_SORTORDER'].map((part) => `${name}${part}`)),
      ...['MEASURES', 'MEASURES_NAME', 'OBS_VALUE', 'OBS_STATUS', 'OBS_STATUS_NAME', 'OBS_CONF', 'OBS_CONF_NAME'],
      ...['URN', 'RECORD_OFFSET', 'RECORD_COUNT'],
    ];
    const whole = files.map(({ name, bytes }): PublishedFile => {
      const records: Record<string, string>[] = parseCsv(Buffer.from(bytes), { columns: true });
      const lines = [all, ...records.map((record) => all.map((column) => record[column] ?? ''))];
      return { name, bytes: Buffer.from(lines.map((fields) => fields.map((field) => `"${field}"`).join(',')).join('\n')) };
    });
    expect(all).toHaveLength(58);
    const { edition, problems } = await examine(apsEmployment, release.name, whole, needs);
    expect(problems).toEqual([]);
    expect(edition.rows).toEqual(sample.rows);
  });
  it('larger groups and their cut labels are passed over, as long as every row was asked for or counted', async () => {
    const more = ['1 : Managers, Directors And Senior Official', '11 : Corporate Managers And Directors', '111 : Chief Executives'];
    const [row] = sample.rows;
    const larger = more.flatMap((occupation) => (row === undefined ? [] : [{ ...row, occupation }]));
    const { edition, lines } = read(
      [...larger, ...sample.rows].map((each) => ({
        ...each,
        recordCount: String(Number(each.recordCount) + (each.query === 'employment' ? 3 : 0)),
      })),
    );
    expect(lines).toEqual([]);
    expect(found('rows-complete', edition)).toEqual([]);
    expect(edition.observations.employment).toEqual(sample.observations.employment);
    expect(read([...sample.rows, ...larger.map((each) => ({ ...each, occupation: '10000 : Ordinals' }))]).lines[0]).toMatch(
      /got "10000 : Ordinals"/,
    );
  });
  it('a number without any interval has no band and is not shown', () => {
    const rows = sample.rows.filter((row) => !is(row, { ...ukValue('2134'), measures: 'Confidence' }));
    const { employment, notes } = documentsOf(read(rows).edition).get('2134 uk') ?? {};
    expect(employment).toMatchObject({
      count: 51300,
      confidenceInterval: null,
      quality: 'unrated',
      qualityBasis: null,
      presentable: false,
      withheldFigures: { confidenceInterval: { reason: 'not-available' } },
    });
    expect(notes?.some((note) => note.includes('no confidence interval'))).toBe(true);
  });
  it('an empty answer, and one with a header alone, are no release', async () => {
    const emptied = (text: string) => (given: readonly PublishedFile[]) =>
      given.map((file) => (file.name === 'sex.csv' ? { ...file, bytes: Buffer.from(text) } : file));
    await expect(apsEmployment.parse(release, emptied('')(files))).rejects.toThrow(
      /sex\.csv: is empty, which is how the service refuses an invalid selection/,
    );
    const [header = ''] = Buffer.from(files[1]?.bytes ?? [])
      .toString()
      .split('\n');
    const { edition } = await examine(apsEmployment, release.name, emptied(`${header}\n`)(files), needs);
    expect(found('rows-complete', edition)).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('found "0", expected "2478"') }),
    );
  });
  it('an answer that ends at the limit of the service before all rows are there is cut off', async () => {
    const [header = '', line = ''] = Buffer.from(files[0]?.bytes ?? [])
      .toString()
      .split('\n');
    const answer = (name: string, rows: number, of: number): PublishedFile => ({
      name,
      bytes: Buffer.from([header, ...Array.from({ length: rows }, () => line.replace(/\d+$/, String(of)))].join('\n')),
    });
    const others = files.slice(1);
    await expect(apsEmployment.parse(release, [answer('employment.csv', 25_000, 41_300), ...others])).rejects.toThrow(
      /employment\.csv: ends after 25000 rows, the most that the service gives at once, and the answer states "41300" rows\n {2}download the rows from RecordOffset=25000 on as employment-2\.csv/,
    );
    for (const pages of [
      [answer('employment.csv', 25_000, 25_000)],
      [answer('employment.csv', 25_000, 26_000), answer('employment-2.csv', 1000, 26_000)],
    ])
      await expect(apsEmployment.parse(release, [...pages, ...others])).resolves.toHaveLength(
        sample.rows.length - 4130 + (pages.length === 1 ? 25_000 : 26_000),
      );
  });
  it("the service's error text with status 200 is a download to repeat", async () => {
    const bytes = Buffer.from('Sorry, your query could not be answered');
    const answers = [{ name: 'employment.csv', bytes }, ...files.filter(({ name }) => name !== 'employment.csv')];
    await expect(apsEmployment.parse(release, answers)).rejects.toThrow(UnreadableFileError);
    await expect(apsEmployment.parse(release, answers)).rejects.toThrow(
      'begins "Sorry", expected a header line; the service sends its errors as texts',
    );
  });
});

describe('notes', () => {
  const said = (place: string, edition = sample) => documentsOf(edition).get(place)?.notes ?? [];
  const named = (name: string) => noteRules.find((rule) => rule.name === name);
  it('a large self-employed share: pay covers only part of the occupation, with both shares', () => {
    expect(said('2134 uk')[0]).toBe(
      'Of the people in this occupation 31.4 % are self-employed, against 13.7 % in all occupations. Figures of pay describe employees only, so they cover only part of the occupation.',
    );
    expect(said('2134 wales')[0]).toMatch(/^In the United Kingdom as a whole, of the people in this occupation 31\.4 %/);
    const subject = { isUnitedKingdom: true, closing: '2026-06', employment: absent, selfEmployedPercentOfAll: 13.7 };
    const rule = named('large-self-employed-share');
    expect([24.9, 25, null].map((selfEmployedPercent) => rule?.applies({ ...subject, selfEmployedPercent }))).toEqual([false, true, false]);
  });
  it.each([
    ['2021-12', true],
    ['2022-12', true],
    ['2023-09', true],
    ['2023-12', false],
    ['2026-06', false],
  ])('a period that ends in %s holds months of 2021 or 2022: %s', (closing, expected) => {
    const { edition } = read(sample.rows);
    const notes = said('2134 uk', { ...edition, observations: { ...edition.observations, closing } });
    expect(notes.some((note) => note.includes('coded wrongly'))).toBe(expected);
  });
  it('a caution with an acceptable figure, a warning with an unreliable one, and in every document that the survey is in development', () => {
    for (const [place, { employment, notes }] of documentsOf(sample)) {
      expect(
        notes.some((note) => note.includes('with caution')),
        place,
      ).toBe(employment.quality === 'acceptable');
      expect(
        notes.some((note) => note.includes('too uncertain')),
        place,
      ).toBe(employment.count !== null && !employment.presentable);
      expect(notes.at(-1), place).toMatch(/in development/);
    }
  });
  it('each has a reason', () => {
    for (const { name, reason } of noteRules) expect(reason.length, name).toBeGreaterThan(40);
  });
});

describe('faults, each told with its place', () => {
  it.each([
    [
      'an unknown status',
      ukValue('2134'),
      { observationStatusName: 'Estimate is provisional', observationStatus: 'P' },
      /employment\.csv!row 122 OBS_STATUS_NAME: unknown marker "Estimate is provisional" \(status "P"\), expected status "A" or one of "Estimate and/,
    ],
    ['a text for a number', ukValue('2134'), { value: '51,300' }, /employment\.csv!row 122 OBS_VALUE: got "51,300", expected a number/],
    ['an empty cell that is called normal', ukValue('2134'), { value: '' }, /OBS_VALUE: the cell is empty but its status is "A"/],
    [
      'Great Britain',
      { query: 'employment', geographyName: 'England', code: '2134' },
      { geography: 'K03000001', geographyName: 'Great Britain' },
      /GEOGRAPHY_CODE: got "K03000001" \(Great Britain\), expected one of the queried areas/,
    ],
    [
      'an occupation of another classification',
      ukValue('2134'),
      { occupation: '2999 : Programmers' },
      /SOC2020_FULL_NAME: got "2999 : Programmers", expected a unit group/,
    ],
    [
      'a figure that is not free for publication',
      ukValue('2134'),
      { confidentiality: 'C' },
      /OBS_CONF: got "C", expected "F" \(free for publication\)/,
    ],
    ['another measure', ukValue('2134'), { measures: 'Percent' }, /MEASURES_NAME: got "Percent", expected "Value" or "Confidence"/],
  ] as const)('%s', (_, row, change, message) => {
    const { lines } = altered(row, change);
    expect(lines).not.toEqual([]);
    expect(lines[0]).toMatch(new RegExp(`^aps-employment sample-2026-06 .*${message.source}`));
  });
  it('a renamed category', () => {
    const { lines } = read(sample.rows.map((row) => (row.hours === 'Part-time' ? { ...row, hours: 'Less than 30 hours' } : row)));
    expect(lines[0]).toMatch(
      /^aps-employment sample-2026-06 part-time\.csv!row 2 FTPT_NAME: the labels are "Total", "Full-time", "Less than 30 hours", expected/,
    );
  });

  const without = (drop: (row: Row) => boolean) => read(sample.rows.filter((row) => !drop(row))).edition;
  const changed = (change: (row: Row) => Row) => read(sample.rows.map(change)).edition;
  const withheld = (codes: readonly string[]) =>
    changed((row) =>
      codes.includes(codeOf(row.occupation) ?? '')
        ? { ...row, value: '', observationStatusName: 'These figures are missing', observationStatus: 'M' }
        : row,
    );
  const scaled = (share: number, which: (row: Row) => boolean = () => true) =>
    changed((row) =>
      row.value !== '' && which(row) ? { ...row, value: String(100 * Math.round((Number(row.value) * share) / 100)) } : row,
    );
  it.each([
    ['rows-complete', without((row) => row.query === 'sex' && is(row, { code: '2134' }))],
    ['rows-complete', changed((row) => ({ ...row, recordCount: '25001' }))],
    ['one-period', changed((row) => (row.query === 'part-time' ? { ...row, date: '2026-03' } : row))],
    ['one-period', changed((row) => ({ ...row, date: '2026-03' }))],
    ['units-complete', without((row) => row.query === 'sex' && is(row, { code: '2134', sex: 'Females' }))],
    ['units-complete', read([...sample.rows, ...sample.rows.slice(0, 1)]).edition],
    ['areas', without((row) => row.geographyName === 'Wales')],
    ['labels', changed((row) => ({ ...row, sex: row.sex.replace('All persons', 'Total') }))],
    ['labels', changed((row) => ({ ...row, measure: 'Percent' }))],
    ['totals-agree', altered({ ...ukValue('2134'), query: 'sex', sex: 'All persons' }, { value: '51400' }).edition],
    ['total-plausible', scaled(2)],
    ['total-plausible', scaled(0.001)],
    ['nations-add-up', scaled(1.2, (row) => row.geographyName === 'Scotland')],
    ['units-add-up', scaled(0.9, (row) => codeOf(row.occupation) !== '')],
    ['cv-law', altered({ ...ukValue('2134'), measures: 'Confidence' }, { value: '0' }).edition],
    ['cv-law', changed((row) => ({ ...row, measures: row.measures === 'Value' ? 'Confidence' : 'Value' }))],
    ['parts-below-whole', altered({ code: '2134', sex: 'Females', measures: 'Value' }, { value: '90000' }).edition],
    // The sample withholds four unit groups of the United Kingdom, and the publisher two to seven.
    ['published-count', withheld(['1111', '1112', '1121', '1122'])],
  ])('%s', (name, edition) => {
    const [finding] = found(name, edition);
    expect(finding?.place).toMatch(/^aps-employment sample-2026-06/);
    expect(finding?.message).toMatch(/\d|found "| lack "|stands twice/);
  });
  it('expected figures are asked of their own release alone', () => {
    const named = (name: string) => ({ ...sample, release: { ...release, name, sample: false } });
    expect(found('expected-figures', named('2026-03')).map(({ place }) => place)).toContain('aps-employment 2026-03 uk 5411 selfEmployed');
    expect(found('expected-figures', named('2026-09'))).toEqual([]);
  });
});

describe('a release that must be held back, through the whole pipeline', () => {
  const rewritten = (name: string, edit: (text: string) => string) => (given: readonly PublishedFile[]) =>
    given.map((file) =>
      name === '*' || file.name === name ? { name: file.name, bytes: Buffer.from(edit(Buffer.from(file.bytes).toString())) } : file,
    );
  it.each([
    [
      'a column renamed',
      rewritten('sex.csv', (text) => text.replace('C_SEX_NAME', 'SEX_NAME')),
      /^aps-employment sample-2026-06-r1 'sex\.csv'!row 1: no column is headed "C_SEX_NAME"; found "DATE", .*"SEX_NAME"/,
    ],
    [
      'a marker unknown',
      rewritten('employment.csv', (text) => text.replace('Normal Value', 'Imputed').replace('"A"', '"I"')),
      /employment\.csv!row 2 OBS_STATUS_NAME: unknown marker "Imputed" \(status "I"\)/,
    ],
    [
      'a nation missing',
      rewritten('employment.csv', (text) =>
        text
          .split('\n')
          .filter((line) => !line.includes('W92000004'))
          .join('\n'),
      ),
      /areas: the areas lack "Wales \(W92000004\)", expected all 5 \(aps-employment sample-2026-06-r1 employment\.csv\)/,
    ],
    [
      'thousands doubled',
      rewritten('*', (text) =>
        text.replace(/,"(Value|Confidence)",(\d+),/g, (_, measures: string, value: string) => `,"${measures}",${2 * Number(value)},`),
      ),
      /total-plausible: the United Kingdom's total is 669\d{5}, expected 30000000 to 37000000 \(aps-employment sample-2026-06-r1 uk Total\)/,
    ],
  ])('%s', async (_, alter, line) => {
    const { verdict, lines, served } = await compileAltered(apsEmployment, 'sample-2026-06-r1', alter);
    expect(lines).toMatch(line);
    expect([verdict, served]).toEqual(['quarantined', ['sample-2026-06']]);
  });
});

describe('discovery', () => {
  const webOf = (answers: readonly (readonly [part: string, text: string])[]): Web => ({
    text: async (url) => answers.find(([part]) => url.includes(part))?.[1] ?? '',
    json: () => Promise.reject(new Error('nothing here is JSON')),
  });
  const latest = ['date=latest', 'DATE,DATE_NAME,OBS_VALUE\n2026-06,Jul 2025-Jun 2026,33400000\n'] as const;
  it('asks for the latest period once, and for everything else by its name', async () => {
    const { releases, notices } = await apsEmployment.discover(
      webOf([latest, ['select=record_count', `RECORD_COUNT\n${'3\n'.repeat(3)}`]]),
      '2026-11-21',
    );
    expect(notices).toBeNull();
    expect(releases.map(({ name, files: listed }) => [name, listed.map((file) => file.name)])).toEqual([
      ['2026-06', ['employment.csv', 'sex.csv', 'part-time.csv', 'self-employed.csv']],
    ]);
    for (const { url } of releases[0]?.files ?? [])
      expect(url).toMatch(
        /^https:\/\/www\.nomisweb\.co\.uk\/api\/v01\/dataset\/NM_218_1\.data\.csv\?date=2026-06&.*&soc2020_full=0\.\.\.412&measure=1&measures=20100,20701&select=date,/,
      );
  });
  it('lists a page for every so many rows as come at once', async () => {
    const { releases } = await apsEmployment.discover(
      webOf([latest, ['select=record_count', `RECORD_COUNT\n${'7\n'.repeat(3)}`]]),
      '2026-11-21',
    );
    const pages = releases[0]?.files.slice(0, 3) ?? [];
    expect(pages.map(({ name, url }) => [name, /RecordOffset=.*$/.exec(url)?.[0]])).toEqual([
      ['employment.csv', undefined],
      ['employment-2.csv', 'RecordOffset=3'],
      ['employment-3.csv', 'RecordOffset=6'],
    ]);
  });
  it.each([
    [
      'an error page with status 200',
      ['date=latest', '<html>Sorry</html>'],
      /begins "<html>Sorry<\/html>", expected the header DATE,DATE_NAME,OBS_VALUE/,
    ],
    ['no row', ['date=latest', 'DATE,DATE_NAME,OBS_VALUE\n'], /the answer has no row/],
    ['a period of another kind', ['date=latest', 'DATE,DATE_NAME,OBS_VALUE\n2026-05,x,1\n'], /the latest period is "2026-05"/],
    ['no count', latest, /the answer is empty, which is how the service refuses an invalid selection/],
  ] as const)('%s is said, not guessed at', async (_, answer, message) => {
    await expect(apsEmployment.discover(webOf([answer]), '2026-11-21')).rejects.toThrow(message);
  });
});

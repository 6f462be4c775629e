// Employment: what the service's answers mean, on the sample with cells altered, and releases that
// must be held back.
import { describe, expect, it, test } from 'vitest';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import type { EmploymentResponse } from '#schemas/resources/employment.ts';
import type { ColumnName, Row, Rows } from '#sources/aps-employment/layout.ts';
import { codeOf } from '#sources/aps-employment/reshape.ts';
import { apsEmployment } from '#sources/aps-employment/source.ts';
import { structureOfSample } from './classification.ts';
import { bodiesOf, checksThatFind, findingsOf, filesOfSample, reasonsOf } from './data-set.ts';
import { examine, examineSample, needsOf, reshaped } from './examine.ts';

const needs = needsOf({ 'soc-structure': await structureOfSample() });
const { edition: sample } = await examineSample(apsEmployment, needs);
const files = await filesOfSample(apsEmployment);
const { release } = sample;

type Named = Partial<Row> & { readonly code?: string };
const isNamed = (row: Row, { code, ...named }: Named) =>
  (code === undefined || codeOf(row.occupation) === code) &&
  Object.entries(named).every(([name, value]) => row[name as keyof Row] === value);
const ofUk = { kind: 'employment', geographyName: 'United Kingdom' } as const;
const programmers: Named = { ...ofUk, measures: 'Value', code: '2134' };
const interval: Named = { ...ofUk, measures: 'Confidence', code: '2134' };
const said = (observationStatus: string, observationStatusName: string) => ({
  observationStatus,
  observationStatusName,
});
const below = { value: '', ...said('C', 'Estimate is less than 500') };

const read = (rows: Rows) => reshaped(apsEmployment, sample, rows);
const changed = (named: Named, change: (row: Row) => Partial<Record<ColumnName, string>>) =>
  read(
    sample.rows.map((row) =>
      row.kind !== 'columns' && isNamed(row, named) ? { ...row, ...change(row) } : row,
    ),
  );
const altered = (named: Named, change: Partial<Record<ColumnName, string>>) =>
  changed(named, () => change);
const without = (named: Named) =>
  read(sample.rows.filter((row) => row.kind === 'columns' || !isNamed(row, named)));
const scaled = (share: number, named: Named = {}, which: (row: Row) => boolean = () => true) =>
  changed(named, (row) => ({
    value:
      row.value && which(row)
        ? String(100 * Math.round((Number(row.value) * share) / 100))
        : row.value,
  }));

const documentsOf = (edition: typeof sample) =>
  bodiesOf<EmploymentResponse>(apsEmployment, edition, ({ soc, area }) => `${soc} ${area}`);
const ofProgrammers = ({ edition }: { readonly edition: typeof sample }) =>
  documentsOf(edition).get('2134 uk') ?? expect.fail('no document');

describe('an estimate', () => {
  it.each<[string, ReturnType<typeof read>, object]>([
    [
      'with an empty value is withheld, never 0, with what the publisher says in its place',
      altered(programmers, below),
      {
        count: null,
        confidenceInterval: null,
        shareOfAllEmploymentPercent: null,
        quality: 'unrated',
        presentable: false,
        withheld: { reason: 'below-threshold', marker: 'Estimate is less than 500' },
      },
    ],
    [
      'whose interval is called unreliable is not presentable, though it looks like any ' +
        'other number',
      altered(interval, {
        value: '',
        ...said('Q', 'Estimate and confidence interval unreliable since the group is small'),
      }),
      {
        count: 45400,
        confidenceInterval: null,
        quality: 'unreliable',
        qualityBasis: null,
        presentable: false,
        withheld: null,
        withheldFigures: { confidenceInterval: { reason: 'unreliable' } },
      },
    ],
    [
      'that is itself called unreliable is not presentable, whatever its interval',
      altered(programmers, said('Q', 'Estimate and confidence interval unreliable')),
      {
        count: 45400,
        quality: 'unreliable',
        qualityBasis: null,
        presentable: false,
        withheld: null,
      },
    ],
    [
      'without any interval has no band and is not presentable',
      without(interval),
      {
        count: 45400,
        confidenceInterval: null,
        quality: 'unrated',
        qualityBasis: null,
        presentable: false,
        withheldFigures: { confidenceInterval: { reason: 'not-available' } },
      },
    ],
  ])('%s', (_, outcome, expected) => {
    expect(outcome.lines).toEqual([]);
    expect(ofProgrammers(outcome).employment).toMatchObject(expected);
  });

  // 12,800 ± 4,400 and 36,100 ± 7,400 are quoted by a user of the service.
  it.each([
    ['12800', '4400', 'acceptable', 'with caution'],
    ['158000', '15000', 'precise', null],
    ['9800', '4000', 'unreliable', 'too uncertain'],
  ])('of %s ± %s people is %s', (count, halfWidth, quality, note) => {
    const { edition } = changed({ ...ofUk, code: '2134' }, ({ measures }) => ({
      value: measures === 'Value' ? count : halfWidth,
    }));
    const { employment, notes } = ofProgrammers({ edition });
    expect(employment).toMatchObject({
      count: Number(count),
      quality,
      presentable: quality !== 'unreliable',
    });
    const cautions = notes.filter((one) => /with caution|too uncertain/.test(one));
    expect(cautions).toEqual(note === null ? [] : [expect.stringContaining(note)]);
  });

  it('of a part has no percent of a whole that is withheld, which is counted', () => {
    const outcome = altered(programmers, below);
    const countIn = (edition: typeof sample) =>
      reasonsOf(apsEmployment as Source, edition)['below-threshold'] ?? 0;
    expect(countIn(outcome.edition)).toBeGreaterThan(countIn(sample));
    const { breakdown } = ofProgrammers(outcome);
    expect(breakdown?.female).toMatchObject({
      percent: null,
      withheldFigures: { percent: { reason: 'no-total' } },
      withheld: null,
    });
  });
});

describe('notes', () => {
  it('a large self-employed share is a caveat of pay, with both shares', () => {
    const documents = documentsOf(sample);
    const share =
      /the people in this occupation 31\.3% are self-employed, against 13\.6% in all occupations/;
    expect(documents.get('2134 uk')?.notes[0]).toMatch(share);
    expect(documents.get('2134 wales')?.notes[0]).toMatch(
      /^In the United Kingdom as a whole, of the people in this occupation 31\.3%/,
    );
    const lower = documentsOf(
      scaled(0.7, { kind: 'self-employed', status: 'Self-employed', code: '2134' }).edition,
    ).get('2134 uk');
    expect(lower?.breakdown?.selfEmployed.percent).toBeLessThan(25);
    expect(lower?.notes.join()).not.toContain('self-employed, against');
  });
  it.each([
    ['2023-09', true],
    ['2023-12', false],
  ])('a period that ends in %s has wrongly coded months: %s', (closing, expected) => {
    const { notes } = ofProgrammers({
      edition: { ...sample, observations: { ...sample.observations, closing } },
    });
    expect(notes.some((note) => note.includes('coded wrongly'))).toBe(expected);
  });
});

describe('labels', () => {
  it('have the code, whatever the title and the order', () => {
    const retitled = (row: Row) => ({
      ...row,
      occupation: row.occupation.replace(/^(2134) : .*/, '$1 : Old'),
    });
    const reversed = read(
      sample.rows.toReversed().map((row) => (row.kind === 'columns' ? row : retitled(row))),
    );
    expect(reversed.lines).toEqual([]);
    expect(documentsOf(reversed.edition)).toEqual(documentsOf(sample));
  });
  it.each<[string, Named, Partial<Record<ColumnName, string>>, RegExp]>([
    [
      'an unknown status',
      programmers,
      said('P', 'Estimate is provisional'),
      /csv!O122: .*"Estimate is provisional"/,
    ],
    ['a text for a number', programmers, { value: '51,300' }, /csv!M122: got "51,300"/],
    ['another area', programmers, { geography: 'K03000001' }, /!D122: got "K03000001"/],
    [
      'a code that is no unit group',
      programmers,
      { occupation: '2999 : Programmers' },
      /!I122: got "2999 : Programmers"/,
    ],
    [
      'a larger group',
      programmers,
      { occupation: '213 : Programmers' },
      /!I122: got "213 : Programmers"/,
    ],
    ['an ordinal for a code', programmers, { occupation: '60' }, /!I122: got "60"/],
    ['another measure', programmers, { measures: 'Percent' }, /!L122: got "Percent"/],
    [
      'a renamed category',
      { hours: 'Part-time' },
      { hours: 'Under 30 hours' },
      /part-time\.csv!F2: .*"Under 30 hours"/,
    ],
  ])('%s is told with its place', (_, named, change, line) => {
    expect(altered(named, change).lines[0]).toMatch(
      new RegExp(`^aps-employment sample-2026-06 .*${line.source}`),
    );
  });
});

describe('checks', () => {
  test.each<[string, ReturnType<typeof read>, readonly string[]]>([
    ['the sample', read(sample.rows), []],
    [
      'other row counts than the answer states',
      altered({ kind: 'sex' }, { recordCount: '25001' }),
      ['rows-complete'],
    ],
    ['two periods', altered({ kind: 'part-time' }, { date: '2026-03' }), ['one-period']],
    ['another group of people', altered({ sex: 'All persons' }, { sex: 'Total' }), ['labels']],
    ['thousands for people', scaled(0.001), ['cv-law', 'total-plausible', 'units-add-up']],
    [
      'a nation too large',
      scaled(1.2, { geographyName: 'Scotland', measures: 'Value' }),
      ['nations-add-up'],
    ],
    [
      'an interval of 0',
      altered({ ...interval, geographyName: 'England' }, { value: '0' }),
      ['cv-law'],
    ],
    [
      'a part above its whole',
      altered({ code: '2134', sex: 'Females', measures: 'Value' }, { value: '90000' }),
      ['parts-below-whole'],
    ],
    [
      'groups that miss their total',
      changed({}, ({ occupation }) => (/^2/.test(occupation) ? below : {})),
      ['units-add-up'],
    ],
  ])('%s', (_, { edition }, names) =>
    expect(checksThatFind(apsEmployment, edition).toSorted()).toEqual(names),
  );
});

describe('files', () => {
  const textOf = (name: string) =>
    Buffer.from(files.find((file) => file.name === name)?.bytes ?? []).toString();
  const [header = '', ...lines] = textOf('employment.csv').trim().split('\n');
  const others = files.filter(({ name }) => name !== 'employment.csv');
  const page = (name: string, body: readonly string[]): PublishedFile => ({
    name,
    bytes: Buffer.from([header, ...body].join('\n')),
  });
  const parse = (...given: readonly PublishedFile[]) =>
    apsEmployment.parse(release, [...given, ...others]);

  it('columns may stand with others among them', async () => {
    const text = textOf('employment.csv').replace(/^"DATE"/, '"URN","DATE"');
    const wider = { name: 'employment.csv', bytes: Buffer.from(text.replaceAll('\n"', '\n"x","')) };
    const { edition, problems } = await examine(
      apsEmployment,
      release.name,
      [wider, ...others],
      needs,
    );
    expect(problems).toEqual([]);
    expect(documentsOf(edition)).toEqual(documentsOf(sample));
  });
  it('an error with status 200 is a download to repeat', async () => {
    const reading = parse({ name: 'employment.csv', bytes: Buffer.from('Sorry, no') });
    await expect(reading).rejects.toThrow(UnreadableFileError);
    await expect(reading).rejects.toThrow(/employment\.csv.*: begins "Sorry, no"/);
  });
  it('an answer that the service has cut off is held back', async () => {
    const cut = await examine(
      apsEmployment,
      release.name,
      [page('employment.csv', lines.slice(0, 2500)), ...others],
      needs,
    );
    expect(findingsOf(apsEmployment, 'rows-complete', cut.edition)).toEqual([
      expect.stringMatching(/the rows, as asked for: found "2500", expected "4130"/),
      expect.stringMatching(/the rows, as the answer states: found "2500", expected "4130"/),
    ]);
  });
});

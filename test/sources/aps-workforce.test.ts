// Workforce: the traps of the survey's ad hoc workbooks on the sample, one altered cell at a time, and releases that must be held back.
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { newColumns } from '#compiler/check/new-columns.ts';
import { type LookedFor, listenTo } from '#sources/kit/looked-for.ts';
import { LayoutError, type Problem, PageError } from '#sources/kit/problem.ts';
import type { PublishedFile, Web } from '#sources/kit/source.ts';
import type { WorkforceResponse } from '#schemas/resources/workforce.ts';
import { peoplePage, successorSearch } from '#sources/aps-workforce/discover.ts';
import { type Rows, type Table, type TableKind, type TableRow, sections } from '#sources/aps-workforce/layout.ts';
import { ageBandOf, caution, periodOf, reshape } from '#sources/aps-workforce/reshape.ts';
import { apsWorkforce } from '#sources/aps-workforce/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { edited } from '../compiler/spine-releases.ts';
import { compileAltered } from './altered.ts';
import { examine, examineSample, needsOf } from './examine.ts';

const needs = needsOf({ 'soc-structure': (await examineSample(socStructure)).edition.observations });
const [published] = await apsWorkforce.sample({ full: false });
const files = published?.files ?? [];
const { edition: sample, problems: sampleProblems } = await examineSample(apsWorkforce, needs);
const { release } = sample;

type Edition = typeof sample;

function read(rows: Rows): { edition: Edition; lines: string[] } {
  const problems: Problem[] = [];
  const observations = reshape(release, rows, needs, problems);
  return { edition: { ...sample, rows, observations }, lines: problems.map(({ place, message }) => `${place}: ${message}`) };
}

const tables = (kind: TableKind, change: (table: Table) => Table): Rows =>
  sample.rows.map((table) => (table.kind === kind ? change(table) : table));
const line = (table: Table, code: string, change: (row: TableRow) => TableRow): Table => ({
  ...table,
  rows: table.rows.map((row) => (row.label.startsWith(code) ? change(row) : row)),
});
/** The cell of an occupation in a category of every table of a kind. */
const cell = (kind: TableKind, code: string, place: number, text: string): Rows =>
  tables(kind, (table) => line(table, code, (row) => ({ ...row, cells: row.cells.map((old, at) => (at === place ? text : old)) })));

function found(name: string, edition: Edition) {
  const check = apsWorkforce.checks.find((candidate) => candidate.name === name);
  if (check === undefined) throw new Error(`there is no check "${name}"`);
  return check.check(edition, null);
}

function documentOf(code: string, edition: Edition = sample): WorkforceResponse {
  const provenance = {
    source: 'aps-workforce' as const,
    publisher: 'p',
    licence: 'l',
    licenceUrl: null,
    edition: 'e',
    editionId: '0',
    released: null,
    landingPage: 'u',
    inputs: [],
  };
  const document = [...apsWorkforce.documents({ ...edition, provenance, attribution: 'a' })].find(({ place }) => place.soc === code);
  return document?.body as WorkforceResponse;
}

describe('the sample', () => {
  it('is understood, and no check finds anything', () => {
    expect(sampleProblems).toEqual([]);
    expect(apsWorkforce.checks.flatMap((check) => check.check(sample, null).map((finding) => ({ check: check.name, ...finding })))).toEqual(
      [],
    );
  });
  it('withholds figures for every reason of the workbooks, and shades more than a thousand a sheet', () => {
    expect(Object.keys(apsWorkforce.count(sample.observations).withheld).sort()).toEqual(['no-figures-reported', 'unreliable']);
    expect(documentOf('5421').industries.sections.every(({ count }) => count === null)).toBe(true);
  });
});

describe('traps', () => {
  const shadedAs = (fill: string): Rows =>
    tables('industry', (table) => ({ ...table, palette: table.palette.map((known) => (known.startsWith('lightGray') ? fill : known)) }));
  it('shading is the pattern lightGray; a solid fill of any colour is none', () => {
    const [first] =
      sample.observations.industries
        .at(-1)
        ?.lines.get('2134')
        ?.figures.filter(({ quality }) => quality === 'acceptable') ?? [];
    expect(first).toMatchObject({ qualityBasis: 'publisher-shading', caution });
    const qualities = (edition: Edition) =>
      new Set(
        [...(edition.observations.industries.at(-1)?.lines.values() ?? [])].flatMap(({ figures }) =>
          figures.flatMap(({ count, quality }) => (count === null ? [] : [quality])),
        ),
      );
    expect([...qualities(sample)].sort()).toEqual(['acceptable', 'reasonable']);
    expect([...qualities(read(shadedAs('solid/FFF9F9FB')).edition)]).toEqual(['reasonable']);
    expect([...qualities(read(shadedAs('lightGray/')).edition)].sort()).toEqual(['acceptable', 'reasonable']);
  });
  it('a workbook saved without its styles is held back, not served as all good', () => {
    expect(found('styles-read', read(shadedAs('solid/FFF9F9FB')).edition).map(({ message }) => message)).toEqual([
      'the number of shaded figures is 0, expected at least 1000',
      'the number of shaded figures is 0, expected at least 1000',
    ]);
  });
  it.each([
    ['*', 'unreliable', 'unreliable'],
    ['-', 'no-figures-reported', 'unrated'],
  ])('%s is withheld as %s, never 0', (printed, reason, quality) => {
    const { edition, lines } = read(cell('industry', '2134', 2, printed));
    expect(lines).toEqual([]);
    expect(documentOf('2134', edition).industries.sections[2]).toMatchObject({
      code: 'C',
      count: null,
      percent: null,
      quality,
      presentable: false,
      caution: null,
      withheld: { reason, marker: printed },
    });
  });
  it('titles are cut, so occupations are joined by code and named by the classification', () => {
    const { edition, lines } = read(
      tables('industry', (table) => line(table, '2134', (row) => ({ ...row, label: '2134 Programmers and' }))),
    );
    expect(lines).toEqual([]);
    expect(documentOf('2134', edition).title).toBe('Programmers and software development professionals');
  });
  it('sections are known by their letter, wherever their column stands, and named in full', () => {
    const turned = tables('industry', (table) => ({
      ...table,
      columns: table.columns.toReversed(),
      rows: table.rows.map((row) => ({ ...row, cells: row.cells.toReversed(), fills: row.fills.split('').toReversed().join('') })),
    }));
    expect(documentOf('2134', read(turned).edition).industries).toEqual(documentOf('2134').industries);
    expect(documentOf('2134').industries.sections.map(({ code, title }) => ({ code, title }))).toEqual(
      sections.map((section) => ({ ...section })),
    );
  });
  it('the newest of the years is served, whatever the order of the sheets', () => {
    expect(documentOf('2134').industries.period).toBe('January to December 2024');
    expect(documentOf('2134', read(sample.rows.toReversed()).edition).industries).toEqual(documentOf('2134').industries);
  });
  it('no percent is made of what is visible: without a total there is none', () => {
    for (const { count, percent, withheldFigures } of documentOf('2134').industries.sections) {
      expect(percent).toBeNull();
      if (count !== null) expect(withheldFigures).toMatchObject({ percent: { reason: 'no-total', marker: null } });
    }
  });
  it('each part has its own period', () => {
    const { ages, qualifications, industries } = documentOf('2134');
    expect([ages.period, qualifications.period, industries.period]).toEqual([
      'April 2025 to March 2026',
      'April 2025 to March 2026',
      'January to December 2024',
    ]);
  });
  it.each([
    ['January-December 2024', 'January to December 2024'],
    ['April 2025-March 2026', 'April 2025 to March 2026'],
    ['April 2025 to March 2026', 'April 2025 to March 2026'],
    ['January 2024-December 2024', 'January to December 2024'],
    ['Weighted 2022', ''],
  ])('%s is the period "%s"', (about, period) => expect(periodOf({ about: [about] })).toBe(period));
  it.each([
    ['16-24', 16, 24],
    ['16 to 17', 16, 17],
    ['Aged 50–54', 50, 54],
    ['65 and over', 65, null],
    ['65+', 65, null],
    ['Under 25', 16, 24],
  ])('the band %s', (header, from, to) => expect(ageBandOf(header)).toMatchObject({ fromAge: from, toAge: to }));
});

describe('headline shares', () => {
  const figures = (...texts: readonly string[]) =>
    read(
      tables('age', (table) =>
        line(table, '2134', (row) => ({
          ...row,
          cells: [...texts],
          fills: texts.map((text) => (text.endsWith('1') ? shadedLetter(table) : plainLetter(table))).join(''),
        })),
      ),
    ).edition;
  const shadedLetter = ({ palette }: Table) => String.fromCharCode(97 + palette.findIndex((fill) => fill.startsWith('lightGray')));
  const plainLetter = ({ palette }: Table) => String.fromCharCode(97 + palette.findIndex((fill) => fill.startsWith('solid')));
  it('are sums of the bands, with the lowest of their qualities', () => {
    const { headline } = documentOf('2134', figures('1001', '9000', '20000', '30000', '9999', '20000', '10000', '100000'));
    expect(headline.agedUnder25).toMatchObject({
      count: 10_001,
      percent: 10,
      quality: 'acceptable',
      caution,
      presentable: true,
      withheld: null,
    });
    expect(headline.aged55AndOver).toMatchObject({ count: 30_000, percent: 30, quality: 'reasonable', caution: null });
  });
  it('are withheld where one of the bands is', () => {
    const { headline } = documentOf('2134', figures('*', '9000', '20000', '30000', '9999', '20000', '-', '100000'));
    expect(headline.agedUnder25).toMatchObject({
      count: null,
      percent: null,
      quality: 'unreliable',
      withheld: { reason: 'part-withheld', marker: null },
    });
    expect(headline.aged55AndOver).toMatchObject({ count: null, quality: 'unrated', withheld: { reason: 'part-withheld' } });
  });
  it('have no percent where the total is withheld', () => {
    expect(documentOf('2134', figures('1000', '9000', '20000', '30000', '9999', '20000', '10000', '*')).headline.agedUnder25).toMatchObject(
      { count: 10_000, percent: null, withheld: null, withheldFigures: { percent: { reason: 'unreliable' } } },
    );
  });
  const renamed = (kind: TableKind, from: RegExp, to: string): Edition =>
    read(
      tables(kind, (table) => ({
        ...table,
        columns: table.columns.map(({ column, header }) => ({ column, header: header.replace(from, to) })),
      })),
    ).edition;
  it('cannot be told where a band lies across the age, or no level is that of degrees', () => {
    const { headline } = documentOf('2134', renamed('age', /18-24/, '18-34'));
    expect(headline.agedUnder25).toMatchObject({ count: null, quality: 'unrated', withheld: { reason: 'not-applicable' } });
    expect(headline.aged55AndOver.withheld?.reason).not.toBe('not-applicable');
    expect(
      documentOf('2134', renamed('qualification', /Degree or equivalent/, 'NQF level 4 and above')).headline.withDegree.withheld?.reason,
    ).toBe('not-applicable');
  });
  it('are not in a release without ages and qualifications, which is a known issue', () => {
    const { edition, lines } = read(sample.rows.filter(({ kind }) => kind === 'industry'));
    expect(lines).toEqual([]);
    const { headline, ages, qualifications, derivation } = documentOf('2134', edition);
    for (const part of [headline.agedUnder25, headline.aged55AndOver, headline.withDegree, ages, qualifications])
      expect(part.withheld).toMatchObject({ reason: 'not-received', marker: null });
    expect([ages.bands, ages.period, qualifications.levels]).toEqual([[], null, []]);
    expect(derivation).toContain('which we have not received');
    expect(derivation).not.toContain(peoplePage);
    expect(documentOf('2134', sample).derivation).toContain(peoplePage);
    expect(found('ages-and-qualifications-in-this-release', edition)).toHaveLength(1);
    expect(apsWorkforce.checks.filter(({ severity }) => severity === 'block').flatMap((check) => check.check(edition, null))).toEqual([]);
  });
});

describe('header rows and columns are found by their names', () => {
  /** The sample with every sheet of one workbook altered. Shading stays. */
  async function altered(workbook: number, change: (sheet: ExcelJS.Worksheet) => void): Promise<PublishedFile[]> {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Buffer.from(files[workbook]?.bytes ?? []) as unknown as Parameters<typeof book.xlsx.load>[0]);
    for (const sheet of book.worksheets) change(sheet);
    return files.with(workbook, { name: files[workbook]?.name ?? '', bytes: new Uint8Array(await book.xlsx.writeBuffer()) });
  }
  const headerRow = 8;
  const inserted = (at: number, header: string) => (sheet: ExcelJS.Worksheet) => {
    const last = sheet.rowCount - 4;
    const values = Array.from({ length: last }, (_, index) =>
      index + 1 < headerRow ? null : index + 1 === headerRow ? header : 'see notes',
    );
    sheet.spliceColumns(at, 0, values);
  };
  const headers = (change: (header: string) => string) => (sheet: ExcelJS.Worksheet) => {
    sheet.getRow(headerRow).eachCell((cell) => void (cell.value = change(String(cell.value))));
  };
  const answers = ({ release: of, rows, observations }: Edition) =>
    JSON.stringify([
      ...apsWorkforce.documents({ release: of, rows, observations, needs, provenance: {} as never, attribution: 'a' } as never),
    ]);
  async function outcome(given: readonly PublishedFile[]) {
    const lookedFor: LookedFor[] = [];
    const { edition, problems } = await listenTo(lookedFor, () => examine(apsWorkforce, published?.release ?? '', given, needs));
    const blocks = apsWorkforce.checks.filter(({ severity }) => severity === 'block').flatMap((check) => check.check(edition, null));
    return { held: [...problems, ...blocks], edition, lookedFor };
  }

  it.each<[string, number, (sheet: ExcelJS.Worksheet) => void, string | null]>([
    ['a new column between the sections', 0, inserted(6, 'Remark'), 'Remark'],
    ['a new column after the occupations', 0, inserted(3, 'Remark'), 'Remark'],
    ['a new column between the ages', 1, (sheet) => (sheet.name === 'Age' ? inserted(5, 'Remark')(sheet) : undefined), 'Remark'],
    [
      'a new column of remarks between the levels',
      1,
      (sheet) => (sheet.name === 'Highest qualification' ? inserted(5, 'Remark')(sheet) : undefined),
      'Remark',
    ],
    ['a new column before everything, lines above included', 0, inserted(1, 'Remark'), null],
    ['a new column before the occupations', 1, inserted(2, 'Remark'), null],
    ['two lines above everything', 0, (sheet) => sheet.insertRows(1, [['Published by the publisher'], []]), null],
    ['other blanks and marks of notes', 0, headers((text) => ` ${text.replaceAll(' ', '  ').replace(/^(\d+) +/, '$1 ')} [note 1]`), null],
    ['marks of notes at the ages', 1, (sheet) => (sheet.name === 'Age' ? headers((text) => ` ${text} [note 1]`)(sheet) : undefined), null],
  ])('%s: passes and changes no answer', async (_, workbook, change, told) => {
    const sound = await outcome(files);
    const changed = await outcome(await altered(workbook, change));
    expect(changed.held).toEqual([]);
    expect(answers(changed.edition)).toBe(answers(sound.edition));
    const results = newColumns({ ...changed.edition, lookedFor: changed.lookedFor }, { ...sound.edition, lookedFor: sound.lookedFor });
    expect(results.map(({ severity, check }) => `${severity} ${check}`)).toEqual(told === null ? [] : ['info new-columns']);
    if (told !== null) expect(results[0]?.message).toContain(`the column "${told}" is new since`);
  });

  it.each<[string, number, (sheet: ExcelJS.Worksheet) => void, RegExp]>([
    ['a section twice', 0, inserted(6, '7 C  Manufacturing again'), /'2023'!row 8: 2 columns are headed "3 C/],
    [
      'a band twice',
      1,
      (sheet) => (sheet.name === 'Age' ? inserted(6, '2 18-24')(sheet) : undefined),
      /'Age'!row 8: 2 columns are headed "2 18-24"/,
    ],
    ['a total twice', 1, inserted(6, 'All ages'), /'Age'!row 8: 2 columns are headed "All ages"/],
    ['a section missing', 0, (sheet) => sheet.spliceColumns(5, 1), /: found "A B D E/],
    ['a band missing', 1, (sheet) => (sheet.name === 'Age' ? sheet.spliceColumns(5, 1) : undefined), /the share of the categories is/],
  ])('%s: held back with its place', async (_, workbook, change, expected) => {
    const given = await altered(workbook, change);
    const lines = await outcome(given).then(
      ({ held }) => held,
      (error: unknown) => (error instanceof LayoutError ? error.problems : Promise.reject(error)),
    );
    expect(lines.map(({ place, message }) => `${place}: ${message}`).join('\n')).toMatch(expected);
  });
});

describe('levels of qualification that the release before did not have', () => {
  const levelsOf = (change: (header: string) => string) => {
    const rows = sample.rows.map((table) =>
      table.kind === 'qualification' ? { ...table, columns: table.columns.map((at) => ({ ...at, header: change(at.header) })) } : table,
    );
    const { edition, lines } = read(rows);
    expect(lines).toEqual([]);
    return (apsWorkforce.checks.find(({ name }) => name === 'levels-as-before')?.check(edition, sample) ?? []).map(
      ({ place, message }) => `${place}: ${message}`,
    );
  };

  it('pass in another spelling', () => {
    expect(levelsOf((header) => header.toUpperCase().replace('A LEVEL', 'A-level'))).toEqual([]);
  });

  it('hold the release, and so does one that is gone', () => {
    expect(levelsOf((header) => header.replace('Other qualification', 'Trade apprenticeship'))).toEqual([
      'aps-workforce sample-2023-2024 \'Highest qualification\'!row 8: the levels of qualification lack "Other qualification", expected all 7',
      'aps-workforce sample-2023-2024 \'Highest qualification\'!row 8: the levels of qualification have "Trade apprenticeship", expected only the 7 known',
    ]);
  });
});

describe('faults, each told with its place', () => {
  it.each([
    [
      'an unknown marker',
      cell('industry', '1111', 3, 'c'),
      /^aps-workforce sample-2023-2024 '2023'!F9: unknown marker "c", expected a whole number above 0 or one of \* -/,
    ],
    ['a zero', cell('industry', '1111', 3, '0'), /'2023'!F9: found "0"/],
    ['an empty cell', cell('age', '1111', 0, ''), /'Age'!C9: unknown marker ""/],
    [
      'an occupation of another classification',
      tables('industry', (table) => line(table, '2134', (row) => ({ ...row, label: '2999 Programmers' }))),
      /'2023'!B\d+: got "2999 Programmers", expected a unit group/,
    ],
    [
      'an occupation twice',
      tables('industry', (table) => line(table, '2134', (row) => ({ ...row, label: '2133 Again' }))),
      /'2023'!B\d+: the code "2133" stands twice/,
    ],
    [
      'a section that is none',
      tables('industry', (table) => ({
        ...table,
        columns: table.columns.map((column, place) => (place === 4 ? { ...column, header: 'Water' } : column)),
      })),
      /'2023'!G8: the header "Water" is not a section of industry/,
    ],
  ])('%s', (_, rows, message) => expect(read(rows).lines[0]).toMatch(message));

  const retitled = (from: RegExp, to: string, kind: TableKind = 'industry'): Edition =>
    read(tables(kind, (table) => ({ ...table, about: table.about.map((text) => text.replace(from, to)) }))).edition;
  const scaled = (share: number, which: (row: TableRow) => boolean, kind: TableKind = 'industry', sheet = ''): Edition =>
    read(
      tables(kind, (table) =>
        table.sheet.includes(sheet)
          ? {
              ...table,
              rows: table.rows.map((row) =>
                which(row)
                  ? { ...row, cells: row.cells.map((text) => (/^\d+$/.test(text) ? String(Math.round(Number(text) * share)) : text)) }
                  : row,
              ),
            }
          : table,
      ),
    ).edition;
  const isTotal = ({ label }: TableRow) => label === 'Total';
  it.each([
    ['sheets', retitled(/2024/, '2022')],
    ['sheets', read(sample.rows.filter(({ sheet }) => sheet !== '2023')).edition],
    [
      'sections',
      read(
        tables('industry', (table) => ({
          ...table,
          columns: table.columns.map((column, place, all) => ({
            ...column,
            header: all[place === 0 ? 1 : place === 1 ? 0 : place]?.header ?? '',
          })),
        })),
      ).edition,
    ],
    [
      'units-complete',
      read(tables('age', (table) => ({ ...table, rows: table.rows.filter(({ label }) => !label.startsWith('2134')) }))).edition,
    ],
    ['units-complete', read(tables('industry', (table) => ({ ...table, rows: table.rows.toReversed() }))).edition],
    ['units-complete', read(tables('industry', (table) => ({ ...table, rows: table.rows.filter((row) => !isTotal(row)) }))).edition],
    ['fill-by-value', scaled(10, (row) => !isTotal(row))],
    ['column-totals', scaled(0.4, (row) => !isTotal(row))],
    ['column-totals', scaled(1.2, (row) => !isTotal(row))],
    ['total-plausible', scaled(2, () => true)],
    ['total-plausible', scaled(0.001, isTotal)],
    ['periods', retitled(/April 2025-March 2026/, 'a year', 'age')],
    ['people-plausible', scaled(2, () => true, 'age')],
  ] as const)('%s', (name, edition) => {
    const [finding] = found(name, edition);
    expect(finding?.place).toMatch(/^aps-workforce sample-2023-2024/);
    expect(finding?.message).toMatch(/\d|expected/);
  });
  it('shares-add-up', () => {
    const [first, second] = [cell('age', '2134', 2, '999999'), cell('qualification', 'Total', 0, '1')].map((rows) =>
      found('shares-add-up', read(rows).edition),
    );
    expect(first?.[0]).toMatchObject({
      place: 'aps-workforce sample-2023-2024 ages 2134',
      message: expect.stringMatching(/expected at most 100\.5 %|expected 99\.5 to 100\.5 %/),
    });
    expect(second?.[0]).toMatchObject({
      place: 'aps-workforce sample-2023-2024 qualifications Total',
      message: expect.stringContaining('expected 99.5 to 100.5 %'),
    });
  });
  it('reads anchors of their own release alone', () => {
    expect(found('anchors', sample)).toEqual([]);
    expect(found('anchors', { ...sample, release: { ...release, name: '2021-2024', sample: false } }).length).toBeGreaterThan(20);
  });
  it('another workbook in the place of the second says what it has', async () => {
    const [industry] = files;
    if (industry === undefined) throw new Error('there is no sample');
    await expect(examine(apsWorkforce, release.name, [industry, { name: 'other.xlsx', bytes: industry.bytes }], needs)).rejects.toThrow(
      /other\.xlsx: no sheet has a table by age, found "2023: 1 A Agriculture, forestry and fishing, /,
    );
    await expect(examine(apsWorkforce, release.name, [...files, { name: 'a.xlsx', bytes: industry.bytes }], needs)).rejects.toThrow(
      /are each the workbook by age and highest qualification, expected one/,
    );
  });
  it('names of releases: the first and the last year', () => {
    const names = ['2021-2024', '2024-2024', '2024-2021', '2020-2024', '2024', '2021-2024-v2'];
    expect(names.filter((name) => apsWorkforce.release(name) !== null)).toEqual(['2021-2024', '2024-2024']);
  });
});

describe('a release that must be held back, through the whole pipeline', () => {
  const numbers = (text: string, change: (value: number) => number) =>
    text.replace(
      /(<c r="[A-Z]+\d+" s="\d+"><v>)(\d+)(<\/v>)/g,
      (_, start: string, value: string, end: string) => `${start}${change(Number(value))}${end}`,
    );
  const shared = (from: string, to: string) => (given: readonly PublishedFile[]) =>
    edited(given, (part, text) => (part === 'xl/sharedStrings.xml' ? text.replace(from, to) : text));
  it.each([
    [
      'a column renamed',
      shared('17 Q  Human health', 'Health'),
      /'2023'!S8: the header "Health.*" is not a section of industry, expected "1 A/,
    ],
    ['a marker unknown', shared('>*<', '>[c]<'), /'2023'!\w+: unknown marker "\[c\]", expected a whole number above 0 or one of \* -/],
    [
      'a year missing',
      shared('>January-December 2024<', '>January-December 2022<'),
      /sheets: the period above the table: found "January to December 2022", expected "January to December 2024" \(aps-workforce sample-2023-2025 '2024'!A3/,
    ],
    [
      'thousands doubled',
      (given: readonly PublishedFile[]) =>
        edited(given, (part, text) => (part.startsWith('xl/worksheets/') ? numbers(text, (value) => 2 * value) : text)),
      /total-plausible: the sum of the sections' totals is \d{8}, expected 30000000 to 37000000 \(aps-workforce sample-2023-2025 '2023'/,
    ],
  ] as const)('%s', async (_, alter, message) => {
    const { verdict, lines, served } = await compileAltered(apsWorkforce, 'sample-2023-2025', alter);
    expect(lines).toMatch(message);
    expect([verdict, served]).toEqual(['quarantined', ['sample-2023-2024']]);
  });
});

describe('discovery', () => {
  const industryName = 'employmentby4digitsoc1digitindustryatosuk20212024final.xlsx';
  const page = (file: string) => ({
    type: 'static_adhoc',
    description: { title: 'Employment', releaseDate: '2025-11-18T09:30:00.000Z' },
    downloads: [{ title: 'Employment', file }],
  });
  const webOf = (pages: readonly (readonly [part: string, body: unknown])[]): Web => ({
    text: () => Promise.reject(new Error('no page is read as text')),
    async json(url) {
      const [, body] = pages.find(([part]) => url.includes(part)) ?? [];
      if (body === undefined) throw new PageError(`${url}: there is no such page (404)`);
      return body;
    },
  });
  it('the pinned pages and their files, under their own names', async () => {
    const { releases, remarks } = await apsWorkforce.discover(
      webOf([
        ['/3136', page(industryName)],
        ['/3501', page('socbyage.xlsx')],
        ['v1/search', { items: [] }],
      ]),
      '2026-11-21',
    );
    expect(releases).toEqual([
      {
        name: '2021-2024',
        released: '2025-11-18',
        files: [expect.objectContaining({ name: industryName }), expect.objectContaining({ name: 'socbyage.xlsx' })],
      },
    ]);
    expect(releases[0]?.files[0]?.url).toBe(
      `https://www.ons.gov.uk/file?uri=/employmentandlabourmarket/peopleinwork/employmentandemployeetypes/adhocs/3136employmentbyoccupationandindustrysectionasuk2021to2024/${industryName}`,
    );
    expect(remarks).toEqual([]);
  });
  it('a second page that is gone is said, and the first still serves', async () => {
    const { releases, remarks } = await apsWorkforce.discover(webOf([['/3136', page(industryName)]]), '2026-11-21');
    expect(releases[0]?.files.map(({ name }) => name)).toEqual([industryName]);
    expect(remarks).toEqual([
      expect.stringMatching(/^ages and qualifications are left out: .*3501.*404/),
      `the search for successors failed: ${successorSearch}: there is no such page (404)`,
    ]);
  });
  it('a higher number with a like title is told to a person, never taken', async () => {
    const items = [
      { title: 'Employment by 4 digit occupation (SOC) and industry, UK, 2022 to 2025', uri: '/adhocs/4001employment' },
      {
        title: 'Employment by occupation and industry section',
        uri: '/employmentandlabourmarket/peopleinwork/employmentandemployeetypes/adhocs/3136employmentbyoccupationandindustrysectionasuk2021to2024',
      },
      { title: 'Deaths by age', uri: '/adhocs/4002deaths' },
    ];
    const { releases, remarks } = await apsWorkforce.discover(
      webOf([
        ['/3136', page(industryName)],
        ['/3501', page('socbyage.xlsx')],
        ['v1/search', { items }],
      ]),
      '2026-11-21',
    );
    expect(releases.map(({ name }) => name)).toEqual(['2021-2024']);
    expect(remarks).toEqual([
      expect.stringMatching(/^possible successor: "Employment by 4 digit.*\/adhocs\/4001employment; look at it and, if it is one, pin it/),
    ]);
  });
  it('the first page without its workbook is a fault', async () => {
    await expect(apsWorkforce.discover(webOf([['/3136', page('other.csv')]]), '2026-11-21')).rejects.toThrow(
      '3136employmentbyoccupationandindustrysectionasuk2021to2024/data: expected one workbook, found "other.csv"',
    );
  });
});

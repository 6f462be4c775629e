// Volume 1: the traps of the publisher's workbook, on small edits of the sample's rows and files.
import { describe, expect, it } from 'vitest';
import { LayoutError, type Problem } from '#sources/kit/problem.ts';
import { classification } from '#sources/kit/sample/classification.ts';
import { writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { Examined, NeededObservations, Needs, PublishedFile, Release } from '#sources/kit/source.ts';
import type { Rows } from '#sources/soc-structure/layout.ts';
import { itemsOf } from '#sources/soc-structure/reshape.ts';
import { socStructure } from '#sources/soc-structure/source.ts';

const none: Needs = {
  get() {
    throw new Error('soc-structure needs no other source');
  },
};

async function sampleFiles(): Promise<{ release: Release; files: readonly PublishedFile[] }> {
  const [sample] = await socStructure.sample({ full: false });
  if (sample === undefined) throw new Error('there is no sample');
  return { release: releaseNamed(sample.release), files: sample.files };
}

function releaseNamed(name: string): Release {
  const read = socStructure.release(name.replace(/^sample-/, ''));
  if (read === null) throw new Error(`"${name}" is no release`);
  return { source: 'soc-structure', name, sample: name.startsWith('sample-'), ...read };
}

function examine(release: Release, rows: Rows): { edition: Examined<Rows, NeededObservations['soc-structure']>; problems: Problem[] } {
  const problems: Problem[] = [];
  return { edition: { release, rows, observations: socStructure.reshape(release, rows, none, problems), needs: none }, problems };
}

function found(name: string, edition: Examined<Rows, NeededObservations['soc-structure']>, previous: typeof edition | null = null) {
  const check = socStructure.checks.find((candidate) => candidate.name === name);
  if (check === undefined) throw new Error(`there is no check "${name}"`);
  return check.check(edition, previous);
}

const { release, files } = await sampleFiles();
const sampleRows = await socStructure.parse(release, files);
const sample = examine(release, sampleRows);

/** The sample's rows with one row of a sheet changed. */
function edited(kind: 'descriptions' | 'framework', unit: string, change: Partial<Record<string, string>>): Rows {
  return sampleRows.map((row): Rows[number] =>
    row.kind !== 'columns' && row.kind === kind && row.unit === unit ? ({ ...row, ...change } as Rows[number]) : row,
  );
}

/** A workbook of the two sheets with their first rows given, every group below as the sample has it. */
async function workbookWith(sheets: { name: string; headers: readonly string[] }[]): Promise<PublishedFile[]> {
  const bytes = await writeWorkbook(sheets.map(({ name, headers }) => ({ name, rows: [headers] })));
  return [{ name: files[0]?.name ?? '', bytes }];
}
const descriptionHeaders = [
  'SOC\n2020 Major Group',
  'SOC\n2020 Sub-Major Group',
  'SOC\n2020 Minor Group',
  'SOC 2020 Unit Group',
  'SOC\n2020 \nGroup Title',
  'Groups Classified Within Sub-Groups ',
  'Group  Description',
  'Typical Entry Routes And Associated Qualifications',
  'Tasks',
  'Related Job Titles',
];
const frameworkHeaders = [
  'Unique ID',
  'SOC2020\nMajor Group',
  'SOC2020\nSub-Major Group',
  'SOC2020\nMinor Group',
  'SOC2020 Unit Group',
  'SOC2020 Group Title',
  'Change',
  'VERSNO',
];

describe('the release', () => {
  it.each([
    ['2025-04-16', '2025-04-16', 1],
    ['2026-08-27-v2', '2026-08-27', 2],
  ])('%s was published on %s', (name, released, suffix) => {
    expect(socStructure.release(name)).toEqual({ order: [released, suffix], year: null, provisional: false, released });
  });
  it.each(['2024-provisional', '2025-02-31', '16042025', '2025-04-16-v', ''])('"%s" is none', (name) => {
    expect(socStructure.release(name)).toBeNull();
  });
});

describe('the sample', () => {
  it('passes every check and reads without a problem', () => {
    expect(sample.problems).toEqual([]);
    expect(
      socStructure.checks.flatMap((check) => check.check(sample.edition, null).map((finding) => `${check.name}: ${finding.message}`)),
    ).toEqual([]);
  });
  it('holds all 551 groups with the titles of the classification', () => {
    expect([...sample.edition.observations.groups.values()].map(({ code, title }) => ({ code, title }))).toEqual(
      [...classification].sort((a, b) => (a.code < b.code ? -1 : 1)),
    );
  });
  it('spans the 412 unit groups and emits no documents', () => {
    expect(socStructure.axes(sample.edition.observations)).toMatchObject({ areas: null });
    expect(socStructure.axes(sample.edition.observations).occupations).toHaveLength(412);
  });
  it('is the same bytes twice', async () => {
    expect((await sampleFiles()).files).toEqual(files);
  });
});

describe('the history of a group', () => {
  const withHistory = (change: string) => examine(release, edited('framework', '2134', { change }));
  const earlier = (change: string) => withHistory(change).edition.observations.groups.get('2134')?.earlierTitles;
  it.each<[string, string[]]>([
    ['Unit group title was Programmers ', ['Programmers']],
    ['Sub-major group title was Programmers, developers', ['Programmers, developers']],
    ['Unit group title was Programmers\nUnit group title was Coders', ['Programmers', 'Coders']],
  ])('%j tells earlier titles', (change, titles) => expect(earlier(change)).toEqual(titles));
  it.each([[''], ['Moved from 213']])('%j tells none', (change) => expect(earlier(change)).toBeUndefined());
});

describe('traps', () => {
  it('takes the text <blank> for no content, never for a title or a task', () => {
    const texts = JSON.stringify([...sample.edition.observations.groups.values(), ...sample.edition.observations.unitGroups]);
    expect(texts).not.toContain('<blank>');
    expect(itemsOf('<blank>')).toEqual([]);
  });
  it('keeps codes as texts, whether the cell is a number or a text', () => {
    expect(sample.edition.observations.unitGroups.every(({ code }) => typeof code === 'string' && code.length === 4)).toBe(true);
    expect(examine(release, edited('framework', '5111', { unit: ' 5111 ' })).problems).toEqual([]);
  });
  it('reads both header families and a sheet whose name differs in one capital, with VERNO for VERSNO', async () => {
    const headers = frameworkHeaders.map((header) => (header === 'VERSNO' ? 'VERNO' : header));
    const rows = await socStructure.parse(
      release,
      await workbookWith([
        { name: 'SOC2020 descriptions', headers: descriptionHeaders },
        { name: 'SOC2020 framework', headers },
      ]),
    );
    expect(rows.map((row) => row.kind)).toEqual(['columns', 'columns']);
  });
  it('takes unit titles from the framework and upper titles from the descriptions', () => {
    const rows = edited('descriptions', '2161', { title: 'Research and development (r&d) managers' });
    const { groups } = examine(release, rows).edition.observations;
    expect(groups.get('2161')?.title).toBe('Research and development (R&D) managers');
    expect(groups.get('1')?.title).toBe('Managers, directors and senior officials');
  });
  it('trims titles', () => {
    expect(
      examine(
        release,
        edited('framework', '2134', { title: ' Programmers and software development professionals ' }),
      ).edition.observations.groups.get('2134')?.title,
    ).toBe('Programmers and software development professionals');
  });
  it('splits a list at the tilde that begins a line and nowhere else, whatever blanks stand around it', () => {
    expect(itemsOf('~plans work; assigns tasks, and so on\n\n~keeps ~40 accounts \t\n \u00a0\n~ Meets clients\u00a0')).toEqual([
      'plans work; assigns tasks, and so on',
      'keeps ~40 accounts',
      'Meets clients',
    ]);
    expect(itemsOf('~one\r\n\r\n~two')).toEqual(['one', 'two']);
  });
  it('does not mind a unit group that is the only one of its minor group', () => {
    expect(sample.edition.observations.groups.get('1140')?.title).toBe(sample.edition.observations.groups.get('114')?.title);
    expect(found('codes', sample.edition)).toEqual([]);
  });
  it('takes the hierarchy from the codes, not from the order of rows', () => {
    const shuffled = examine(release, sampleRows.toReversed());
    expect(shuffled.problems).toEqual([]);
    expect(shuffled.edition.observations).toEqual(sample.edition.observations);
  });
  it('does not judge the style of a task', () => {
    const rows = edited('descriptions', '5433', { tasks: '~Prepares fish\n\n~Sells fish\n\n~Cleans the shop' });
    expect(found('text-complete', examine(release, rows).edition)).toEqual([]);
  });
});

describe('faults, each told with its place', () => {
  it('names a renamed column with what is there', async () => {
    const headers = descriptionHeaders.map((header) => (header === 'Tasks' ? 'Duties' : header));
    const parsing = socStructure.parse(
      release,
      await workbookWith([
        { name: 'SOC2020 descriptions', headers },
        { name: 'SOC2020 Framework', headers: frameworkHeaders },
      ]),
    );
    await expect(parsing).rejects.toThrow(LayoutError);
    await expect(parsing).rejects.toThrow(
      /^soc-structure sample-2025-04-16 \S+\.xlsx 'SOC2020 descriptions'!row 1: no column is headed "Tasks"; found .*"Duties"/,
    );
  });
  it('names a missing sheet with the sheets that are there', async () => {
    const parsing = socStructure.parse(release, await workbookWith([{ name: 'SOC2020 descriptions', headers: descriptionHeaders }]));
    await expect(parsing).rejects.toThrow(/there is no sheet "SOC2020 Framework", found "SOC2020 descriptions"/);
  });
  it.each([
    ['a code with a digit too many', 'framework', { unit: '21340' }, /'SOC2020 Framework'!E\d+: got "21340", expected a code of 4 digits/],
    ['a code that is none', 'descriptions', { unit: 'n/a' }, /'SOC2020 descriptions'!D81: got "n\/a", expected a code of 4 digits/],
    [
      'a unit that the framework has not',
      'framework',
      { unit: '2199' },
      /'SOC2020 descriptions'!D81: unit group "2134" is not in the framework/,
    ],
  ] as const)('%s', (_, kind, change, message) => {
    const { problems } = examine(release, edited(kind, '2134', change));
    expect(problems.map(({ place, message: text }) => `${place}: ${text}`).join('\n')).toMatch(message);
  });
  it.each([
    ['codes', 'framework', { unit: '2199' }],
    ['codes', 'descriptions', { unit: '2133' }],
    ['codes', 'descriptions', { unit: '9999' }],
    ['codes', 'descriptions', { minor: '213' }],
    ['text-complete', 'descriptions', { entryRoutes: '<blank>' }],
    ['text-complete', 'descriptions', { tasks: 'no tilde\n\n~two\n\n~three\n\n~four' }],
    ['text-complete', 'descriptions', { tasks: '~one\n\n~two' }],
    ['text-complete', 'descriptions', { relatedTitles: '~A title\n\n~<blank>' }],
    ['title-agreement', 'descriptions', { title: 'Programmers' }],
  ] as const)('%s finds an edited %s row %o', (name, kind, change) => {
    expect(found(name, examine(release, edited(kind, '2134', change)).edition)).not.toEqual([]);
  });
  it('reads anchors of real releases alone', () => {
    expect(found('anchors', sample.edition)).toEqual([]);
    expect(found('anchors', { ...sample.edition, release: releaseNamed('2025-04-16') })).not.toEqual([]);
  });
});

describe('against the previous edition', () => {
  it.each(socStructure.checks.map((check) => [check.name, check] as const))('%s says nothing where nothing moved', (_, check) => {
    expect(check.check(sample.edition, sample.edition)).toEqual([]);
  });
  it('holds a unit group that is another in both sheets', () => {
    const other = examine(
      release,
      sampleRows.map((row): Rows[number] => (row.kind !== 'columns' && row.unit === '2134' ? { ...row, unit: '2138' } : row)),
    ).edition;
    expect(found('codes', other)).toEqual([]);
    expect(found('codes', other, sample.edition).map(({ message }) => message)).toEqual([
      'the codes lack "2134", expected all 551',
      'the codes have "2138", expected only the 551 known',
    ]);
  });
});

// O*NET: the traps of its files and crosswalks, on small edits of the sample's files and on ways
// made by hand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatProblem } from '#sources/kit/problem.ts';
import { sheetOf, textOf, workbookOf } from '#sources/kit/sample/tables.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { WorkProfileResponse } from '#schemas/resources/work-profile.ts';
import type { corrections } from '#sources/onet/corrections.ts';
import { type Crosswalks, ratedBySoc, reachOf } from '#sources/onet/reach.ts';
import type { Interests, OnetObservations } from '#sources/onet/reshape.ts';
import { type Kind, type Rows, layout } from '#sources/onet/layout.ts';
import { onet } from '#sources/onet/source.ts';
import { keptSample } from '../kept.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { bodiesOf, foundBy } from './data-set.ts';
import { type Outcome, examine, needsOf } from './examine.ts';
import { entriesOf, needsWith, sampleSpine } from './sample-spine.ts';

type Examined = Outcome<Rows, OnetObservations>;

const spine = await sampleSpine();
const { unitGroups } = spine['soc-structure'];
/** Of 412 profiles these are enough: two unit groups lead to no occupation of the sample. */
const few = ['1161', '2134', '3311', '3544'];
const structure = {
  ...spine['soc-structure'],
  unitGroups: unitGroups.filter(({ code }) => few.includes(code)),
};
const needs = needsOf({ ...spine, 'soc-structure': structure });
const files = (await keptSample(onet)).at(-1)?.files ?? [];
const read = (given: readonly PublishedFile[]) => examine(onet, 'sample-30.2', given, needs);
const sample = await read(files);

const linesOf = (name: string) =>
  Buffer.from(files.find((file) => file.name === name)?.bytes ?? [])
    .toString()
    .split('\r\n');
const withText = (name: string, text: string) =>
  files.map((file) => (file.name === name ? { name, bytes: Buffer.from(text) } : file));
const without = (...names: readonly string[]) => files.filter(({ name }) => !names.includes(name));

/** The sample with one line of a text changed: the first that begins so. */
async function edited(
  name: string,
  begins: string,
  change: (cells: string[]) => string[],
): Promise<Examined & { row: number }> {
  const lines = linesOf(name);
  const at = lines.findIndex((line) => line.startsWith(begins));
  lines[at] = change((lines[at] ?? expect.fail(begins)).split('\t')).join('\t');
  return { ...(await read(withText(name, lines.join('\r\n')))), row: at + 1 };
}

const found = (name: string, { edition }: Examined, previous: Examined | null = null) =>
  foundBy(onet, name, edition, previous?.edition).map(({ message }) => message);
const profilesOf = ({ edition }: Examined) =>
  bodiesOf<WorkProfileResponse>(onet, edition, ({ soc }) => soc ?? '');

/** The first occupation of the sample that has ratings. */
const code = linesOf('Interests.txt')[1]?.split('\t')[0] ?? '';

const wayTo = (soc: string, isco = '2512') => ({ isco, soc2010: soc, soc2018: [soc] });
type Way = ReturnType<typeof wayTo>;

/** A tiny release: ways from ISCO-08, and US occupations with six scores each. */
async function tiny(
  ways: readonly Way[],
  scores: Readonly<Record<string, readonly (string | number)[]>>,
  abilities: string[][] = [],
) {
  const text = (name: string, kind: Kind, rows: readonly (readonly string[])[]) =>
    textOf(`${name}.txt`, layout, kind, rows, '\t');
  const interests = Object.entries(scores).flatMap(([rated, values]) => [
    ...values.map((value, place) => [
      rated,
      `1.B.1.${'abcdef'.charAt(place)}`,
      'Name',
      'OI',
      String(value),
      '02/2026',
    ]),
    ...['6.00', '0.00', '0.00'].map((value, place) => [
      rated,
      `1.B.1.${'ghi'.charAt(place)}`,
      'High-Point',
      'IH',
      value,
      '02/2026',
    ]),
  ]);
  const occupations = Object.keys(scores).map((rated) => [rated, `Occupation ${rated}`]);
  // Some codes have blanks at their ends. A group of three digits is passed over.
  const threeDigits = [
    ['211', '*', '19-9998'],
    ['315 ', '', '19-9998 '],
  ];
  const isco = [...threeDigits, ...ways.map((way) => [`${way.isco} `, '*', `${way.soc2010} `])];
  const soc = ways.flatMap((way) => way.soc2018.map((to) => [way.soc2010, to]));
  return [
    text('Occupation Data', 'occupations', occupations),
    text('Interests', 'interests', interests),
    ...(abilities.length === 0 ? [] : [text('Abilities', 'abilities', abilities)]),
    await workbookOf(
      'ISCO_SOC_Crosswalk.xls',
      sheetOf(layout, 'isco', isco, { above: ['Bureau', ''] }),
    ),
    await workbookOf('soc_2010_to_2018_crosswalk.xlsx', sheetOf(layout, 'soc', soc)),
  ];
}

type Titles = Parameters<typeof entriesOf>[1];
/** 2134 in a tiny release, with so many titles of each ISCO-08 code. */
async function examineTiny(given: Parameters<typeof tiny>, titles: Titles = [['2512', 1]]) {
  const examined = await examine(
    onet,
    'sample-30.2',
    await tiny(...given),
    needsWith(structure, entriesOf('2134', titles)),
  );
  return {
    ...examined,
    body: profilesOf(examined).get('2134') ?? expect.fail('there is no profile'),
  };
}
const ability = (rated: string, scale: 'IM' | 'LV', value: string) => [
  rated,
  '1.A.1.a.1',
  'Oral',
  scale,
  value,
  'N',
  scale === 'IM' ? 'n/a' : 'N',
];

describe('ratings', () => {
  const way = [wayTo('15-1111')];
  const half = [wayTo('15-1111'), wayTo('15-2222')];

  it('high points are indices: ours come from averages of scores', async () => {
    // Both occupations print "6, none, none".
    const { body } = await examineTiny([
      half,
      { '15-1111.00': [7, 1, 1, 1, 3, '1.00'], '15-2222.00': ['1.00', 3, 1, 1, '3.00', '7.00'] },
    ]);
    expect(body.interests.scores.map(({ score }) => score)).toEqual([4, 2, 1, 1, 3, 4]);
    expect(body.interests.highPoints).toEqual(['realistic', 'conventional', 'enterprising']);
    expect(body.interests).toMatchObject({
      period: 'February 2026',
      referenceDates: { from: '2026-02-01', to: '2026-02-28' },
    });
  });
  it.each([
    ['within 1.00 of the highest', [5, 3.99, 1, 1, 1, 1], ['realistic']],
    ['by score', ['5.00', '4.00', '4.10', 1, 1, 1], ['realistic', 'artistic', 'investigative']],
  ])('high points are %s', async (_, scores, highPoints) => {
    expect((await examineTiny([way, { '15-1111.00': scores }])).body.interests.highPoints).toEqual(
      highPoints,
    );
  });
});

describe('the way from a unit group', () => {
  const shares = [{ code: '2512', title: null, indexEntries: 1, share: 1 }];
  /** Ways of 2010 to 2018, `29-9099>29-9021+29-9099`, and the occupations that have ratings. */
  const reach = (ways: string, rated: string, added: typeof corrections = []) => {
    const pairs = ways
      .split(' ')
      .map((way) => way.split('>'))
      .map(([from = '', to = '']) => [from, to.split('+')] as const);
    const crosswalks: Crosswalks = {
      soc2010OfIsco: new Map([['2512', pairs.map(([from]) => from)]]),
      soc2018OfSoc2010: new Map(pairs),
    };
    return reachOf(shares, crosswalks, ratedBySoc(rated.split(' ')), added);
  };
  const added = [{ soc2020: '3544', code: '15-2051.01', reason: 'x' }];

  it.each<[string, Parameters<typeof reach>, string]>([
    [
      'a code that is no more goes on as others',
      ['15-1132>15-1252+15-1253', '15-1252.00 15-1253.00'],
      '15-1252.00 0.5, 15-1253.00 0.5',
    ],
    [
      'a code that kept its number stands for itself',
      ['29-9099>29-9021+29-9099', '29-9021.00 29-9099.01'],
      '29-9099.01 1',
    ],
    [
      'but for the others where it has no ratings',
      ['29-9099>29-9093+29-9099', '29-9093.00'],
      '29-9093.00 1',
    ],
    [
      'a correction has the greatest weight',
      ['43-9111>43-9111', '43-9111.00 15-2051.01', added],
      '15-2051.01 0.5, 43-9111.00 0.5',
    ],
  ])('%s', (_, given, expected) => {
    const found = reach(...given).occupations.map(
      (occupation) => `${occupation.code} ${occupation.weight}`,
    );
    expect(found.sort().join(', ')).toBe(expected);
  });
  it.each([
    [49, [], 'no-comparable-occupation'],
    [50, [/^Only 50%/, /^The ratings/], null],
    [80, [/^The ratings/], null],
  ])('%d %% of the way covered', async (covered, said, reason) => {
    const titles = { 2512: covered, '0110': 100 - covered };
    const given: Parameters<typeof tiny> = [
      [wayTo('15-1111'), wayTo('55-1011', '0110')],
      { '15-1111.00': [7, 1, 1, 1, 1, 1] },
    ];
    const { body } = await examineTiny(given, [...Object.entries(titles), [null, 7]]);
    expect([body.interests.withheld?.reason ?? null, body.interests.coveragePercent]).toEqual([
      reason,
      covered,
    ]);
    if (reason === null)
      expect(body.notes.filter((note) => /^(The ratings|Only)/.test(note)).sort()).toEqual(
        said.map((text) => expect.stringMatching(text)),
      );
    else {
      expect([body.basedOn, body.interests.scores.every(({ score }) => score === null)]).toEqual([
        [],
        true,
      ]);
      expect(body.notes[1]).toMatch(/without ratings of interests: 55-1011 \(51%\)\.$/);
    }
  });
  it('abilities name the occupations without them, heaviest first', async () => {
    const lost = ['15-3333', '15-4444', '15-5555', '15-6666'];
    const ways = [wayTo('15-1111'), { isco: '2513', soc2010: '15-2222', soc2018: lost }];
    const scores = Object.fromEntries(
      ['15-1111', ...lost].map((soc) => [`${soc}.00`, Array(6).fill('2')]),
    );
    const given: Parameters<typeof tiny> = [
      ways,
      scores,
      [ability('15-1111.00', 'IM', '2.00'), ability('15-1111.00', 'LV', '3.00')],
    ];
    const { body: half } = await examineTiny(given, Object.entries({ 2512: 4, 2513: 4 }));
    expect([
      half.interests.coveragePercent,
      half.abilities.coveragePercent,
      half.abilities.elements[0]?.importance,
    ]).toEqual([100, 50, 2]);
    expect(half.notes.join('\n')).toMatch(
      /no abilities, .*: 15-3333\.00 Occupation 15-3333\.00, .* and 1 more\.$/m,
    );
    const { body } = await examineTiny(given, Object.entries({ 2512: 3, 2513: 4 }));
    const withheld = { reason: 'no-comparable-occupation' };
    expect(body.abilities).toMatchObject({
      elements: [],
      coveragePercent: 42.9,
      presentable: false,
      withheld,
    });
    expect(body.notes.join('\n')).toMatch(
      /without ratings of abilities: 15-3333 Occupation 15-3333\.00 \(14\.3%\), .* and 1 more\.$/m,
    );
  });
});

describe('files', () => {
  const interest = 'Interests.txt\t1.B.1.a';
  const oral = 'Abilities.txt\t1.A.1.a.1';
  // Averages of scores off their scale made documents that are not valid, and the release failed as
  // a fault of ours.
  it.each<[place: string, column: number, value: string, column: string, message: string]>([
    [interest, 3, 'XX', 'D', 'unknown scale "XX", expected OI or IH'],
    [interest, 1, '1.B.3.a', 'B', 'unknown element "1.B.3.a"'],
    [interest, 4, 'n/a', 'E', 'found "n/a", expected a number'],
    [interest, 4, '70.00', 'E', '1.B.1.a is 70.00 on the scale OI, expected 1 to 7'],
    [
      'Interests.txt\t1.B.1.g',
      4,
      '2.50',
      'E',
      '1.B.1.g is 2.50 on the scale IH, expected a whole number from 0 to 6',
    ],
    [oral, 4, '5.01', 'E', '1.A.1.a.1 is 5.01 on the scale IM, expected 1 to 5'],
    [interest, 5, '2026-02-01', 'F', 'found "2026-02-01", expected a month like 02/2026'],
    [interest, 0, '15-1252', 'A', 'found the code "15-1252", expected one like 15-1252.00'],
    [oral, 5, '*', 'F', 'unknown marker "*", expected Y, N or n/a'],
  ])('a cell of %j: column %d is "%s"', async (place, cell, value, column, message) => {
    const [name = '', element = ''] = place.split('\t');
    const { problems, row } = await edited(name, `${code}\t${element}`, (cells) =>
      cells.with(cell, value),
    );
    expect(problems.map(formatProblem).join('\n')).toContain(
      `onet sample-30.2 ${name}!${column}${row}: `,
    );
    expect(problems.map(formatProblem).join('\n')).toContain(message);
  });
  it('a rating that occurs twice is named at its second place', async () => {
    const { problems, row } = await edited('Interests.txt', `${code}\t1.B.1.a`, (cells) =>
      cells.with(1, '1.B.1.b'),
    );
    expect(problems.map(formatProblem).join('\n')).toMatch(
      new RegExp(`Interests\\.txt!B${row + 1}: .*has "1\\.B\\.1\\.b" twice`),
    );
  });
  it('the new name of the interests is read first; one is needed', async () => {
    const renamed = files.map((file) =>
      file.name === 'Interests.txt' ? { ...file, name: 'Career Interest Types.txt' } : file,
    );
    for (const given of [
      renamed,
      [...renamed, { name: 'Interests.txt', bytes: Buffer.from('nothing') }],
    ])
      expect((await read(given)).edition.observations.interests).toEqual(
        sample.edition.observations.interests,
      );
    await expect(read(without('Interests.txt'))).rejects.toThrow('expected the file of interests');
  });
});

describe('job titles', () => {
  const issuesOf = ({ edition }: Examined) =>
    foundBy(onet, 'job-titles-read', edition).map(formatProblem);
  const titlesOf = ({ edition }: Examined) => edition.observations.jobTitles;
  const firstRow = (cell: number, value: string) => (text: string) => {
    const [header = '', first = '', ...others] = text.split('\r\n');
    return [header, first.split('\t').with(cell, value).join('\t'), ...others].join('\r\n');
  };
  it('are the reported ones, then the alternate ones with their short forms', () => {
    const own = titlesOf(sample).filter((title) => title.code === code);
    const long = { code, title: `Sample title of ${code}`, isShort: false };
    const short = { code, title: `ST ${code}`, isShort: true };
    expect(own.slice(-2)).toEqual([long, short]);
  });
  it.each<[string, (text: string) => string, RegExp]>([
    [
      'a code of another form',
      firstRow(0, '15-1252'),
      /Titles\.txt!A2: found the code "15-1252", expected one like/,
    ],
    ['no title', firstRow(1, ' '), /!B2: found no title/],
    ['no short title', firstRow(2, ''), /!C2: found no short title, expected one, or n\/a/],
  ])(
    '%s is a known issue; the profiles are served without the title',
    async (_, change, message) => {
      const name = 'Alternate Titles.txt';
      const examined = await read(withText(name, change(linesOf(name).join('\r\n'))));
      expect([examined.problems, issuesOf(examined).join('\n')]).toEqual([
        [],
        expect.stringMatching(message),
      ]);
      expect(titlesOf(examined).length).toBeLessThan(titlesOf(sample).length);
      expect(profilesOf(examined)).toEqual(profilesOf(sample));
    },
  );
  it('stand apart: files of them that are not understood are left out', () => {
    const apart = Object.entries(onet.files).filter(([, { isApart }]) => isApart);
    expect(apart.map(([name]) => name)).toEqual(['alternateTitles', 'reportedTitles']);
  });
  it('may be missing: the profiles stay the same', async () => {
    const examined = await read(
      without('Abilities.txt', 'Alternate Titles.txt', 'Sample of Reported Titles.txt'),
    );
    expect([titlesOf(examined), examined.problems, issuesOf(examined)]).toEqual([[], [], []]);
    expect(found('abilities-not-in-this-release', examined)).toHaveLength(1);
    const body = profilesOf(examined).get('2134');
    const withheld = { reason: 'not-received' };
    expect(body?.abilities).toMatchObject({
      elements: [],
      coveragePercent: null,
      presentable: false,
      withheld,
    });
    expect(body?.interests).toEqual(profilesOf(sample).get('2134')?.interests);
  });
});

describe('checks', () => {
  it.each<[string, string, string, (cells: string[]) => string[], RegExp]>([
    [
      'occupations-titled',
      'Occupation Data.txt',
      code,
      (cells) => cells.with(1, ''),
      /has ratings but no title/,
    ],
    [
      'interests-complete',
      'Interests.txt',
      `${code}\t1.B.1.c`,
      () => [],
      /has 5 scores and 3 high points, expected 6 and 3/,
    ],
    [
      'ih-agrees',
      'Interests.txt',
      `${code}\t1.B.1.g`,
      (cells) => cells.with(4, '0.00'),
      /the first high point is 0, but/,
    ],
    [
      'abilities-complete',
      'Abilities.txt',
      `${code}\t1.A.1.a.1`,
      () => [],
      /has 103 ratings, expected 104/,
    ],
  ])('%s', async (check, name, begins, change, message) => {
    expect([found(check, sample), found(check, await edited(name, begins, change))]).toEqual([
      [],
      [expect.stringMatching(message)],
    ]);
  });
  it('crosswalks and coverage', async () => {
    const ways = [wayTo('15-1111'), { isco: '2513', soc2010: '15-9999', soc2018: [] }];
    const few = await examineTiny([ways, { '15-1111.00': [1, 1, 1, 1, 1, 1] }]);
    expect(found('crosswalks', few)).toEqual(['the SOC 2010 codes lack "15-9999", expected all 2']);
    expect(found('coverage', few)).toEqual([
      'the number of unit groups with interests is 1, expected at least 400',
    ]);
  });
  it('crosswalks: another pair than before holds the release, in whatever order they stand', () => {
    const { edition } = sample;
    const [first = expect.fail('no crosswalk')] = layout.rowsOf(edition.rows, 'soc');
    const moved = edition.rows.map((row) => (row === first ? { ...first, to: '99-9999' } : row));
    const withRows = (rows: Rows) => ({ ...sample, edition: { ...edition, rows } });
    expect(found('crosswalks', withRows(edition.rows.toReversed()), sample)).toEqual([]);
    expect(found('crosswalks', withRows(moved), sample).join('\n')).toMatch(
      /the pairs lack ".*"[^]*the pairs have ".* 99-9999"/,
    );
  });
});

it('a score that two occupations have exchanged holds a release with the same other scores', () => {
  const { edition, problems } = sample;
  const interests = new Map(edition.observations.interests);
  const [[one, first], ...others] = [...interests] as [
    [string, Interests],
    ...[string, Interests][],
  ];
  const [other, second] =
    others.find(([, { scores }]) => scores[2] !== first.scores[2]) ?? expect.fail('all are equal');
  interests.set(one, { ...first, scores: first.scores.with(2, second.scores[2] ?? null) });
  interests.set(other, { ...second, scores: second.scores.with(2, first.scores[2] ?? null) });
  const exchanged = { ...edition, observations: { ...edition.observations, interests } };
  expect(found('values-in-their-rows', { edition: exchanged, problems }, sample)).toContainEqual(
    expect.stringMatching(
      /^2 values have moved since .*: The score of artistic \(.* is that of artistic \(/,
    ),
  );
});

describe('related occupations', () => {
  const name = 'Related Occupations.txt';
  const columns = linesOf(name)[0]?.split('\t') ?? [];
  const withCell = (header: string, value: (cell: string) => string) =>
    edited(name, code, (cells) =>
      cells.map((cell, at) => (columns[at] === header ? value(cell) : cell)),
    );

  it('are numbered from 1 in the sample', () =>
    expect(found('related-in-order', sample)).toEqual([]));
  it.each<[string, string, string, RegExp]>([
    ['a number that is missing', 'Index', '7', /has the number \d+ out of order, or twice/],
    ['a farther tier first', 'Relatedness Tier', 'Supplemental', /after one that is farther/],
    ['the occupation itself', 'Related O*NET-SOC Code', code, /is related to itself/],
  ])('%s', async (_, header, value, message) => {
    expect(found('related-in-order', await withCell(header, () => value))).toEqual([
      expect.stringMatching(message),
    ]);
  });
});

/** A related occupation of each line, taken from other lines. */
function withRelated(text: string, from: (at: number, all: number) => number): string {
  const [head = '', ...lines] = text.split('\r\n');
  const rows = lines.filter((line) => line !== '').map((line) => line.split('\t'));
  const place = head.split('\t').indexOf('Related O*NET-SOC Code');
  const moved = rows.map((cells, at) =>
    cells.with(place, rows[from(at, rows.length)]?.[place] ?? '').join('\t'),
  );
  return [head, ...moved, ''].join('\r\n');
}

/** What the check says of the file, read as that of a real release. */
async function ofRelated(text: string): Promise<string[]> {
  const { edition, problems } = await read(withText('Related Occupations.txt', text));
  const release = { ...edition.release, sample: false };
  return found('related-to-each-other', { problems, edition: { ...edition, release } });
}

describe('related occupations of a real release', () => {
  const head = linesOf('Related Occupations.txt')[0] ?? '';
  /** Forty occupations in a ring: each is related to the three on either side. */
  const ring = Array.from({ length: 40 }, (_, at) =>
    [1, 39, 2, 38, 3, 37].map((step, place) => {
      const cells: Record<string, string> = {
        'O*NET-SOC Code': ringCode(at),
        'Related O*NET-SOC Code': ringCode(at + step),
        'Relatedness Tier': 'Primary-Short',
        Index: `${place + 1}`,
      };
      return head
        .split('\t')
        .map((column) => cells[column] ?? '')
        .join('\t');
    }),
  );
  const sound = [head, ...ring.flat(), ''].join('\r\n');

  it('name each other', async () => expect(await ofRelated(sound)).toEqual([]));
  it('do not if the column has slipped by an occupation', async () =>
    expect(await ofRelated(withRelated(sound, (at, all) => (at + 60) % all))).toEqual([
      expect.stringMatching(/^\d+ of 240 related occupations name each other, expected at least/),
    ]));
});

function ringCode(at: number): string {
  return `15-${1000 + (at % 40)}.00`;
}

describeRealFiles('the real file of related occupations', () => {
  const file = join(publisherFiles, 'onet/30.2/Related Occupations.txt');
  const published = () => readFileSync(file, 'utf8').replaceAll(/\r?\n/g, '\r\n');
  it('is sound', async () => expect(await ofRelated(published())).toEqual([]));
  it.each<[string, (at: number, all: number) => number]>([
    ['shifted by an occupation', (at, all) => (at + 20) % all],
    ['shuffled', (at, all) => (at * 7919) % all],
    ['reversed', (at, all) => all - 1 - at],
  ])('%s', async (_, from) =>
    expect(await ofRelated(withRelated(published(), from))).toEqual([
      expect.stringMatching(/related occupations name each other, expected at least/),
    ]),
  );
});

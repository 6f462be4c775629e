// O*NET: the traps of its files and crosswalks, on small edits of the sample's files and on ways made by hand.
import { describe, expect, it } from 'vitest';
import { UnreadableFileError, formatProblem } from '#sources/kit/problem.ts';
import { writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile } from '#sources/kit/source.ts';
import type { WorkProfileResponse } from '#schemas/resources/work-profile.ts';
import type { corrections } from '#sources/onet/corrections.ts';
import { type Crosswalks, ratedBySoc, reachOf } from '#sources/onet/reach.ts';
import type { OnetObservations } from '#sources/onet/reshape.ts';
import { type Rows, layout } from '#sources/onet/layout.ts';
import { onet } from '#sources/onet/source.ts';
import { bodiesOf, foundBy } from './data-set.ts';
import { type Outcome, examine, needsOf } from './examine.ts';
import { entriesOf, needsWith, sampleSpine } from './sample-spine.ts';

type Examination = Outcome<Rows, OnetObservations>;

const spine = await sampleSpine();
const needs = needsOf(spine);
const [sampleRelease] = await onet.sample({ full: false });
if (sampleRelease === undefined) throw new Error('there is no sample');
const { files } = sampleRelease;
const sample = await examine(onet, sampleRelease.release, files, needs);

function textOf(name: string, of: readonly PublishedFile[] = files): string {
  return Buffer.from(of.find((file) => file.name === name)?.bytes ?? []).toString();
}

/** The sample's files with one of the texts changed; null takes it away. */
function withText(name: string, change: (text: string) => string | null): PublishedFile[] {
  return files.flatMap((file) => {
    if (file.name !== name) return [file];
    const text = change(textOf(name));
    return text === null ? [] : [{ name, bytes: Buffer.from(text) }];
  });
}

/** The sample with one line of a text changed: the first that begins so. */
async function edited(name: string, begins: string, change: (cells: string[]) => string[]): Promise<Examination & { row: number }> {
  const lines = textOf(name).split('\r\n');
  const at = lines.findIndex((line) => line.startsWith(begins));
  if (at < 0) throw new Error(`${name} has no line that begins with "${begins}"`);
  lines[at] = change((lines[at] ?? '').split('\t')).join('\t');
  return {
    ...(await examine(
      onet,
      'sample-30.2',
      withText(name, () => lines.join('\r\n')),
      needs,
    )),
    row: at + 1,
  };
}

const found = (name: string, { edition }: Examination, previous: Examination | null = null) =>
  foundBy(onet, name, edition, previous?.edition);

const profilesOf = ({ edition }: Examination) => bodiesOf<WorkProfileResponse>(onet, edition, ({ soc }) => soc ?? '');

/** The first rated occupation of the sample that is one part of a SOC code, with the lines of its interests. */
const firstCode = textOf('Interests.txt').split('\r\n')[1]?.split('\t')[0] ?? '';

/** A tiny release: US occupations by code with six scores each, every one reached from the ISCO-08 code that is given. */
async function tiny(
  ways: readonly { readonly isco: string; readonly soc2010: string; readonly soc2018: readonly string[] }[],
  scores: Readonly<Record<string, readonly string[]>>,
  abilities: readonly string[] = [],
): Promise<PublishedFile[]> {
  const text = (name: string, lines: readonly string[]) => ({ name, bytes: Buffer.from(`${lines.join('\r\n')}\r\n`) });
  const interests = Object.entries(scores).flatMap(([code, values]) => [
    ...values.map((value, place) => `${code}\t1.B.1.${'abcdef'.charAt(place)}\tName\tOI\t${value}\t02/2026\tx`),
    ...['6.00', '0.00', '0.00'].map((value, place) => `${code}\t1.B.1.${'ghi'.charAt(place)}\tHigh-Point\tIH\t${value}\t02/2026\tx`),
  ]);
  return [
    text('Occupation Data.txt', [
      'O*NET-SOC Code\tTitle\tDescription',
      ...Object.keys(scores).map((code) => `${code}\tOccupation ${code}\tx`),
    ]),
    text('Interests.txt', ['O*NET-SOC Code\tElement ID\tElement Name\tScale ID\tData Value\tDate\tDomain Source', ...interests]),
    ...(abilities.length === 0
      ? []
      : [
          text('Abilities.txt', [
            'O*NET-SOC Code\tElement ID\tElement Name\tScale ID\tData Value\tN\tStandard Error\tLower CI Bound\tUpper CI Bound\tRecommend Suppress\tNot Relevant\tDate\tDomain Source',
            ...abilities,
          ]),
        ]),
    {
      name: 'ISCO_SOC_Crosswalk.xls',
      bytes: await writeWorkbook([
        {
          name: 'ISCO-08 to 2010 SOC',
          rows: [
            ['Bureau'],
            [],
            ['ISCO-08 Code', 'ISCO-08 Title EN', 'part', '2010 SOC Code', '2010 SOC Title', 'Comment 8/17/11'],
            ...ways.map(({ isco, soc2010 }) => [isco, 'x', '*', soc2010, 'x']),
          ],
        },
      ]),
    },
    {
      name: 'soc_2010_to_2018_crosswalk.xlsx',
      bytes: await writeWorkbook([
        {
          name: 'Sorted by 2010',
          rows: [
            ['2010 SOC Code', '2010 SOC Title', '2018 SOC Code', '2018 SOC Title'],
            ...ways.flatMap(({ soc2010, soc2018 }) => soc2018.map((code) => [soc2010, 'x', code, 'x'])),
          ],
        },
      ]),
    },
  ];
}

const ability = (code: string, scale: 'IM' | 'LV', value: string, suppress = 'N', notRelevant = scale === 'IM' ? 'n/a' : 'N') =>
  `${code}\t1.A.1.a.1\tOral Comprehension\t${scale}\t${value}\t8\tn/a\tn/a\tn/a\t${suppress}\t${notRelevant}\t08/2023\tAnalyst - Transition`;

describe('the release', () => {
  it.each([
    ['30.2', [30, 2]],
    ['31.0', [31, 0]],
    ['30.10', [30, 10]],
  ])('%s', (name, order) => expect(onet.release(name)?.order).toEqual(order));
  it.each(['30', '2026-02', '30.2.1'])('"%s" is none', (name) => expect(onet.release(name)).toBeNull());
});

describe('the sample', () => {
  it('reads without a problem and passes every check', () => {
    expect(sample.problems).toEqual([]);
    expect(
      onet.checks.flatMap((check) =>
        check.check(sample.edition, sample.edition).map((finding) => `${check.name} ${finding.place}: ${finding.message}`),
      ),
    ).toEqual([]);
  });
  it('has groups without a way, groups half on theirs, and abilities withheld for every reason', () => {
    const profiles = [...profilesOf(sample).values()];
    expect(profiles).toHaveLength(412);
    expect(profiles.filter(({ interests }) => interests.withheld !== null).map(({ soc2020 }) => soc2020)).toEqual(['1161', '3311']);
    expect(profiles.some(({ interests }) => interests.withheld === null && (interests.coveragePercent ?? 100) < 80)).toBe(true);
    expect(
      new Set(
        profiles.flatMap(({ abilities }) =>
          abilities.elements.flatMap(({ withheldFigures }) => Object.values(withheldFigures).map(({ reason }) => reason)),
        ),
      ),
    ).toEqual(new Set(['not-relevant', 'suppressed-by-publisher']));
    expect(profiles.find(({ soc2020 }) => soc2020 === '3544')?.corrections).toHaveLength(1);
  });
});

describe('traps of the ratings', () => {
  const way = [{ isco: '2512', soc2010: '15-1111', soc2018: ['15-1111'] }];
  const half = [
    { isco: '2512', soc2010: '15-1111', soc2018: ['15-1111'] },
    { isco: '2512', soc2010: '15-2222', soc2018: ['15-2222'] },
  ];
  const profile = async (of: Parameters<typeof tiny>, soc2020 = '2134', codes: Parameters<typeof entriesOf>[1] = [['2512', 1]]) => {
    const examined = await examine(onet, 'sample-30.2', await tiny(...of), needsWith(spine['soc-structure'], entriesOf(soc2020, codes)));
    expect(examined.problems.map(formatProblem)).toEqual([]);
    const body = profilesOf(examined).get(soc2020);
    if (body === undefined) throw new Error('there is no profile');
    return body;
  };

  it('high points are indices: they are averaged with nothing, and ours come from the averages', async () => {
    // Both files say "6, none, none"; the averages are 4, 2, 1, 1, 3, 4.
    const { interests } = await profile([
      half,
      { '15-1111.00': ['7', '1', '1', '1', '3', '1.00'], '15-2222.00': ['1.00', '3', '1', '1', '3.00', '7.00'] },
    ]);
    expect(interests.scores.map(({ score }) => score)).toEqual([4, 2, 1, 1, 3, 4]);
    expect(interests.highPoints).toEqual(['realistic', 'conventional', 'enterprising']);
  });
  it.each([
    [['5.00', '3.99', '1.00', '1.00', '1.00', '1.00'], ['realistic']],
    [
      ['5.00', '4.00', '4.10', '1.00', '1.00', '1.00'],
      ['realistic', 'artistic', 'investigative'],
    ],
    [
      ['2.00', '2.00', '2.00', '2.00', '2.00', '2.00'],
      ['realistic', 'investigative', 'artistic'],
    ],
  ])(
    'scores %j have the high points %j: within 1.00 of the highest, ties in the order of the six, at most three',
    async (scores, highPoints) => {
      expect((await profile([way, { '15-1111.00': scores }])).interests.highPoints).toEqual(highPoints);
    },
  );
  it('7 and 7.00 are the same number', async () => {
    const [short, long] = await Promise.all(
      ['7', '7.00'].map((value) => profile([way, { '15-1111.00': [value, '1', '1', '1', '1', '1'] }])),
    );
    expect(short).toEqual(long);
  });
  it('dates are those of the ratings, not of the release', async () => {
    expect((await profile([way, { '15-1111.00': ['7', '1', '1', '1', '1', '1'] }])).interests).toMatchObject({
      period: 'February 2026',
      referenceDates: { from: '2026-02-01', to: '2026-02-28' },
    });
  });
  it('an integer where 0 means none stops at no score, but a score of 0 does at its range', async () => {
    const { problems, edition } = await edited('Interests.txt', `${firstCode}\t1.B.1.i`, (cells) => cells.with(4, '0.00'));
    expect([problems, edition.observations.interests.get(firstCode)?.highPoints.at(-1)]).toEqual([[], 0]);
    const zero = await edited('Interests.txt', `${firstCode}\t1.B.1.a`, (cells) => cells.with(4, '0.00'));
    expect(zero.problems).toEqual([
      { place: `onet sample-30.2 Interests.txt!E${zero.row}`, message: `${firstCode} 1.B.1.a is 0.00 on the scale OI, expected 1 to 7` },
    ]);
  });
  // Averages of such scores made documents that are not valid, and the release failed as a fault of ours.
  it.each<[string, string, string, (value: number) => string, string]>([
    ['ten times as large', 'Interests.txt', '1.B.1.a', (value) => (10 * value).toFixed(2), 'the scale OI, expected 1 to 7'],
    ['from 0 to 100', 'Interests.txt', '1.B.1.b', (value) => ((100 * value) / 7).toFixed(2), 'the scale OI, expected 1 to 7'],
    ['no interest', 'Interests.txt', '1.B.1.g', () => '7.00', 'the scale IH, expected a whole number from 0 to 6'],
    ['half an interest', 'Interests.txt', '1.B.1.g', () => '2.50', 'the scale IH, expected a whole number from 0 to 6'],
    ['above its scale', 'Abilities.txt', '1.A.1.a.1', () => '5.01', 'the scale IM, expected 1 to 5'],
    ['from 0 to 100', 'Abilities.txt', '1.A.1.a.1', (value) => ((100 * value) / 5).toFixed(2), 'the scale IM, expected 1 to 5'],
  ])('a score that is %s in %s is named with its cell, and the release has no documents', async (_, name, element, change, expected) => {
    let value = '';
    const { row, problems } = await edited(name, `${firstCode}\t${element}`, (cells) => cells.with(4, (value = change(Number(cells[4])))));
    expect(problems.map(formatProblem)).toEqual([`onet sample-30.2 ${name}!E${row}: ${firstCode} ${element} is ${value} on ${expected}`]);
  });
  it('importance and level never mix, and a suppressed rating is left out', async () => {
    const scores = ['7', '1', '1', '1', '1', '1'];
    const { abilities } = await profile([
      half,
      { '15-1111.00': scores, '15-2222.00': scores },
      [
        ability('15-1111.00', 'IM', '2.00'),
        ability('15-1111.00', 'LV', '6.00'),
        ability('15-2222.00', 'IM', '5.00', 'Y'),
        ability('15-2222.00', 'LV', '5.00'),
      ],
    ]);
    expect(abilities.elements).toMatchObject([{ importance: 2, level: 5.5, withheldFigures: {}, category: 'cognitive' }]);
  });
  it('what is not relevant has no level, though one is printed; where it is most of the weight there is none', async () => {
    const scores = ['7', '1', '1', '1', '1', '1'];
    const irrelevant = [ability('15-1111.00', 'IM', '1.00'), ability('15-1111.00', 'LV', '0.25', 'N', 'Y')];
    const relevant = [ability('15-2222.00', 'IM', '5.00'), ability('15-2222.00', 'LV', '5.00')];
    const one = await profile([way, { '15-1111.00': scores }, irrelevant]);
    expect(one.abilities.elements).toMatchObject([
      { importance: 1, level: null, withheldFigures: { level: { reason: 'not-relevant', marker: 'Y' } } },
    ]);
    const both = await profile([half, { '15-1111.00': scores, '15-2222.00': scores }, [...irrelevant, ...relevant]]);
    expect(both.abilities.elements).toMatchObject([{ importance: 3, level: 5, withheldFigures: {} }]);
  });
  it('a release without abilities compiles its interests, says so and invents none', async () => {
    const examined = await examine(
      onet,
      'sample-30.2',
      withText('Abilities.txt', () => null),
      needs,
    );
    expect(examined.problems).toEqual([]);
    expect(found('abilities-not-in-this-release', examined)).toHaveLength(1);
    const body = profilesOf(examined).get('2134');
    expect(body?.abilities).toMatchObject({
      elements: [],
      coveragePercent: null,
      presentable: false,
      withheld: { reason: 'not-received' },
    });
    expect(body?.interests).toEqual(profilesOf(sample).get('2134')?.interests);
  });
});

describe('traps of the way', () => {
  const shares = [{ code: '2512', title: null, indexEntries: 1, share: 1 }];
  const crosswalks = (soc2010: Readonly<Record<string, readonly string[]>>): Crosswalks => ({
    soc2010OfIsco: new Map([['2512', Object.keys(soc2010)]]),
    soc2018OfSoc2010: new Map(Object.entries(soc2010)),
  });
  const weights = (ways: Crosswalks, rated: readonly string[], added: typeof corrections = []) =>
    Object.fromEntries(reachOf(shares, ways, ratedBySoc(rated), added).occupations.map(({ code, weight }) => [code, weight]));

  it('a code of 2010 that is no more goes on as what it became', () => {
    expect(weights(crosswalks({ '15-1132': ['15-1252', '15-1253'] }), ['15-1252.00', '15-1253.00'])).toEqual({
      '15-1252.00': 0.5,
      '15-1253.00': 0.5,
    });
  });
  it('a code that has kept its number stands for itself, whatever it lost to others', () => {
    expect(weights(crosswalks({ '29-9099': ['29-9021', '29-9093', '29-9099'] }), ['29-9021.00', '29-9093.00', '29-9099.01'])).toEqual({
      '29-9099.01': 1,
    });
  });
  it('but where it leads to no ratings, the others stand for it', () => {
    expect(weights(crosswalks({ '29-9099': ['29-9093', '29-9099'] }), ['29-9093.00'])).toEqual({ '29-9093.00': 1 });
  });
  it('several occupations of one SOC code are averaged first', () => {
    expect(weights(crosswalks({ '11-1011': ['11-1011'], '11-1021': ['11-1021'] }), ['11-1011.00', '11-1011.03', '11-1021.00'])).toEqual({
      '11-1011.00': 0.25,
      '11-1011.03': 0.25,
      '11-1021.00': 0.5,
    });
  });
  it('what leads to no ratings loses its share, and the others are made to add up to 1', () => {
    const reach = reachOf(shares, crosswalks({ '11-1011': ['11-1011'], '55-1011': ['55-1011'] }), ratedBySoc(['11-1011.00']), []);
    expect(reach).toEqual({
      occupations: [{ code: '11-1011.00', weight: 1, via: 'isco-08' }],
      covered: 0.5,
      lost: [{ code: '55-1011', share: 0.5 }],
    });
  });
  it('a correction has the greatest weight of the group, and does nothing where the way leads there anyway', () => {
    const added = [{ soc2020: '3544', code: '15-2051.01', reason: 'x' }];
    expect(weights(crosswalks({ '43-9111': ['43-9111'] }), ['43-9111.00', '15-2051.01'], added)).toEqual({
      '15-2051.01': 0.5,
      '43-9111.00': 0.5,
    });
    expect(weights(crosswalks({ '15-2041': ['15-2051'] }), ['15-2051.00', '15-2051.01'], added)).toEqual({
      '15-2051.00': 0.5,
      '15-2051.01': 0.5,
    });
  });
  it('a correction that is not needed, or leads nowhere, is found', async () => {
    const spared = await examine(
      onet,
      'sample-30.2',
      withText('Interests.txt', (text) =>
        text
          .split('\r\n')
          .filter((line) => !line.startsWith('15-2051.01'))
          .join('\r\n'),
      ).map((file) =>
        file.name === 'Abilities.txt'
          ? {
              ...file,
              bytes: Buffer.from(
                textOf(file.name)
                  .split('\r\n')
                  .filter((line) => !line.startsWith('15-2051.01'))
                  .join('\r\n'),
              ),
            }
          : file,
      ),
      needs,
    );
    expect(found('corrections-used', spared).map(({ message }) => message)).toEqual([
      'the correction to 15-2051.01 matches nothing any more: remove it from sources/onet/corrections.ts',
    ]);
  });

  it('codes of the crosswalk are trimmed, those of three digits left out, and 0110 keeps its zero', () => {
    const { soc2010OfIsco } = sample.edition.observations.crosswalks;
    const printed = sample.edition.rows.filter((row) => row.kind === 'isco');
    expect(printed.some(({ soc }) => soc.endsWith(' ')) && printed.some(({ isco }) => isco.endsWith(' '))).toBe(true);
    expect([...soc2010OfIsco.keys()].every((code) => /^\d{4}$/.test(code))).toBe(true);
    expect([...soc2010OfIsco.values()].flat().every((code) => /^\d{2}-\d{4}$/.test(code))).toBe(true);
    expect(printed.map(({ isco }) => isco.trim())).toEqual(expect.arrayContaining(['211', '315']));
    expect(soc2010OfIsco.has('0110')).toBe(true);
  });
  it.each([
    [49, null, 'no-comparable-occupation'],
    [50, 2, null],
    [79, 2, null],
    [80, 1, null],
  ])('%d %% of the way covered', async (covered, notes, reason) => {
    const ways = [
      { isco: '2512', soc2010: '15-1111', soc2018: ['15-1111'] },
      { isco: '0110', soc2010: '55-1011', soc2018: ['55-1011'] },
    ];
    const index = needsWith(
      spine['soc-structure'],
      entriesOf('2134', [
        ['2512', covered],
        ['0110', 100 - covered],
        [null, 7],
      ]),
    );
    const examined = await examine(onet, 'sample-30.2', await tiny(ways, { '15-1111.00': ['7', '1', '1', '1', '1', '1'] }), index);
    const body = profilesOf(examined).get('2134');
    expect(body?.interests.withheld?.reason ?? null).toBe(reason);
    expect(body?.interests.coveragePercent).toBe(covered);
    expect(body?.interests.presentable).toBe(reason === null);
    expect(body?.derivation).toContain(
      reason === null
        ? 'the other weights are scaled to add up to 1: 1 US occupation. '
        : 'averaged first. Less than half of the weight reaches occupations with ratings, so no interests are averaged. ',
    );
    if (reason !== null)
      expect([body?.basedOn, body?.interests.scores.every(({ score }) => score === null), body?.notes[1]]).toEqual([
        [],
        true,
        'The job titles of the unit group map to these US occupations without ratings of interests: 55-1011 (51 %).',
      ]);
    else expect(body?.notes.filter((note) => /^(The ratings|Only)/.test(note))).toHaveLength(notes ?? 0);
  });
  it('abilities rest on the occupations that have them: the answer names the others, and the heaviest of what is lost', async () => {
    const ways = [
      { isco: '2512', soc2010: '15-1111', soc2018: ['15-1111'] },
      { isco: '2513', soc2010: '15-2222', soc2018: ['15-3333', '15-4444', '15-5555', '15-6666'] },
    ];
    const scores = Object.fromEntries(
      ['15-1111', '15-3333', '15-4444', '15-5555', '15-6666'].map((code) => [`${code}.00`, Array(6).fill('2')]),
    );
    const abilities = [ability('15-1111.00', 'IM', '2.00'), ability('15-1111.00', 'LV', '3.00')];
    const bodyWith = async (titles: number) => {
      const index = needsWith(
        spine['soc-structure'],
        entriesOf('2134', [
          ['2512', titles],
          ['2513', 4],
        ]),
      );
      const examined = await examine(onet, 'sample-30.2', await tiny([...ways], scores, abilities), index);
      return { body: profilesOf(examined).get('2134'), coverage: onet.coverage?.(examined.edition.observations, needs).at(-1) };
    };
    const { body: half } = await bodyWith(4);
    expect([half?.interests.coveragePercent, half?.abilities.coveragePercent, half?.abilities.elements[0]?.importance]).toEqual([
      100, 50, 2,
    ]);
    expect(half?.notes.slice(1)).toEqual([
      "Only 50 % of the weight of the unit group's job titles maps to US occupations with ratings of abilities. The averages of abilities leave out the rest.",
      'These US occupations have interests and no abilities, and are not in the averages of abilities: 15-3333.00 Occupation 15-3333.00, 15-4444.00 Occupation 15-4444.00, 15-5555.00 Occupation 15-5555.00 and 1 more.',
    ]);
    const { body: less, coverage } = await bodyWith(3);
    expect(less?.abilities).toMatchObject({ elements: [], presentable: false, withheld: { reason: 'no-comparable-occupation' } });
    expect(less?.abilities.coveragePercent).toBe(42.9);
    expect(less?.notes).toContain(
      'The job titles of the unit group map to these US occupations without ratings of abilities: 15-3333 Occupation 15-3333.00 (14.3 %), 15-4444 Occupation 15-4444.00 (14.3 %), 15-5555 Occupation 15-5555.00 (14.3 %) and 1 more.',
    );
    expect([coverage?.part, coverage?.without.get('2134')]).toEqual([
      'abilities',
      'less than half of the weight of their job titles maps to O*NET occupations with ratings of abilities',
    ]);
  });
  it('no path: no profile, said plainly, and the coverage says why', () => {
    const body = profilesOf(sample).get('1161');
    expect(body?.derivation).toContain(
      'averaged first. None of the weight reaches occupations with ratings, so no interests are averaged. ',
    );
    expect(body).toMatchObject({
      basedOn: [],
      basedOnOther: { count: 0, weight: 0 },
      interests: { highPoints: [], period: null, referenceDates: null, coveragePercent: 0, presentable: false },
    });
    expect(body?.interests.withheld).toEqual({ reason: 'no-comparable-occupation', marker: null });
    expect(body?.withheldLegend).toHaveLength(1);
    expect(body?.notes).toContain(
      'The job titles of the unit group map to these US occupations without ratings of interests: 55-1111 Sample US occupation 1 beside ISCO-08 0110 (100 %).',
    );
    expect(body?.abilities.withheld?.reason).toBe('no-comparable-occupation');
    expect(onet.coverage?.(sample.edition.observations, needs)).toEqual(
      ['interests', 'abilities'].map((part) => ({
        endpoint: 'work-profile',
        part,
        without: new Map(['1161', '3311'].map((code) => [code, `their job titles map to no O*NET occupation with ratings of ${part}`])),
      })),
    );
  });
});

describe('drift of the files', () => {
  it.each<[string, string, string, number, string, string, RegExp]>([
    ['an unknown scale', 'Interests.txt', '\t1.B.1.a', 3, 'XX', 'D', /unknown scale "XX", expected OI or IH/],
    ['an element of another scale', 'Interests.txt', '\t1.B.1.a', 3, 'IH', 'B', /unknown element "1\.B\.1\.a" on the scale IH/],
    ['an element nobody knows', 'Interests.txt', '\t1.B.1.a', 1, '1.B.3.a', 'B', /unknown element "1\.B\.3\.a"/],
    ['a value that is no number', 'Interests.txt', '\t1.B.1.a', 4, 'n/a', 'E', /found "n\/a", expected a number/],
    ['a date of another form', 'Interests.txt', '\t1.B.1.a', 5, '2026-02-01', 'F', /found "2026-02-01", expected a month like 02\/2026/],
    ['a code of another form', 'Interests.txt', '\t1.B.1.a', 0, '15-1252', 'A', /found the code "15-1252", expected one like 15-1252\.00/],
    ['a rating that stands twice', 'Interests.txt', '\t1.B.1.a', 1, '1.B.1.b', 'B', /has "1\.B\.1\.b" twice/],
    ['an unknown mark of suppression', 'Abilities.txt', '\t1.A.1.a.1', 9, '*', 'J', /unknown marker "\*", expected Y, N or n\/a/],
    ['an unknown mark of relevance', 'Abilities.txt', '\t1.A.1.a.1', 10, '', 'K', /unknown marker "", expected Y, N or n\/a/],
  ])('%s is a problem with its place', async (_, name, element, cell, value, column, message) => {
    const { problems, row } = await edited(name, `${firstCode}${element}`, (cells) => cells.with(cell, value));
    const [problem] = problems.filter(({ place }) => place.includes(`!${column}`));
    // Of two equal rows the second is at fault.
    expect(problem?.place).toBe(`onet sample-30.2 ${name}!${column}${message.source.includes('twice') ? row + 1 : row}`);
    expect(problem?.message).toMatch(message);
  });
  it('the new name of the interests is read, and before the old one', async () => {
    const renamed = files.map((file) => (file.name === 'Interests.txt' ? { ...file, name: 'Career Interest Types.txt' } : file));
    expect((await examine(onet, 'sample-30.3', renamed, needs)).edition.observations.interests).toEqual(
      sample.edition.observations.interests,
    );
    const both = [...renamed, { name: 'Interests.txt', bytes: Buffer.from('nothing') }];
    expect((await examine(onet, 'sample-30.3', both, needs)).edition.observations.interests).toEqual(sample.edition.observations.interests);
    const kinds = Object.values(onet.files).filter(({ match }) => match.test('Career Interest Types.txt'));
    expect(
      kinds.map(({ layout, unseen }) => [layout, unseen?.match.test('Career Interest Types.txt'), unseen?.match.test('Interests.txt')]),
    ).toEqual([['verified', true, false]]);
  });
  it('a file that is not there, and a page of "Access Denied" under the name of a workbook, are said', async () => {
    await expect(
      examine(
        onet,
        'sample-30.2',
        withText('Interests.txt', () => null),
        needs,
      ),
    ).rejects.toThrow(
      /^onet sample-30\.2: found "Occupation Data\.txt", .*, expected the file of interests\n {2}put a file there whose name matches .*Interests\)\\\.txt/,
    );
    const denied = files.map((file) =>
      file.name === 'ISCO_SOC_Crosswalk.xls' ? { ...file, bytes: Buffer.from('<HTML><HEAD><TITLE>Access Denied</TITLE>') } : file,
    );
    await expect(examine(onet, 'sample-30.2', denied, needs)).rejects.toThrow(UnreadableFileError);
    await expect(examine(onet, 'sample-30.2', denied, needs)).rejects.toThrow(
      'ISCO_SOC_Crosswalk.xls: found an HTML page, expected a zip archive or a BIFF workbook',
    );
  });
  it('an unknown mark of a partial match is a problem', async () => {
    const ways = [
      { isco: '2512', soc2010: '15-1111 ', soc2018: ['15-1111'] },
      { isco: '25', soc2010: '15-1111', soc2018: [] },
    ];
    const { problems } = await examine(onet, 'sample-30.2', await tiny(ways, {}), needsWith(spine['soc-structure'], []));
    expect(problems.map(formatProblem)).toEqual([
      'onet sample-30.2 ISCO_SOC_Crosswalk.xls \'ISCO-08 to 2010 SOC\'!A5: found the code "25", expected one of four digits',
    ]);
  });
});

describe('job titles', () => {
  const titleFiles = ['Alternate Titles.txt', 'Sample of Reported Titles.txt'] as const;
  const titleChecks = (examined: Examination, previous: Examination | null = null) =>
    onet.checks
      .filter(({ name }) => name.startsWith('job-titles'))
      .flatMap(({ name, severity, check }) =>
        check(examined.edition, previous?.edition ?? null).map(({ place, message }) => [severity, name, place, message]),
      );
  const titlesOf = ({ edition }: Examination) => edition.observations.jobTitles;
  const changed = (name: string, change: (text: string) => string | null) => examine(onet, 'sample-30.2', withText(name, change), needs);

  it('are the reported ones, then the alternate ones with their short forms', () => {
    expect(
      titlesOf(sample)
        .filter(({ code }) => code === firstCode)
        .slice(-2),
    ).toEqual([
      { code: firstCode, title: `Sample title of ${firstCode}`, isShort: false },
      { code: firstCode, title: `ST ${firstCode}`, isShort: true },
    ]);
  });
  it('without their files a release has the same profiles, and nothing is said', async () => {
    const without = await examine(
      onet,
      'sample-30.2',
      files.filter(({ name }) => !titleFiles.some((file) => file === name)),
      needs,
    );
    expect(titlesOf(without)).toEqual([]);
    expect([without.problems, titleChecks(without), titleChecks(without, sample)]).toEqual([[], [], []]);
    expect(profilesOf(without)).toEqual(profilesOf(sample));
  });
  it.each<[string, (text: string) => string, RegExp]>([
    [
      'a renamed column',
      (text) => text.replace(/Title\t/, 'Name\t'),
      /no column is headed "(?:Alternate Title|Reported Job Title)"; found "O\*NET-SOC Code"/,
    ],
    [
      'a doubled column',
      (text) =>
        text
          .split('\r\n')
          .map((line) => (line === '' ? '' : `${line.split('\t')[0]}\t${line}`))
          .join('\r\n'),
      /columns are headed "O\*NET-SOC Code"/,
    ],
    ['a page in place of the file', () => '<!DOCTYPE html><html></html>', /found an HTML page, expected a tab-separated text/],
    ['half a row', (text) => text.slice(0, -12), /the text is damaged or cut short/],
    ['nothing', () => '', /empty|no column is headed/],
  ])('%s is a known issue; the profiles are served without the titles', async (_, change, message) => {
    for (const name of titleFiles) {
      const examined = await changed(name, change);
      expect(examined.problems).toEqual([]);
      const findings = titleChecks(examined);
      expect(findings.length).toBeGreaterThan(0);
      for (const finding of findings)
        expect(finding).toEqual([
          'known-issue',
          'job-titles-read',
          expect.stringMatching(/^onet sample-30\.2 '?(Alternate|Sample of Reported) Titles\.txt/),
          expect.stringMatching(message),
        ]);
      expect(titlesOf(examined).length).toBeLessThan(titlesOf(sample).length);
      expect(profilesOf(examined)).toEqual(profilesOf(sample));
    }
  });
  it.each<[string, string, number, string, string, string, string]>([
    [
      'a code of another form',
      titleFiles[0],
      0,
      '15-1252',
      'job-titles-read',
      'A2',
      'found the code "15-1252", expected one like 15-1252.00',
    ],
    ['no title', titleFiles[0], 1, ' ', 'job-titles-read', 'B2', 'found no title'],
    ['no short title', titleFiles[0], 2, '', 'job-titles-read', 'C2', 'found no short title, expected one, or n/a'],
  ])('%s: a known issue with its place', async (_, name, cell, value, check, address, message) => {
    const examined = await changed(name, (text) => {
      const [header = '', first = '', ...others] = text.split('\r\n');
      return [header, first.split('\t').with(cell, value).join('\t'), ...others].join('\r\n');
    });
    expect(examined.problems).toEqual([]);
    const own = titleChecks(examined).filter((finding) => finding[1] === check);
    expect(own).toEqual([['known-issue', check, `onet sample-30.2 ${name}!${address}`, message]]);
    expect(titlesOf(examined)).toHaveLength(titlesOf(sample).length - 1);
  });
});

describe('the checks', () => {
  const asReal = (examined: Examination): Examination => ({
    ...examined,
    edition: { ...examined.edition, release: { ...examined.edition.release, name: '30.2', sample: false } },
  });
  it('count a real release, and compare it with what was read by eye', () => {
    const real = asReal(sample);
    expect(
      ['occupation-rows', 'interests-complete', 'abilities-complete', 'crosswalks', 'anchors'].map((name) => found(name, real).length > 0),
    ).toEqual([true, true, true, true, true]);
    expect(found('anchors', { ...real, edition: { ...real.edition, release: { ...real.edition.release, name: '30.3' } } })).toEqual([]);
  });
  it.each<[string, string, string, (cells: string[]) => string[], RegExp]>([
    ['occupations-titled', 'Occupation Data.txt', firstCode, (cells) => cells.with(1, ''), /has ratings but no title/],
    ['interests-complete', 'Interests.txt', `${firstCode}\t1.B.1.c`, () => [], /has 5 scores and 3 high points, expected 6 and 3/],
    ['ih-agrees', 'Interests.txt', `${firstCode}\t1.B.1.g`, (cells) => cells.with(4, '0.00'), /the first high point is 0, but/],
    ['abilities-complete', 'Abilities.txt', `${firstCode}\t1.A.1.a.1`, () => [], /has 103 ratings, expected 104/],
  ])('%s finds it', async (check, name, begins, change, message) => {
    const findings = found(check, await edited(name, begins, change));
    expect(findings.map((finding) => finding.message)).toEqual([expect.stringMatching(message)]);
  });
  it('a SOC code that nothing is known of, and too few profiles are found', async () => {
    const ways = [
      { isco: '2512', soc2010: '15-1111', soc2018: ['15-1111'] },
      { isco: '2513', soc2010: '15-9999', soc2018: [] },
    ];
    const index = needsWith(spine['soc-structure'], entriesOf('2134', [['2512', 1]]));
    const examined = await examine(onet, 'sample-30.2', await tiny(ways, { '15-1111.00': ['1', '1', '1', '1', '1', '1'] }), index);
    expect(found('crosswalks', examined).map(({ message }) => message)).toEqual(['the SOC 2010 codes lack "15-9999", expected all 2']);
    expect(found('coverage', examined).map(({ message }) => message)).toEqual([
      'the number of unit groups with interests is 1, expected at least 400',
    ]);
  });
  it('a pair of a crosswalk that is another than before holds the release, in whatever order they stand', () => {
    const { edition } = sample;
    const [first] = layout.of(edition.rows, 'soc');
    const moved = edition.rows.map((row) => (row === first ? { ...first, to: '99-9999' } : row)).toReversed();
    if (first === undefined) throw new Error('the sample has no crosswalk');
    expect(found('crosswalks', { ...sample, edition: { ...edition, rows: edition.rows.toReversed() } }, sample)).toEqual([]);
    expect(found('crosswalks', { ...sample, edition: { ...edition, rows: moved } }, sample).map(({ message }) => message)).toEqual([
      expect.stringContaining(`the pairs lack "${first.from.trim()} ${first.to.trim()}"`),
      expect.stringContaining(`the pairs have "${first.from.trim()} 99-9999"`),
    ]);
  });
});

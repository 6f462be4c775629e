// The job profiles: the forms of the publisher's prose, the way from SOC 2010 to SOC 2020, and what
// holds a harvest back, on edits of the sample.
import { describe, expect, it, test } from 'vitest';
import { LayoutError } from '#sources/kit/problem.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import type { IndexEntry } from '#sources/kit/needs.ts';
import type { HowToBecomeResponse } from '#schemas/resources/how-to-become.ts';
import { profileMapper } from '#sources/career-profiles/map-to-soc.ts';
import { readProse } from '#sources/career-profiles/prose.ts';
import { careerProfiles } from '#sources/career-profiles/source.ts';
import { structureOfSample } from './classification.ts';
import { bodiesOf, checksThatFind } from './data-set.ts';
import { examine, needsOf } from './examine.ts';

type Json = Record<string, unknown>;

const entry = (
  soc2010: string,
  soc2020: string,
  title: string,
  qualifier: string | null = null,
): IndexEntry => ({
  id: `${soc2010} ${soc2020} ${title}`,
  title,
  inverted: title,
  qualifier,
  isDefault: false,
  soc2020,
  soc2010,
  isco08: null,
});
const filled = (soc2010: string, soc2020: string, titles: number) =>
  Array.from({ length: titles }, (_, at) =>
    entry(soc2010, soc2020, `Filler ${soc2010} ${soc2020} ${at}`),
  );
// As in the coding index of April 2025: 2137 goes to 2141 (25), 2134 (20), 3133 (15), 2139 (9) and
// 2133 (4); 4159 to 4159 (138) and others (8).
const entries = [
  ...filled('2137', '2141', 24),
  entry('2137', '2141', 'Web designer'),
  ...filled('2137', '2134', 20),
  ...filled('2137', '3133', 15),
  ...filled('2137', '2139', 9),
  ...filled('2137', '2133', 4),
  ...filled('4159', '4159', 138),
  ...filled('4159', '9233', 8),
  entry('2231', '2237', 'Nurse'),
  entry('2231', '2235', 'Nurse', 'mental health'),
  ...filled('2231', '2237', 60),
  entry('2231', '2232', 'District nurse', 'a'),
  entry('2231', '2233', 'District nurse', 'b'),
  ...unitGroups
    .filter(({ code }) => !['2137', '4159', '2231'].includes(code))
    .map(({ code }) => entry(code, code, `Title of ${code}`)),
];
const needs = needsOf({
  'soc-structure': await structureOfSample(),
  'soc-index': { entries, iscoTitles: new Map() },
});

const [published] = await careerProfiles.sample();
const profiles: Json[] = JSON.parse(Buffer.from(published?.files[0]?.bytes ?? []).toString());
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const examineProfiles = async (list: readonly unknown[]) => {
  const files = [{ name: 'job-profiles.json', bytes: bytesOf(list) }];
  const { edition, problems } = await examine(careerProfiles, 'sample-2026-07-06', files, needs);
  return { edition, said: problems.map(({ place, message }) => `${place}: ${message}`) };
};
const sample = await examineProfiles(profiles);

const none = {
  RelevantSubjects: [],
  FurtherInformation: [],
  EntryRequirementPreface: null,
  EntryRequirements: [],
  AdditionalInformation: [],
};
const noRoutes = {
  University: none,
  College: none,
  Apprenticeship: none,
  Work: [],
  Volunteering: [],
  DirectApplication: [],
  OtherRoutes: [],
};
const noMore = {
  Registrations: [],
  CareerTips: [],
  ProfessionalAndIndustryBodies: [],
  FurtherInformation: [],
};
const profile: Json = {
  Title: 'Tester',
  Url: '/job-profiles/tester',
  Soc: '5313',
  Overview: '<p>Tests.</p>',
  HowToBecome: { EntryRoutes: noRoutes, MoreInformation: noMore },
  WhatItTakes: { RestrictionsAndRequirements: { RelatedRestrictions: [], OtherRequirements: [] } },
};
const routes = (given: Json) => ({
  HowToBecome: { EntryRoutes: { ...noRoutes, ...given }, MoreInformation: noMore },
});

const documentsOf = ({ edition }: typeof sample) => [
  ...bodiesOf<HowToBecomeResponse>(careerProfiles, edition, ({ soc }) => soc ?? '').values(),
];
const read = async (change: Json) =>
  (await examineProfiles([{ ...profile, ...change }])).edition.observations.profiles[0];

describe('prose', () => {
  /** Paragraphs as lines: the text, its items after bullets, its links in brackets. */
  const linesOf = ({ paragraphs }: ReturnType<typeof readProse>) =>
    paragraphs.map(
      ({ text, items, links }) =>
        [text, ...items].join(' • ') +
        links.map(({ url, text: words }) => ` (${words} ${url})`).join(''),
    );
  const a = 'https://example.org/a';
  it.each<[string, Parameters<typeof readProse>[0], string[]]>([
    ['HTML', '<p>One:<ul><li>two</li></ul></p>', ['One: • two']],
    ['a link in brackets', [`see the [card | ${a}] to work`], [`see the card to work (card ${a})`]],
    ['a link without an address', ['see the [card | ] to work'], ['see the card to work']],
    [
      'a list glued to a colon',
      ['You may need to:item one; item two'],
      ['You may need to: • item one • item two'],
    ],
    ['a list on its own', [' item one; item two'], [' • item one • item two']],
    [
      'a colon that is only one',
      ['Start at 9:30; go at 5: then; rest'],
      ['Start at 9:30; go at 5: then; rest'],
    ],
    [
      'HTML with links in brackets',
      `<p>From:[One | \n ${a}]; <a href="${a}">Two</a></p>`,
      [`From: • One • Two (Two ${a}) (One ${a})`],
    ],
    // A regular expression of the fourth degree took hours.
    ['1,200 blanks', `You could|${' '.repeat(1200)}work [here`, ['You could| work [here']],
  ])('%s', (_, prose, expected) => expect(linesOf(readProse(prose))).toEqual(expected));
  it('links that stand alone are kept, in every form; others go', () => {
    const mail = { text: 'four', url: 'mailto:a@example.org' };
    const { links, paragraphs } = readProse([
      { text: 'one', url: '/find-a-course' },
      `[two | ${a}]`,
      `three|${a}`,
      mail,
    ]);
    expect(paragraphs).toEqual([]);
    expect(links.map(({ text, url }) => `${text} ${url}`)).toEqual([
      'one https://nationalcareers.service.gov.uk/find-a-course',
      `two ${a}`,
      `three ${a}`,
    ]);
  });
});

describe('a profile', () => {
  it('has the routes in which something stands besides a preface', async () => {
    const found = await read(
      routes({
        University: { ...none, EntryRequirementPreface: "You'll usually need:" },
        College: null,
        Apprenticeship: { ...none, RelevantSubjects: ['One.'] },
        Work: ['Two.'],
      }),
    );
    expect(found?.routes.map(({ key }) => key)).toEqual(['apprenticeship', 'working-up']);
  });
  it('says what a route needs, and where nothing is set', async () => {
    const unset = 'There are no set entry requirements for this route.';
    const found = await read(
      routes({
        College: {
          ...none,
          EntryRequirementPreface: ["You'll usually need:"],
          EntryRequirements: ['<p>2 GCSEs</p>'],
        },
        Apprenticeship: {
          ...none,
          RelevantSubjects: '<p>One.</p>',
          EntryRequirementPreface: unset,
        },
      }),
    );
    expect(found?.routes.map(({ entryRequirements }) => entryRequirements)).toMatchObject([
      { preface: "You'll usually need:", noneSet: false, requirements: [{ text: '2 GCSEs' }] },
      { preface: unset, noneSet: true, requirements: [] },
    ]);
  });
  it('has checks and registrations apart', async () => {
    const found = await read({
      HowToBecome: {
        EntryRoutes: null,
        MoreInformation: { ...noMore, Registrations: ['<p>register</p>'] },
      },
      WhatItTakes: {
        RestrictionsAndRequirements: {
          RelatedRestrictions: ['<p>be over 18</p>'],
          OtherRequirements: ['<p>be fit</p>'],
        },
      },
    });
    expect(found?.checks.map(({ text }) => text)).toEqual(['be over 18', 'be fit']);
    expect(found?.registrations.map(({ text }) => text)).toEqual(['register']);
  });
  it.each<[Json, Json]>([
    [
      { HowToBecome: null, WhatItTakes: null },
      { routes: [], checks: [] },
    ],
    [{ LastUpdatedDate: '0001-01-01T00:00:00' }, { updated: null }],
    [{ Soc: '4159B' }, { soc2010: '4159' }],
  ])('that prints %j has %j', async (change, expected) =>
    expect(await read(change)).toMatchObject(expected),
  );
  it.each<[Json, RegExp]>([
    [{ Soc: 'n/a' }, / tester soc: unknown marker "n\/a"/],
    [{ LastUpdatedDate: '1 May' }, / tester updated: got "1 May"/],
    [{ Overview: '<p>One<script>alert(1)</script></p>' }, / tester overview: holds <script>/],
  ])('%j is told with its place', async (change, line) => {
    expect((await examineProfiles([{ ...profile, ...change }])).said).toEqual([
      expect.stringMatching(line),
    ]);
  });
  it('of 2020 says so in every answer', async () => {
    const [document] = documentsOf(
      await examineProfiles([{ ...profile, LastUpdatedDate: '2020-11-16T00:00:00Z' }]),
    );
    expect([document?.notes, documentsOf(sample)[0]?.notes]).toEqual([
      [expect.stringMatching(/^The content dates from 16 November 2020\./)],
      [],
    ]);
  });
});

describe('from SOC 2010 to SOC 2020', () => {
  it.each<[string, Json, string[]]>([
    ['its own code', { Soc: '2137', Soc2020: '2141' }, ['2141 primary']],
    ['its title in one unit group', { Title: 'Web  Designer', Soc: '2137' }, ['2141 primary']],
    [
      'a title without a qualifier before those with one',
      { Title: 'nurse', Soc: '2231' },
      ['2237 primary'],
    ],
    [
      'its title in several',
      { Title: 'District nurse', Soc: '2231' },
      ['2232 partial', '2233 partial'],
    ],
    [
      'another of its titles',
      { Soc: '2137', AlternativeTitle: 'Checker, Web designer' },
      ['2141 partial'],
    ],
    [
      'the shares of its SOC 2010 code, from a fifth on',
      { Soc: '2137' },
      ['2134 partial', '2141 partial', '3133 partial'],
    ],
    ['nearly all titles of its SOC 2010 code', { Soc: '4159' }, ['4159 primary']],
    [
      'a title that the index has under another code',
      { Title: 'Web designer', Soc: '4159' },
      ['4159 primary'],
    ],
    ['no code, but a title', { Title: 'Web designer', Soc: 'XXXX' }, ['2141 partial']],
  ])('by %s', async (_, change, expected) => {
    const documents = documentsOf(await examineProfiles([{ ...profile, ...change }]));
    expect(
      documents
        .flatMap(({ soc2020, profiles: listed }) =>
          listed.map(({ match }) => `${soc2020} ${match}`),
        )
        .sort(),
    ).toEqual(expected);
  });
  it('a unit group has its primary profiles first, then by title', async () => {
    const named = (Title: string, change: Json) => ({
      ...profile,
      Title,
      Url: `/job-profiles/${Title.toLowerCase()}`,
      ...change,
    });
    const list = [
      named('B', { Soc2020: '2141' }),
      named('A', { Soc: '2137', AlternativeTitle: 'Web designer' }),
      named('C', { Soc2020: '2141' }),
    ];
    const [group] = documentsOf(await examineProfiles(list)).filter(
      ({ soc2020 }) => soc2020 === '2141',
    );
    expect(group?.profiles.map(({ title, match }) => `${title} ${match}`)).toEqual([
      'B primary',
      'C primary',
      'A partial',
    ]);
  });
  it.each<[string, readonly IndexEntry[], string | null, string]>([
    ['nowhere else', [], '2111', 'only in this unit group'],
    [
      'elsewhere under another code',
      [entry('2213', '2251', 'chemist')],
      '2111',
      'and in 1 other outside SOC 2010 2111',
    ],
    [
      'elsewhere, for a profile without a code',
      [entry('2213', '2251', 'Chemist', 'a')],
      null,
      'and in 1 other with a qualifier',
    ],
    ['in two unit groups', [entry('2111', '2251', 'Chemist')], '2111', 'in 2 unit groups'],
  ])('a title that the index has %s: the derivation says where', (_, others, soc2010, where) => {
    const map = profileMapper([entry('2111', '2111', 'Chemist'), ...others], ['2111', '2251']);
    const [first] = map({ title: 'Chemist', soc2010, soc2020: null, alternativeTitles: [] });
    expect(first?.derivation).toContain(where);
  });
});

describe('the answers of the API', () => {
  const listing = [
    { Url: 'https://x/job-profiles/tester', Title: 'Tester', LastUpdated: '2024-05-01T09:30:00Z' },
  ];
  const api = (answer: Json) => {
    const files = Object.entries({ 'summary.json': listing, 'profile-0.json': answer });
    const given = files.map(([name, value]) => ({ name, bytes: bytesOf(value) }));
    return examine(careerProfiles, '2026-11-01', given, needs);
  };
  it('the day of the list counts, and names in any case', async () => {
    const lower = Object.entries({ ...profile, LastUpdatedDate: '0001-01-01T00:00:00' }).map(
      ([key, value]) => [key.toLowerCase(), value],
    );
    const { edition, problems } = await api(Object.fromEntries(lower));
    expect([problems, edition.observations.profiles]).toMatchObject([
      [],
      [{ slug: 'tester', updated: '2024-05-01' }],
    ]);
  });
  it('an answer of nulls is no profile, and is missed', async () => {
    const { edition } = await api({ ...profile, Title: '' });
    expect(edition.observations.profiles).toEqual([]);
    expect(checksThatFind(careerProfiles, edition)).toContain('detail-complete');
  });
});

describe('what holds a harvest back', () => {
  it('a profile without a part', async () => {
    const { HowToBecome: _, ...rest } = profile;
    await expect(examineProfiles([rest])).rejects.toThrow(LayoutError);
    await expect(examineProfiles([rest])).rejects.toThrow(
      /sample-2026-07-06 job-profiles\.json 0: .*'howtobecome'/,
    );
  });
  const first = (change: Json) => [{ ...profiles[0], ...change }, ...profiles.slice(1)];
  test.each<[string, readonly Json[], readonly string[]]>([
    [
      'routes under another name',
      profiles.map((one) => ({ ...one, ...routes({}) })),
      ['has-a-route'],
    ],
    ['a unit group that is none', first({ Soc2020: '9998' }), ['soc2020-known']],
    ['markup written out in references', first({ Overview: '<p>&lt;p>One</p>' }), ['text-clean']],
  ])('%s', async (_, list, names) => {
    const { edition, said } = await examineProfiles(list);
    expect(said).toEqual([]);
    expect(checksThatFind(careerProfiles, edition)).toEqual(names);
  });
  it('overviews shifted by a row since the edition before', async () => {
    const written = (shift: number) =>
      examineProfiles(
        profiles.map((one, at) => ({
          ...one,
          Overview: `<p>Who ${at + shift} does ${7 * (at + shift)} times ${99 * (at + shift)}.</p>`,
        })),
      );
    const before = (await written(1)).edition;
    const shifted = (await written(2)).edition;
    expect(checksThatFind(careerProfiles, shifted, before)).toContain('values-in-their-rows');
  });
  it('a tenth fewer profiles than in the edition before', () => {
    const { edition } = sample;
    const before = edition.observations.profiles;
    const larger = {
      ...edition,
      observations: {
        ...edition.observations,
        profiles: [...before, ...before.slice(0, before.length / 9)],
      },
    };
    expect(checksThatFind(careerProfiles, edition, larger)).toEqual(['profile-count']);
  });
  it.each<[string, Json, string]>([
    ['SOC 2010 repeated as SOC 2020', { Soc: '2137', Soc2020: '2137' }, 'soc2020-plausible'],
    ['codes of another classification', { Soc: '9998' }, 'soc2010-known'],
  ])('%s is only told', async (_, change, name) => {
    const { edition } = await examineProfiles([{ ...profile, ...change }]);
    expect(checksThatFind(careerProfiles, edition, null, 'known-issue')).toContain(name);
  });
});

it('the search learns its title and its other titles', async () => {
  const { edition } = await examineProfiles([
    { ...profile, Soc: '4159', AlternativeTitle: 'Checker, Prover' },
  ]);
  const learned = [...(careerProfiles.titles?.(edition.observations, needs) ?? [])];
  expect(learned.map(({ text, unitGroups: groups }) => [text, groups])).toEqual(
    ['Tester', 'Checker', 'Prover'].map((text) => [text, [['4159', 1]]]),
  );
});

it('the order of the profiles makes no other rows', async () => {
  expect((await examineProfiles(profiles.toReversed())).edition.rows).toEqual(sample.edition.rows);
});

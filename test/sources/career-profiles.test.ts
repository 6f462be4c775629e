// The job profiles: the forms of the publisher's prose, the way from SOC 2010 to SOC 2020, and drift, on small edits of the sample.
import { describe, expect, it } from 'vitest';
import { LayoutError, PageError } from '#sources/kit/problem.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import type { IndexEntry } from '#sources/kit/source.ts';
import type { HowToBecomeResponse } from '#schemas/resources/how-to-become.ts';
import { discover, profileAddress, summaryAddress } from '#sources/career-profiles/discover.ts';
import { profileMapper } from '#sources/career-profiles/map-to-soc.ts';
import { slugOf } from '#sources/career-profiles/layout.ts';
import { readProse } from '#sources/career-profiles/prose.ts';
import { careerProfiles } from '#sources/career-profiles/source.ts';
import { bodiesOf } from './data-set.ts';
import { examine, needsOf } from './examine.ts';

type Json = Record<string, unknown>;

const described = { description: 'd', entryRoutes: 'e', tasks: ['t'], relatedTitles: ['r'] };
const structure = {
  groups: new Map(unitGroups.map((group) => [group.code, group])),
  unitGroups: unitGroups.map((group) => ({ ...group, ...described })),
};
let number = 0;
const entry = (soc2010: string, soc2020: string, title: string, qualifier: string | null = null): IndexEntry => ({
  id: `a${(number += 1)}`,
  title,
  inverted: title,
  qualifier,
  isDefault: false,
  soc2020,
  soc2010,
  isco08: null,
});
const filled = (soc2010: string, soc2020: string, titles: number) =>
  Array.from({ length: titles }, (_, at) => entry(soc2010, soc2020, `Filler ${soc2010} ${soc2020} ${at}`));
// As in the coding index of April 2025: 2137 goes to 2141 (25), 2134 (20), 3133 (15), 2139 (9) and 2133 (4); 4159 to 4159 (138) and others (8).
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
  entry('2231', '2232', 'District nurse', 'a'),
  entry('2231', '2233', 'District nurse', 'b'),
  ...filled('2231', '2237', 60),
  ...unitGroups.filter(({ code }) => !['2137', '4159', '2231'].includes(code)).map(({ code }) => entry(code, code, `Title of ${code}`)),
];
const needs = needsOf({ 'soc-structure': structure, 'soc-index': { entries, iscoTitles: new Map() } });

const [published] = await careerProfiles.sample({ full: false });
const profiles: Json[] = JSON.parse(Buffer.from(published?.files[0]?.bytes ?? []).toString());
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const examineProfiles = (list: readonly unknown[], name = 'sample-2026-07-06') =>
  examine(careerProfiles, name, [{ name: 'job-profiles.json', bytes: bytesOf(list) }], needs);
const sample = await examineProfiles(profiles);
const findings = (edition: typeof sample.edition, previous: typeof sample.edition | null = null) =>
  careerProfiles.checks.flatMap(({ name, severity, check }) =>
    check(edition, previous).map(() => (severity === 'info' ? `${name} (info)` : name)),
  );

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
const noMore = { Registrations: [], CareerTips: [], ProfessionalAndIndustryBodies: [], FurtherInformation: [] };
const profile: Json = {
  Title: 'Tester',
  Url: '/job-profiles/tester',
  Soc: '5313',
  Overview: '<p>Tests.</p>',
  HowToBecome: { EntryRoutes: noRoutes, MoreInformation: noMore },
  WhatItTakes: { RestrictionsAndRequirements: { RelatedRestrictions: [], OtherRequirements: [] } },
};
const withRoutes = (routes: Json) => ({ ...profile, HowToBecome: { EntryRoutes: { ...noRoutes, ...routes }, MoreInformation: noMore } });

const documentsOf = ({ edition }: typeof sample) => [
  ...bodiesOf<HowToBecomeResponse>(careerProfiles, edition, ({ soc }) => soc ?? '').values(),
];

const read = async (change: Json) => (await examineProfiles([{ ...profile, ...change }])).edition.observations.profiles[0];
const places = async (change: Json) =>
  documentsOf(await examineProfiles([{ ...profile, ...change }])).flatMap(({ soc2020, profiles: listed }) =>
    listed.map(({ match }) => `${soc2020} ${match}`),
  );

describe('the sample', () => {
  it('is read without a problem, and no check finds anything', () => {
    expect(sample.problems).toEqual([]);
    expect(findings(sample.edition, sample.edition)).toEqual([]);
  });
  it('has unit groups with none, one and several profiles, and every route', () => {
    const documents = documentsOf(sample);
    expect(documents).toHaveLength(412);
    expect(new Set(documents.map(({ profiles: listed }) => Math.min(listed.length, 2)))).toEqual(new Set([0, 1, 2]));
    expect(new Set(documents.flatMap(({ profiles: listed }) => listed.flatMap(({ routes }) => routes.map(({ key }) => key)))).size).toBe(7);
    expect(documents.every(({ profiles: listed, withheld }) => (listed.length === 0) === (withheld?.reason === 'not-listed'))).toBe(true);
  });
});

describe('prose', () => {
  const link = (text: string, url: string) => ({ text, url });
  it.each<[string, Parameters<typeof readProse>[0], ReturnType<typeof readProse>['paragraphs']]>([
    ['HTML', '<p>One:<ul><li>two</li></ul></p>', [{ text: 'One:', items: ['two'], links: [] }]],
    [
      'a list of HTML',
      ['<p>One</p>', '<p>two</p>'],
      [
        { text: 'One', items: [], links: [] },
        { text: 'two', items: [], links: [] },
      ],
    ],
    [
      'a link in brackets',
      ['see the [card | https://example.org/a] to work'],
      [{ text: 'see the card to work', items: [], links: [link('card', 'https://example.org/a')] }],
    ],
    ['a link without an address', ['see the [card | ] to work'], [{ text: 'see the card to work', items: [], links: [] }]],
    [
      'a list glued to a colon',
      ['You may need to:item one; item two'],
      [{ text: 'You may need to:', items: ['item one', 'item two'], links: [] }],
    ],
    ['a list on its own', [' item one; item two; item three'], [{ text: '', items: ['item one', 'item two', 'item three'], links: [] }]],
    ['a semicolon that is only one', ['It is hard; it is well paid'], [{ text: 'It is hard; it is well paid', items: [], links: [] }]],
    [
      'a colon that is only one',
      ['Start at 9:30; go at 5: then; rest'],
      [{ text: 'Start at 9:30; go at 5: then; rest', items: [], links: [] }],
    ],
    [
      'HTML with links in brackets',
      '<p>From:[One | \n https://example.org/one]; <a href="https://example.org/two">Two</a></p>',
      [{ text: 'From:', items: ['One', 'Two'], links: [link('Two', 'https://example.org/two'), link('One', 'https://example.org/one')] }],
    ],
    ['nothing', null, []],
    ['an empty text', '', []],
  ])('%s', (_, prose, expected) => expect(readProse(prose).paragraphs).toEqual(expected));
  it('links that stand alone: as objects, in brackets, bare', () => {
    const { links, paragraphs } = readProse([
      { text: 'one', url: '/find-a-course' },
      '[two | https://example.org/2]',
      'three|https://example.org/3',
      { text: 'four', url: 'mailto:a@example.org' },
    ]);
    expect(links).toEqual([
      link('one', 'https://nationalcareers.service.gov.uk/find-a-course'),
      link('two', 'https://example.org/2'),
      link('three', 'https://example.org/3'),
    ]);
    expect(paragraphs).toEqual([]);
  });
  it('what is no HTML that is understood is a problem with its place', async () => {
    const { problems } = await examineProfiles([{ ...profile, Overview: '<p>One<script>alert(1)</script></p>' }]);
    expect(problems.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      expect.stringMatching(/^career-profiles sample-2026-07-06 tester overview: holds <script>, expected text with /),
    ]);
  });
});

describe('routes', () => {
  it('exist where one of their lists is not empty, whatever preface stands in them', async () => {
    const found = await examineProfiles([
      withRoutes({
        University: { ...none, EntryRequirementPreface: "You'll usually need:" },
        College: null,
        Apprenticeship: { ...none, RelevantSubjects: ['One.'] },
        Work: ['Two.'],
      }),
    ]);
    expect(found.edition.observations.profiles[0]?.routes.map(({ key }) => key)).toEqual(['apprenticeship', 'working-up']);
  });
  it('say what is needed, and where nothing is set', async () => {
    const college = {
      ...none,
      EntryRequirementPreface: ["You'll usually need:"],
      EntryRequirements: ['<p>2 GCSEs</p>'],
      AdditionalInformation: ['funding|/funding'],
    };
    const apprenticeship = {
      ...none,
      RelevantSubjects: '<p>One.</p>',
      EntryRequirementPreface: 'There are no set entry requirements for this route.',
    };
    const { edition } = await examineProfiles([withRoutes({ College: college, Apprenticeship: apprenticeship })]);
    expect(edition.observations.profiles[0]?.routes.map(({ entryRequirements }) => entryRequirements)).toEqual([
      { preface: "You'll usually need:", noneSet: false, requirements: [{ text: '2 GCSEs', items: [], links: [] }] },
      { preface: 'There are no set entry requirements for this route.', noneSet: true, requirements: [] },
    ]);
  });
  it('a whole part without content is null, or an object of nulls', async () => {
    expect((await read({ HowToBecome: null, WhatItTakes: null }))?.routes).toEqual([]);
    expect(
      (await read({ HowToBecome: { EntryRoutes: null, MoreInformation: null }, WhatItTakes: { RestrictionsAndRequirements: null } }))
        ?.checks,
    ).toEqual([]);
  });
  it('checks and registrations stand apart', async () => {
    const found = await read({
      HowToBecome: { EntryRoutes: noRoutes, MoreInformation: { ...noMore, Registrations: ["<p>you'll need to register</p>"] } },
      WhatItTakes: { RestrictionsAndRequirements: { RelatedRestrictions: ['<p>be over 18</p>'], OtherRequirements: ['<p>be fit</p>'] } },
    });
    expect([found?.checks.map(({ text }) => text), found?.registrations.map(({ text }) => text)]).toEqual([
      ['be over 18', 'be fit'],
      ["you'll need to register"],
    ]);
  });
});

describe('from SOC 2010 to SOC 2020', () => {
  it.each<[string, Json, string[]]>([
    ['its own code', { Soc: '2137', Soc2020: '2141' }, ['2141 primary']],
    ['its title in one unit group', { Title: 'Web  Designer', Soc: '2137' }, ['2141 primary']],
    ['a title without a qualifier before those with one', { Title: 'nurse', Soc: '2231' }, ['2237 primary']],
    ['its title in several', { Title: 'District nurse', Soc: '2231' }, ['2232 partial', '2233 partial']],
    ['another of its titles', { Title: 'Tester', Soc: '2137', AlternativeTitle: 'Checker, Web designer' }, ['2141 partial']],
    ['the shares of its SOC 2010 code, from a fifth on', { Soc: '2137' }, ['2134 partial', '2141 partial', '3133 partial']],
    ['nearly all titles of its SOC 2010 code', { Soc: '4159' }, ['4159 primary']],
    ['a code with a letter', { Soc: '4159B' }, ['4159 primary']],
    ['a title that the index has under another code', { Title: 'Web designer', Soc: '4159' }, ['4159 primary']],
    ['no code, but a title', { Title: 'Web designer', Soc: 'XXXX' }, ['2141 partial']],
    ['no code and no title', { Soc: 'XXXX' }, []],
    ['a code that nobody knows', { Soc: '9999' }, []],
  ])('%s', async (_, change, expected) => expect((await places(change)).sort()).toEqual(expected));
  it('the derivation names the rule', async () => {
    const [first] = documentsOf(await examineProfiles([{ ...profile, Soc: '2137' }])).flatMap(({ profiles: listed }) => listed);
    expect(first?.derivation).toBe(
      "The profile has SOC 2010 2137; 27 % of that group's titles in the coding index are in this unit group.",
    );
  });
  it.each<[string, readonly IndexEntry[], string | null, string]>([
    ['nowhere else', [], '2111', 'only in this unit group'],
    ['in the same unit group with a qualifier', [entry('2111', '2111', 'Chemist', 'nos')], '2111', 'only in this unit group'],
    [
      'elsewhere with a qualifier',
      [entry('2111', '2251', 'Chemist', 'retail trade')],
      '2111',
      'in this unit group, and in 1 other with a qualifier',
    ],
    [
      'elsewhere under other codes',
      [entry('2213', '2251', 'chemist'), entry('3111', '3111', 'Chemist')],
      '2111',
      'in this unit group, and in 2 others outside SOC 2010 2111',
    ],
    [
      'elsewhere with a qualifier and under another code',
      [entry('2111', '2251', 'Chemist', 'retail trade'), entry('3111', '3111', 'Chemist')],
      '2111',
      'in this unit group, and in 2 others with a qualifier or outside SOC 2010 2111',
    ],
    [
      'elsewhere, for a profile without a code',
      [entry('2213', '2251', 'Chemist', 'retail trade')],
      null,
      'in this unit group, and in 1 other with a qualifier',
    ],
    [
      'in two unit groups and elsewhere',
      [entry('2111', '2251', 'Chemist'), entry('2111', '3111', 'Chemist', 'industrial')],
      '2111',
      'in 2 unit groups, and in 1 other with a qualifier',
    ],
  ])('a title that the index has %s: the derivation says where', (_, others, soc2010, where) => {
    const map = profileMapper([entry('2111', '2111', 'Chemist'), ...others], ['2111', '2251', '3111']);
    const [first] = map({ title: 'Chemist', soc2010, soc2020: null, alternativeTitles: [] });
    const older = soc2010 === null ? 'no SOC 2010 code' : `SOC 2010 ${soc2010}`;
    expect(first?.derivation).toBe(`The profile has ${older}; the coding index has its title "Chemist" ${where}.`);
  });
  it('a SOC 2010 code repeated as SOC 2020 is kept and said', async () => {
    const { edition } = await examineProfiles([{ ...profile, Soc: '2137', Soc2020: '2137' }]);
    expect(findings(edition)).toContain('soc2020-plausible');
  });
  it('an unknown marker for a code is a problem', async () => {
    const { problems } = await examineProfiles([{ ...profile, Soc: 'n/a' }]);
    expect(problems).toEqual([
      { place: 'career-profiles sample-2026-07-06 tester soc', message: 'unknown marker "n/a", expected four digits, XXXX or nothing' },
    ]);
  });
});

describe('the answers of the API', () => {
  const api = (answers: readonly Json[], listed: readonly Json[]) =>
    examine(
      careerProfiles,
      '2026-11-01',
      [
        { name: 'summary.json', bytes: bytesOf(listed) },
        ...answers.map((answer, at) => ({ name: `profile-${at}.json`, bytes: bytesOf(answer) })),
      ],
      needs,
    );
  const listing = [
    { Url: 'https://api.nationalcareers.service.gov.uk/job-profiles/tester', Title: 'Tester', LastUpdated: '2024-05-01T09:30:00Z' },
  ];

  it('the day of the list counts, not the default date of the profile; names are read whatever their case', async () => {
    const lower = Object.fromEntries(
      Object.entries({ ...profile, LastUpdatedDate: '0001-01-01T00:00:00' }).map(([key, value]) => [
        key.charAt(0).toLowerCase() + key.slice(1),
        value,
      ]),
    );
    const { edition, problems } = await api([lower], listing);
    expect(problems).toEqual([]);
    expect(edition.observations.profiles[0]).toMatchObject({ slug: 'tester', updated: '2024-05-01' });
  });
  it('0001-01-01 is no day', async () => {
    expect((await read({ LastUpdatedDate: '0001-01-01T00:00:00' }))?.updated).toBeNull();
  });
  it('an answer of nulls is no profile, and is missed', async () => {
    const { edition } = await api([{ ...profile, Title: '' }], listing);
    expect(edition.observations.profiles).toEqual([]);
    expect(findings(edition)).toContain('detail-complete');
  });
  it('slugs hold apostrophes and brackets', () => {
    expect(
      ['/job-profiles/head-of-it-(it-director)', "/job-profiles/barrister's-clerk", 'https://x/job-profiles/a%20b/', '/'].map(slugOf),
    ).toEqual(['head-of-it-(it-director)', "barrister's-clerk", 'a b', null]);
  });
});

describe('drift', () => {
  it.each(['Title', 'Url', 'Soc', 'HowToBecome', 'WhatItTakes'])('a profile without %s', async (key) => {
    const { [key]: _, ...rest } = profile;
    await expect(examineProfiles([rest])).rejects.toThrow(LayoutError);
    await expect(examineProfiles([rest])).rejects.toThrow(
      `career-profiles sample-2026-07-06 job-profiles.json 0: the body must have required property '${key.toLowerCase()}'`,
    );
  });
  it('files of another source', async () => {
    await expect(examine(careerProfiles, '2026-11-01', [], needs)).rejects.toThrow('found no file');
  });
  it.each<[string, (list: Json[]) => Json[], string]>([
    ['half of the profiles', (list) => list.slice(0, 300), 'profile-count'],
    ['a profile twice', (list) => [...list, list[0] ?? {}], 'slugs-unique'],
    [
      'routes under another name',
      (list) => list.map((one) => ({ ...one, HowToBecome: { EntryRoutes: noRoutes, MoreInformation: noMore } })),
      'has-a-route',
    ],
    ['codes of another classification', (list) => list.map((one) => ({ ...one, Soc: '9998' })), 'soc2010-known'],
    ['a unit group that is none', (list) => [{ ...list[0], Soc2020: '9998' }, ...list.slice(1)], 'soc2020-known'],
    ['markup written out in references', (list) => [{ ...list[0], Overview: '<p>&lt;p>One</p>' }, ...list.slice(1)], 'text-clean'],
  ])('%s', async (_, change, check) => {
    const { edition, problems } = await examineProfiles(change(profiles));
    expect(problems).toEqual([]);
    expect(findings(edition, sample.edition)).toContain(check);
  });
  it('content of 2020 says so in every answer', async () => {
    const [document] = documentsOf(await examineProfiles([{ ...profile, LastUpdatedDate: '2020-11-16T00:00:00Z' }]));
    expect(document?.notes).toEqual([
      'The content dates from 2020-11-16. Courses, requirements and addresses have changed since. Follow the link of the profile for current information.',
    ]);
    expect(documentsOf(sample)[0]?.notes).toEqual([]);
  });
});

it('the order of the profiles makes no other rows', async () => {
  expect((await examineProfiles(profiles.toReversed())).edition.rows).toEqual(sample.edition.rows);
});

describe('discovery', () => {
  const webOf = (found: unknown) => ({
    text: () => Promise.reject(new Error('no text is read')),
    json: (url: string) => (url === summaryAddress ? Promise.resolve(found) : Promise.reject(new Error(url))),
  });
  it('the list of profiles and a file for each, which may be missing', async () => {
    const { releases } = await discover(
      webOf([{ Url: 'https://x/job-profiles/roofer', Title: 'Roofer' }, { url: "https://x/job-profiles/barrister's-clerk" }]),
      '2026-11-01',
    );
    expect(releases).toEqual([
      {
        name: '2026-11-01',
        released: null,
        files: [
          { name: 'summary.json', url: summaryAddress },
          { name: 'profile-roofer.json', url: profileAddress('roofer'), optional: true },
          { name: "profile-barrister's-clerk.json", url: profileAddress("barrister's-clerk"), optional: true },
        ],
      },
    ]);
  });
  it.each([[[]], [[{}]], [[{ Url: 7 }]], [{}], ['x']])('%j is no list of profiles', async (found) => {
    await expect(discover(webOf(found), '2026-11-01')).rejects.toThrow(PageError);
  });
});

// The 829 job profiles of 16 November 2020, as published, brought to SOC 2020 by the coding index of April 2025.
import { expect, it } from 'vitest';
import { successorsOf } from '#sources/kit/read/soc2010.ts';
import { placesOf } from '#sources/career-profiles/documents.ts';
import type { ProfileRow } from '#sources/career-profiles/layout.ts';
import { careerProfiles } from '#sources/career-profiles/source.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles } from '../publisher-files.ts';
import { examineReal, needsOf } from './examine.ts';

type Routes = NonNullable<NonNullable<ProfileRow['howtobecome']>['entryroutes']>;
const routesOf = (row: ProfileRow) => row.howtobecome?.entryroutes as Routes;
const withRoutes = (row: ProfileRow, change: Partial<Routes>): Partial<ProfileRow> =>
  row.howtobecome ? { howtobecome: { ...row.howtobecome, entryroutes: { ...routesOf(row), ...change } } } : {};
type Change = (own: ProfileRow, before: ProfileRow) => Partial<ProfileRow>;
const both = ['texts-of-their-codes', 'texts-of-their-titles'];
const twice = (text: unknown) => (typeof text === 'string' ? text.replaceAll('’', 'â€™') : text);
let overviews = new Map<string, ProfileRow['overview']>();

describeRealFiles('the job profiles as published', async () => {
  const structure = examineReal(socStructure, '2025-04-16').then(({ edition }) => edition.observations);
  const index = structure
    .then((given) => examineReal(socIndex, '2025-04-16', needsOf({ 'soc-structure': given })))
    .then(({ edition }) => edition.observations);
  const needs = Promise.all([structure, index]).then(([given, entries]) => needsOf({ 'soc-structure': given, 'soc-index': entries }));
  const reading = needs.then((given) => examineReal(careerProfiles, '2020-11-16', given));

  it('every text is read, the anchors hold, and no check finds anything', async () => {
    const { edition, problems } = await reading;
    expect(problems).toEqual([]);
    const found = careerProfiles.checks
      .map(({ name, check }) => [name, check(edition, null).length] as const)
      .filter(([, count]) => count > 0);
    expect(Object.fromEntries(found)).toEqual({});
  });

  it.each<[string, Change, string[], string[]]>([
    ['overviews shifted by a row', (_, { overview }) => ({ overview }), ['texts-of-their-titles'], both],
    ['titles shifted by a row', (_, { title }) => ({ title }), ['texts-of-their-titles'], both],
    ['overviews cut at 100 characters', ({ overview }) => ({ overview: `${overview}`.slice(0, 103) }), ['texts-whole'], ['texts-whole']],
    [
      '’ encoded twice',
      (own) => withRoutes(own, { work: [routesOf(own).work].flat().map(twice) as Routes['work'] }),
      ['texts-whole'],
      ['texts-whole'],
    ],
    ['the overviews of two swapped', ({ slug, overview }) => ({ overview: overviews.get(slug) ?? overview }), [], ['texts-of-their-codes']],
  ])('the profiles with %s, as a later harvest', async (_, change, alone, compared) => {
    const { edition } = await reading;
    const profiles = edition.rows.filter((row) => row.kind === 'profile');
    const [one, other] = ['actor', 'welder'].map((slug) => profiles.find((row) => row.slug === slug)?.overview ?? null);
    overviews = new Map([
      ['actor', other ?? null],
      ['welder', one ?? null],
    ]);
    const rows = profiles.map((row, at) => ({ ...row, ...change(row, profiles[at - 1] ?? row) }));
    const release = { ...edition.release, name: '2026-07-06' };
    const changed = { ...edition, release, rows, observations: careerProfiles.reshape(release, rows, edition.needs, []) };
    const blocking = (previous: typeof edition | null) =>
      careerProfiles.checks
        .filter(({ severity, check }) => severity === 'block' && check(changed, previous).length > 0)
        .map(({ name }) => name);
    expect([blocking(null), blocking(edition)]).toEqual([alone, compared]);
  });

  it('texts that mix HTML with links in brackets are read', async () => {
    const audiologist = (await reading).edition.observations.profiles.find(({ slug }) => slug === 'audiologist');
    expect(audiologist?.furtherInformation[0]).toMatchObject({
      text: 'You can find out more about becoming an audiologist from:',
      items: ['British Academy of Audiology', 'British Society of Hearing Aid Audiologists', 'Health Careers'],
    });
    expect(audiologist?.furtherInformation[0]?.links.map(({ url }) => url)).toContain('https://www.baaudiology.org/careers/');
  });

  it('SOC 2010 2137 leads where its titles lead, as counted in the coding index of April 2025', async () => {
    const found = successorsOf((await index).entries).get('2137');
    expect(found?.map(({ soc2020, titles }) => `${soc2020} ${titles}`)).toEqual(['2141 25', '2134 20', '3133 15', '2139 9', '2133 4']);
  });

  it('a derivation says "only in this unit group" if and only if no other unit group has an entry with the title', async () => {
    const folded = (title: string) => title.toLowerCase().replace(/\s+/g, ' ').trim();
    const groups = Map.groupBy((await index).entries, ({ title }) => folded(title));
    const told = placesOf((await reading).edition.observations, await needs).flatMap(({ profile, places }) =>
      places.filter(({ derivation }) => derivation.includes('the coding index has its title')).map((place) => ({ profile, place })),
    );
    const isAlone = ({ profile }: (typeof told)[number]) =>
      new Set(groups.get(folded(profile.title))?.map(({ soc2020 }) => soc2020)).size === 1;
    const saysAlone = ({ place }: (typeof told)[number]) => place.derivation.endsWith('only in this unit group.');
    expect(told.filter((one) => saysAlone(one) !== isAlone(one))).toEqual([]);
    expect([told.length, told.filter(saysAlone).length]).toEqual([617, 535]);
  });

  it('358 of the 412 unit groups have a profile', async () => {
    const { edition } = await reading;
    const placed = placesOf(edition.observations, await needs);
    expect(new Set(placed.flatMap(({ places }) => places.map(({ soc2020 }) => soc2020))).size).toBe(358);
    expect(placed.filter(({ places }) => places.length === 0)).toEqual([]);
    const of = (slug: string) => placed.find(({ profile }) => profile.slug === slug)?.places.map(({ soc2020, match }) => [soc2020, match]);
    expect(of('chief-inspector')).toEqual([['1162', 'primary']]);
    expect(of('criminal-intelligence-analyst')).toEqual([['2434', 'primary']]);
  });
});

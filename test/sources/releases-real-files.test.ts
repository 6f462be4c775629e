// The publishers' real releases through parse, reshape and every check, and figures of them that a
// person counted or worked out by hand. What stands in single cells is held by the anchors of each
// source's checks.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inOrderOfNeeds, releasesIn } from '#compiler/release/releases.ts';
import type { HowToBecomeResponse } from '#schemas/resources/how-to-become.ts';
import type { OccupationProfile } from '#schemas/resources/occupations.ts';
import type { SkillsDocument } from '#schemas/resources/skills.ts';
import type { WorkforceResponse } from '#schemas/resources/workforce.ts';
import type { WorkProfileResponse } from '#schemas/resources/work-profile.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { sources } from '#sources/index.ts';
import { type Lookup, recordLookups } from '#sources/kit/lookups.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { NeededObservations } from '#sources/kit/needs.ts';
import type { Examined } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import type { AsheObservations } from '#sources/ashe/reshape.ts';
import { esco } from '#sources/esco/source.ts';
import { onet } from '#sources/onet/source.ts';
import type { Rows as ProjectionRows } from '#sources/skills-projections/layout.ts';
import { skillsProjections } from '#sources/skills-projections/source.ts';
import {
  type ProjectionObservations,
  allGroups,
  isBelowThreshold,
} from '#sources/skills-projections/reshape.ts';
import { keepingRows } from '../kept.ts';
import { describeRealFiles, havePublisherFiles, publisherFiles } from '../publisher-files.ts';
import { bodiesOf, findingsOf, reasonsOf } from './data-set.ts';
import { examine, needsOf } from './examine.ts';

type Edition = Examined<readonly unknown[], unknown>;

/** The checks that find something in a release, alone and beside the release before it. */
const findings: Readonly<Record<string, readonly string[]>> = {
  'soc-structure 2024-10-16': [],
  'soc-structure 2025-04-16': [],
  // Row 8179's extension 1139/02 beside 1132; row 8931 prints a rail title for 8214.
  'soc-index 2025-04-16': ['ext-agrees', 'titles-agree'],
  'ashe 2022-provisional': ['regions-not-in-this-release'],
  'ashe 2023-provisional': ['regions-not-in-this-release'],
  'ashe 2024-provisional': ['regions-not-in-this-release'],
  'aps-workforce 2021-2024': ['titles-known', 'ages-and-qualifications-in-this-release'],
  'skills-projections 2020-2035-revised': ['areas-not-in-this-release'],
  'esco 1.1.0': [],
  'onet 30.2': ['abilities-not-in-this-release'],
  'occupational-maps 2026-07-06': ['part-of-the-maps', 'standards-at-hand'],
  'career-profiles 2020-11-16': [],
};

/** The names that readers looked for and did not find. */
function missingIn(lookups: readonly Lookup[]): string[] {
  return lookups.flatMap(({ place, wanted }) =>
    wanted.flatMap(({ names, foundName }) =>
      foundName === null ? [`${place}: ${names.join(' or ')}`] : [],
    ),
  );
}

const all = havePublisherFiles ? releasesIn(publisherFiles, sources).releases : [];
const releases = inOrderOfNeeds(sources).flatMap(({ key }) =>
  all.filter(({ source }) => source.key === key),
);
const observations: Partial<NeededObservations> = { 'apprenticeship-standards': null };
const examined = new Map<
  string,
  { edition: Edition; previous: Edition | null; problems: Problem[]; lookups: Lookup[] }
>();
const sourceOf = (key: SourceKey): Source =>
  sources.find((source) => source.key === key) ?? expect.fail(key);
const editionOf = (name: string) => examined.get(name)?.edition ?? expect.fail(name);
const bodies = new Map<string, ReadonlyMap<string, unknown>>();
/** The documents of an endpoint, by unit group. */
function bodiesIn<Body>(name: string, endpoint: string): ReadonlyMap<string, Body> {
  const key = `${name} ${endpoint}`;
  const known = bodies.get(key);
  if (known !== undefined) return known as ReadonlyMap<string, Body>;
  const edition = editionOf(name);
  const made = bodiesOf<Body>(
    sourceOf(edition.release.source),
    edition,
    ({ soc }, answeredEndpoint) => (answeredEndpoint === endpoint ? (soc ?? '') : ''),
  );
  made.delete('');
  bodies.set(key, made);
  return made;
}

describeRealFiles('the real releases', () => {
  beforeAll(async () => {
    let previous: Edition | null = null;
    for (const { source, release, files } of releases) {
      const problems: Problem[] = [];
      const lookups: Lookup[] = [];
      const rows = await recordLookups(lookups, () => keepingRows(source).parse(release, files()));
      const needs = needsOf({ ...observations });
      const edition: Edition = {
        release,
        rows,
        observations: source.reshape(release, rows, needs, problems),
        needs,
      };
      Object.assign(observations, { [source.key]: edition.observations });
      const before = previous?.release.source === source.key ? previous : null;
      examined.set(`${source.key} ${release.name}`, {
        edition,
        previous: before,
        problems,
        lookups,
      });
      previous = edition;
    }
  });

  test('are those that are listed here', () =>
    expect([...examined.keys()].sort()).toEqual(Object.keys(findings).sort()));

  test.each(Object.entries(findings))(
    '%s is read with every name it looks for, and finds %j',
    (name, expected) => {
      const { edition, previous, problems, lookups } = examined.get(name) ?? expect.fail(name);
      const foundBeside = (before: Edition | null) =>
        sourceOf(edition.release.source).checks.flatMap((one) =>
          one.check(edition, before).length > 0 ? [one.name] : [],
        );
      expect([problems, missingIn(lookups), foundBeside(null)]).toEqual([[], [], expected]);
      expect(lookups.length).toBeGreaterThan(0);
      if (previous !== null) expect(foundBeside(previous)).toEqual(expected);
    },
  );

  test('figures and reasons are as many as were counted in the workbooks', () => {
    const ofPay = {
      unreliable: 266225,
      'not-available': 28483,
      'not-applicable': 18525,
      disclosive: 39225,
    };
    expect(reasonsOf(sourceOf('ashe'), editionOf('ashe 2024-provisional'))).toEqual({
      published: 259362,
      ...ofPay,
    });
    const ofIndustries = { published: 2425, unreliable: 1711, 'no-figures-reported': 3692 };
    expect(reasonsOf(sourceOf('aps-workforce'), editionOf('aps-workforce 2021-2024'))).toEqual(
      ofIndustries,
    );
    const projections = (
      editionOf('skills-projections 2020-2035-revised').observations as ProjectionObservations
    ).projections.get('england');
    const cells = [...(projections?.qualifications ?? [])].flatMap(([block, lines]) =>
      block === 'all'
        ? []
        : [...lines].flatMap(([code, cell]) => (code === allGroups ? [] : [cell])),
    );
    expect([cells.length, cells.filter(isBelowThreshold).length]).toEqual([234, 33]);
  });
  test.each([
    ['anchors', 35],
    // The figures of March 2023 differ most in group 91.
    ['edition-pin', 32],
  ])('projections: %s finds another figure in row %d', (name, wanted) => {
    const edition = editionOf('skills-projections 2020-2035-revised') as Examined<
      ProjectionRows,
      ProjectionObservations
    >;
    const isMeant = (row: ProjectionRows[number]) => row.kind === 'group' && row.row === wanted;
    const rows = edition.rows.map((row) =>
      isMeant(row) ? { ...row, target: '777.7' } : row,
    ) as ProjectionRows;
    const changed = {
      ...edition,
      rows,
      observations: skillsProjections.reshape(edition.release, rows, edition.needs, []),
    };
    expect(findingsOf(skillsProjections, name, changed).join()).toMatch(`!F${wanted}: `);
  });
  test('shading is read: of pay in 2022, with its grey pattern, and of industries', () => {
    const { tables } = editionOf('ashe 2022-provisional').observations as AsheObservations;
    const rows = [...tables.values()].flat().flatMap((table) => [...(table?.values() ?? [])]);
    const bands = Object.groupBy(
      rows.flatMap(({ variant: { shading = {} } }) => Object.values(shading)),
      (band) => band,
    );
    expect([bands.precise?.length, bands.reasonable?.length, bands.acceptable?.length]).toEqual([
      1020, 1020, 2492,
    ]);
    const sections = [
      ...bodiesIn<WorkforceResponse>('aps-workforce 2021-2024', 'workforce'),
    ].flatMap(([, body]) => body.industries.sections);
    expect(sections.filter(({ quality }) => quality === 'acceptable')).toHaveLength(1843);
  });

  test('the right one of two titles is taken, and the index counts its titles once', () => {
    const { groups } = editionOf('soc-structure 2025-04-16')
      .observations as NeededObservations['soc-structure'];
    const titles = ['2161', '2435', '6129'].map((code) => groups.get(code)?.title);
    expect(titles).toEqual([
      'Research and development (R&D) managers',
      'Professional/Chartered company secretaries',
      'Animal care services occupations n.e.c.',
    ]);
    const renamed = [...groups.values()].filter(
      ({ earlierTitles = [] }) => earlierTitles.length > 0,
    );
    expect(renamed.map(({ code }) => code).join(' ')).toBe(
      '1224 2232 2233 2234 2235 2236 2237 2252 2316 2472 2491 2492 3554 3557 8211',
    );
    const profiles = bodiesIn<OccupationProfile>('soc-index 2025-04-16', 'occupation');
    // 31,964 entries have a code, and six of them repeat another.
    expect([...profiles].reduce((sum, [, { jobTitles }]) => sum + jobTitles, 0)).toBe(31958);
    expect(profiles.get('2134')?.isco08.mapping[0]).toMatchObject({
      code: '2512',
      indexEntries: 69,
      sharePercent: 54.3,
    });
  });

  // The last three are exact halves of the last decimal: sums of binary fractions come out as
  // 0.09374999999999999 and 0.031249999999999997.
  test.each([
    ['2231', 'midwife', 0.7778],
    ['5313', 'bricklayer', 1],
    ['3544', 'data analyst', 0.1932],
    ['3311', 'sergeant', 0.0938],
    ['3534', 'insurance underwriter', 0.0313],
    ['5249', 'radio technician', 0.0313],
  ])('ESCO, %s: the weight of "%s" is %d', (soc2020, label, weight) => {
    const { relatedRoles = [] } =
      bodiesIn<SkillsDocument>('esco 1.1.0', 'skills').get(soc2020) ?? {};
    expect(relatedRoles.find(({ title }) => title === label)?.weight).toBe(weight);
  });
  test('ESCO: 3544 by hand, and 5443 alone has no related role', () => {
    const found = bodiesIn<SkillsDocument>('esco 1.1.0', 'skills');
    const { skills = [], knowledge = [] } = found.get('3544') ?? {};
    expect(
      [skills[0], knowledge[0]].map((one) => [
        one?.name,
        one?.sharePercent,
        one?.essentialSharePercent,
      ]),
    ).toEqual([
      ['execute analytical mathematical calculations', 62.5, 43.2],
      ['statistics', 62.5, 62.5],
    ]);
    expect(
      [...found.values()].flatMap(({ soc2020, relatedRoles }) =>
        relatedRoles.length === 0 ? [soc2020] : [],
      ),
    ).toEqual(['5443']);
  });
  test('358 of the 412 unit groups have a profile, and every profile a unit group', () => {
    const found = [
      ...bodiesIn<HowToBecomeResponse>('career-profiles 2020-11-16', 'how-to-become').values(),
    ];
    const served = found.filter(({ profiles }) => profiles.length > 0);
    expect(served).toHaveLength(358);
    expect(new Set(served.flatMap(({ profiles }) => profiles.map(({ slug }) => slug))).size).toBe(
      829,
    );
  });
  test.each([
    ['2231', { '29-1161.00': 0.7778, '29-9099.01': 0.2222 }],
    ['3544', { '15-2051.01': 0.2267, '15-2099.01': 0.2267, '13-1111.00': 0.1333 }],
    ['2324', { '11-9071.00': 0.0313 }],
    ['2481', { '17-2161.00': 0.1188 }],
  ])('O*NET, %s is based on %j', (soc2020, expected) => {
    const { basedOn = [] } =
      bodiesIn<WorkProfileResponse>('onet 30.2', 'work-profile').get(soc2020) ?? {};
    for (const [code, weight] of Object.entries(expected))
      expect(basedOn.find((base) => base.code === code)?.weight, code).toBe(weight);
  });

  // Sound releases, one after the other: what changed between them is no fault.
  test('ESCO 1.1.1 after 1.1.0 and O*NET 30.2 after 30.1: no check finds more', async () => {
    const filesIn = (folder: string, names: readonly string[]) =>
      names.map((name) => ({ name, bytes: readFileSync(join(publisherFiles, folder, name)) }));
    const zips = ['', 'en'].map(
      (language) => `ESCO dataset - v1.1.1 - classification - ${language} - csv.zip`,
    );
    const needs = needsOf(observations);
    const newer = await examine(esco, '1.1.1', filesIn('esco/_reference/1.1.1', zips), needs);
    const older = await examine(
      onet,
      '30.1',
      [
        ...filesIn('onet/_reference/30.1-text', ['Occupation Data.txt', 'Interests.txt']),
        ...filesIn('onet/30.2', ['ISCO_SOC_Crosswalk.xls', 'soc_2010_to_2018_crosswalk.xlsx']),
      ],
      needs,
    );
    expect([...newer.problems, ...older.problems]).toEqual([]);
    const namesIn = (source: Source, edition: Edition, previous: Edition) =>
      source.checks
        .filter(({ check }) => check(edition, previous).length > 0)
        .map(({ name }) => name);
    expect(namesIn(sourceOf('esco'), newer.edition, editionOf('esco 1.1.0'))).toEqual(
      findings['esco 1.1.0'],
    );
    expect(namesIn(sourceOf('onet'), editionOf('onet 30.2'), older.edition)).toEqual(
      findings['onet 30.2'],
    );
  });

  // Every value of the table of abilities is the publisher's; the file was written anew in the
  // publisher's layout.
  describe('O*NET 30.0, the whole table of abilities', () => {
    let profiles: ReadonlyMap<string, WorkProfileResponse>;
    beforeAll(async () => {
      const read = (path: string) => ({
        name: basename(path),
        bytes: readFileSync(join(publisherFiles, 'onet', path)),
      });
      const paths = [
        '_reference/30.1-text/Occupation Data.txt',
        '_reference/30.1-text/Interests.txt',
      ];
      const crosswalks = ['30.2/ISCO_SOC_Crosswalk.xls', '30.2/soc_2010_to_2018_crosswalk.xlsx'];
      const abilities = {
        ...read('_reference/30.0-derived/DERIVED_Abilities_30.0.txt'),
        name: 'Abilities.txt',
      };
      const { edition, problems } = await examine(
        onet,
        '30.0',
        [...[...paths, ...crosswalks].map(read), abilities],
        needsOf(observations),
      );
      expect([
        problems,
        onet.checks.filter(({ check }) => check(edition, null).length > 0),
      ]).toEqual([[], []]);
      const bodies = bodiesOf<WorkProfileResponse>(onet, edition, ({ soc }, endpoint) =>
        endpoint === 'work-profile' ? (soc ?? '') : '',
      );
      bodies.delete('');
      profiles = bodies;
    });

    test('405 unit groups have all 52 abilities, with levels by weight', () => {
      const shown = [...profiles.values()].flatMap(({ abilities }) =>
        abilities.presentable ? abilities.elements : [],
      );
      const reasons = Object.groupBy(shown, ({ level, withheldFigures }) =>
        level === null ? (withheldFigures.level?.reason ?? '') : 'shown',
      );
      const counts = Object.fromEntries(
        Object.entries(reasons).map(([reason, places]) => [reason, places?.length]),
      );
      expect([shown.length / 52, counts]).toEqual([
        405,
        { shown: 17_541, 'not-relevant': 3509, 'suppressed-by-publisher': 10 },
      ]);
    });
    // 5.16 and 6.35 are 5.755 on average.
    test('the interests of 5434', () => {
      expect(profiles.get('5434')?.interests.scores.map(({ score }) => score)).toEqual([
        4.52, 1.31, 1.87, 3.08, 5.76, 4.95,
      ]);
    });
    /*
     * Worked out apart from our code, from the texts. Oral Comprehension, Manual Dexterity, Static
     * Strength: a level marked Y is left out; above half of the weight there is no level.
     *
     * 2231: 7 titles 2222 → 29-1161 → 29-1161.00; 2 titles 3222 → 29-9099 → 29-9099.01.
     * Weights 7/9 and 2/9.
     * 4151: 26 titles 4419 → 43-4021, 43-4151, and 43-4199 and 43-9199 without ratings; 1 title
     * 5223 → 41-2022, 41-2031. Covered 26/27·2/4 + 1/27 = 51.9%. Weights 13/28 and 13/28, 1/28 and
     * 1/28; level of 43-4021.00 marked Y for manual and static.
     */
    test.each([
      [
        '2231',
        100,
        { '1.A.1.a.1': [4.09, 4.67], '1.A.2.a.2': [2.89, 2.92], '1.A.3.a.1': [2.64, 2.32] },
      ],
      [
        '4151',
        51.9,
        { '1.A.1.a.1': [3.88, 3.87], '1.A.2.a.2': [1.51, 1.25], '1.A.3.a.1': [1.09, null] },
      ],
    ])('%s, worked out by hand', (soc2020, coveragePercent, expected) => {
      const { abilities } = profiles.get(soc2020) ?? expect.fail(soc2020);
      expect(abilities.coveragePercent).toBe(coveragePercent);
      for (const [id, figures] of Object.entries(expected)) {
        const { importance, level } =
          abilities.elements.find(({ code }) => code === id) ?? expect.fail(id);
        expect([importance, level], id).toEqual(figures);
      }
    });
  });
});

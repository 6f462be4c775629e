// What a version of ESCO must show before it is served: complete tables, joins without gaps, occupations counted by eye, and related
// roles for nearly every unit group.
import { textChecks } from '#sources/kit/checks-texts.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { quoteList } from '#sources/kit/problem.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { type Rows, type TableKind, type TableRow, printed, rowsOfKind } from './parse.ts';
import { sharedSkills } from './related-roles.ts';
import { type EscoOccupation, reuseLevels } from './concepts.ts';
import { type EscoObservations, latest } from './reshape.ts';

type Edition = Examined<Rows, EscoObservations>;

/** Counted in version 1.1.0: relations of an occupation by kind. */
interface Anchor {
  readonly uuid: string;
  readonly label: string;
  readonly code: string;
  /** Essential and optional skills, essential and optional knowledge. */
  readonly relations: readonly [number, number, number, number];
}

const anchors: readonly Anchor[] = [
  { uuid: '05f321f8-055b-407d-bf19-e0ddabda56b7', label: 'bricklayer', code: '7112.1', relations: [18, 29, 0, 1] },
  { uuid: 'f2b15a0e-e65a-438a-affb-29b9d50b77d1', label: 'software developer', code: '2512.4', relations: [16, 14, 8, 58] },
  { uuid: 'd3edb8f8-3a06-47a0-8fb9-9b212c006aa2', label: 'data analyst', code: '2511.3', relations: [16, 9, 14, 12] },
  { uuid: '258e46f9-0075-4a2e-adae-1ff0477e0f30', label: 'data scientist', code: '2511.4', relations: [46, 11, 9, 9] },
  { uuid: '95cda6a9-a70a-4a93-9442-11d573cb4a02', label: 'midwife', code: '2222.1', relations: [45, 4, 28, 7] },
  { uuid: '4910419f-b4af-4f59-b544-9dbebc8a74f0', label: 'electrician', code: '7411.1', relations: [17, 24, 4, 9] },
  { uuid: '00030d09-2b3a-4efd-87cc-c4ea39d27c34', label: 'technical director', code: '2654.1.7', relations: [7, 0, 1, 0] },
];
const reuseAnchors: Readonly<Record<(typeof reuseLevels)[number], number>> = {
  transversal: 440,
  'cross-sector': 3754,
  'sector-specific': 6654,
  'occupation-specific': 3043,
};
const usedAnchors: readonly (readonly [label: string, occupations: number])[] = [
  ['create solutions to problems', 350],
  ['use different communication channels', 341],
  ['manage staff', 330],
];

// Roles that only their titles bring in. Without them data analysts would get only the skills of statistical assistants: the coding index
// of April 2025 never gives them ISCO-08 2511.
const expectedRoles: readonly (readonly [soc2020: string, label: string])[] = [
  ['3544', 'data analyst'],
  ['2433', 'data scientist'],
];

type RowOf<Kind extends TableKind> = Extract<TableRow, { kind: Kind }>;

/** What `fault` says of each row of a table, at that column. The table is found once: there are more than a hundred thousand relations. */
function eachRow<Kind extends TableKind>(
  kind: Kind,
  fault: (edition: Edition) => (row: RowOf<Kind>) => readonly [column: string, message: string] | null,
): check.Rule<Edition> {
  return function* (edition) {
    const [table, faultOf] = [printed(edition.rows, kind), fault(edition)];
    for (const row of rowsOfKind(edition.rows, kind)) {
      const [column, message] = faultOf(row) ?? [];
      if (message !== undefined) yield { place: placeOf(edition.release, table, row.row, column), message };
    }
  };
}

/** The publisher's own counts do not hold for the sample, which is smaller on purpose. */
function counted(kind: TableKind, what: string, numberOf: (edition: Edition) => number, band: check.Band): check.Rule<Edition> {
  const look = (edition: Edition): [string, number][] => [[placeOf(edition.release, printed(edition.rows, kind)), numberOf(edition)]];
  return check.notInSample(check.within(`the number of ${what}`, look, band));
}

/** Occupations and skills that only the relations name. */
function orphans({ release, rows, observations }: Edition): Finding[] {
  const table = printed(rows, 'relations');
  return [...Map.groupBy(observations.orphans, ({ uri }) => uri)].map(([uri, of]) => ({
    place: placeOf(release, table, of[0]?.row ?? 0, 'skill'),
    message: `"${uri}" is in ${of.length} relations and in no other table`,
  }));
}

/** Repeated identifiers whose rows differ in more than their day; all repeated identifiers if there are more than `most`. */
function duplicates(kind: 'occupations' | 'skills', most: number): check.Rule<Edition> {
  return ({ release, rows }) => {
    const table = printed(rows, kind);
    const all = Map.groupBy<string, RowOf<'occupations'> | RowOf<'skills'>>(rowsOfKind(rows, kind), ({ uri }) => uri);
    const repeated = [...all.values()].filter((same) => same.length > 1);
    const content = ({ row: _row, modified: _modified, ...rest }: RowOf<'occupations'> | RowOf<'skills'>) => JSON.stringify(rest);
    const isMany = repeated.length > most;
    return repeated
      .filter((same) => isMany || new Set(same.map(content)).size > 1)
      .map(([first]) => ({
        place: placeOf(release, table, first?.row ?? 0, 'uri'),
        message: `"${first?.uri}" stands more than once${isMany ? '' : ', and the rows differ in more than the day of modification'}`,
      }));
  };
}

function* counts({
  release,
  rows,
  observations: { roles, skills },
}: Edition): Generator<readonly [place: string, found: string | number | undefined, expected: string | number]> {
  const at = (what: string) => placeOf(release, { printedAs: what });
  const codes = new Map(latest(rowsOfKind(rows, 'occupations')).map(({ uri, code }) => [uri, code]));
  for (const { uuid, label, code, relations } of anchors) {
    const uri = `http://data.europa.eu/esco/occupation/${uuid}`;
    const role = roles.get(uri);
    yield [at(`the label of ${uri}`), role?.label, label];
    yield [at(`the code of ${label}`), codes.get(uri), code];
    yield [at(`the relations of ${label}`), relationsOf(role).join(), relations.join()];
  }
  for (const level of reuseLevels) {
    const found = [...skills.values()].filter(({ reuseLevel }) => reuseLevel === level).length;
    yield [at(`reuse level ${level}`), found, reuseAnchors[level]];
  }
  const used = new Map<string, number>();
  for (const role of roles.values()) for (const { skill } of role.skills) used.set(skill.label, (used.get(skill.label) ?? 0) + 1);
  for (const [label, occupations] of usedAnchors) yield [at(`occupations with "${label}"`), used.get(label), occupations];
}

function relationsOf(role: EscoOccupation | undefined): number[] {
  const kinds = [
    [false, true],
    [false, false],
    [true, true],
    [true, false],
  ] as const;
  return kinds.map(
    ([isKnowledge, isEssential]) =>
      role?.skills.filter(({ skill, essential }) => skill.isKnowledge === isKnowledge && essential === isEssential).length ?? 0,
  );
}

/** What the version says of each URI, by what ESCO seldom changes. */
function* saidOf({ observations: { roles, skills } }: Edition): Generator<readonly [what: string, Iterable<readonly [string, string]>]> {
  const [occupations, concepts] = [[...roles.values()], [...skills.values()]];
  yield ['labels', [...occupations, ...concepts].map(({ uri, label }) => [uri, label])];
  yield ['types', concepts.map(({ uri, isKnowledge }) => [uri, isKnowledge ? 'knowledge' : 'skill'])];
  yield ['reuse levels', concepts.map(({ uri, reuseLevel }) => [uri, reuseLevel])];
  yield ['groups of ISCO-08', occupations.map(({ uri, isco08 }) => [uri, isco08])];
  const relationOf = (essential: boolean) => (essential ? 'essential' : 'optional');
  yield [
    'relations',
    occupations.flatMap(({ uri, skills: of }) => of.map(({ skill, essential }) => [`${uri} ${skill.uri}`, relationOf(essential)] as const)),
  ];
}

/** Shares and weights of a unit group's roles. */
function shares({ release, observations: { related } }: Edition): Finding[] {
  return [...related].flatMap(([soc2020, { roles }]) => {
    const place = placeOf(release, { printedAs: soc2020 });
    const total = roles.reduce((sum, { weight }) => sum + weight, 0);
    const findings: Finding[] =
      roles.length === 0 || Math.abs(total - 1) < 1e-9 ? [] : [{ place, message: `the weights add up to ${total}` }];
    let before = 1;
    for (const { skill, share, essentialShare } of sharedSkills(roles)) {
      if (!(share > 0 && share <= 1 && essentialShare >= 0 && essentialShare <= share))
        findings.push({ place, message: `"${skill.label}" has a share of ${share}, essential ${essentialShare}` });
      if (share > before) findings.push({ place, message: `"${skill.label}" with a share of ${share} follows one of ${before}` });
      before = share;
    }
    return findings;
  });
}

export const checks: readonly Check<Rows, EscoObservations>[] = [
  check.block(
    'occupation-count',
    'Between 2,900 and 3,300 distinct occupations (3,008 in 1.1.0, 3,039 in 1.2.1). The sample has fewer.',
    counted('occupations', 'distinct occupations', ({ observations }) => observations.roles.size, [2900, 3300]),
  ),
  check.block(
    'skill-count',
    'Between 13,500 and 15,000 distinct skills and knowledge items (13,891 in 1.1.0). The sample has fewer.',
    counted('skills', 'distinct skills', ({ observations }) => observations.skills.size, [13_500, 15_000]),
  ),
  check.block(
    'relation-count',
    'Between 115,000 and 140,000 relations (123,852 in 1.1.0), and no pair of occupation and skill twice. The sample has fewer.',
    counted('relations', 'relations', ({ rows }) => rowsOfKind(rows, 'relations').length, [115_000, 140_000]),
    eachRow('relations', () => {
      const seen = new Set<string>();
      return ({ occupation, skill }) =>
        seen.size === seen.add(`${occupation} ${skill}`).size ? ['skill', `"${occupation}" has "${skill}" twice`] : null;
    }),
  ),
  check.block(
    'isco-groups',
    '619 ISCO-08 groups: 10 major, 43 sub-major, 130 minor, 436 unit groups. The sample has fewer.',
    ...[10, 43, 130, 436].map((expected, place) => {
      const groups = ({ rows }: Edition) => rowsOfKind(rows, 'groups').filter(({ code }) => code.length === place + 1).length;
      return counted('groups', `groups of ${place + 1} digits`, groups, check.exactly(expected));
    }),
  ),
  check.block(
    'isco-of-occupation',
    "Every occupation's ISCO-08 group is among the groups, and its own code begins with it.",
    eachRow('occupations', ({ observations: { iscoLabels } }) => ({ iscoGroup, code, label }) => {
      if (!iscoLabels.has(iscoGroup)) return ['iscoGroup', `"${label}" has ISCO-08 ${iscoGroup}, which is not among the groups`];
      return code.startsWith(`${iscoGroup}.`) ? null : ['code', `"${label}" has ISCO-08 ${iscoGroup}, but its code is "${code}"`];
    }),
  ),
  check.info(
    'isco-titles-agree',
    'ISCO-08 groups have the titles of the coding index. We serve its titles.',
    eachRow('groups', ({ needs }) => {
      const { iscoTitles } = needs.get('soc-index');
      const fold = (title: string) => title.toLowerCase().replace(/[^a-z]/g, '');
      return ({ code, label }) => {
        const title = iscoTitles.get(code);
        return title === undefined || fold(title) === fold(label)
          ? null
          : ['label', `${code} is "${label}", "${title}" in the coding index`];
      };
    }),
  ),
  check.knownIssue(
    'relation-types-agree',
    "A relation repeats its skill's type. If they differ, the skill decides.",
    eachRow('relations', ({ rows }) => {
      const types = new Map(rowsOfKind(rows, 'skills').map(({ uri, skillType }) => [uri, skillType]));
      return ({ skill, skillType }) => {
        const type = types.get(skill);
        return type === undefined || type === skillType
          ? null
          : ['skillType', `"${skill}" is "${skillType}" here and "${type}" among the skills`];
      };
    }),
  ),
  check.info(
    'unused-concepts-sound',
    'Occupations and skills that no answer holds are as sound as the others. They stop nothing: five skills of 1.1.1 that no relation names have no reuse level.',
    ({ observations }) => observations.unused,
  ),
  check.knownIssue(
    'joins-complete',
    'Every relation joins an occupation and a skill that the version lists. The others are left out. 1.1.1 has relations of one occupation that it does not list.',
    orphans,
  ),
  check.block(
    'joins-complete-widely',
    'The relations name at most five occupations and skills that no other table has.',
    check.moreThan(5, orphans),
  ),
  check.knownIssue(
    'duplicates-explained',
    'At most 30 identifiers stand twice, in rows that differ only in the day of modification. 1.2.1 repeats four occupations and some 21 skills.',
    duplicates('occupations', 30),
    duplicates('skills', 30),
  ),
  check.block(
    'every-occupation-has-skills',
    'No occupation is without relations (none in 1.1.0).',
    check.each(
      ({ observations }) => observations.roles.values(),
      ({ uri }, { release }) => placeOf(release, { printedAs: uri }),
      ({ label, skills }) => (skills.length === 0 ? `"${label}" has no skill` : null),
    ),
  ),
  check.block(
    'unit-groups-covered',
    'At least 405 of the 412 unit groups have a related role (411 in 1.1.0).',
    ({ release, observations: { related } }) => {
      const without = [...related].filter(([, { roles }]) => roles.length === 0).map(([soc2020]) => soc2020);
      const covered = related.size - without.length;
      const message = `only ${covered} unit groups have a related role; these have none: ${quoteList(without)}`;
      return covered >= 405 ? [] : [{ place: placeOfRelease(release), message }];
    },
  ),
  check.block(
    'share-range',
    'Every share is above 0 and at most 1. The essential share is at most the share. Weights add up to 1. Skills are ordered by share.',
    shares,
  ),
  check.knownIssue(
    'title-links-hold',
    'Links by job title still bring in data analyst for 3544 and data scientist for 2433, unless ISCO-08 now reaches them.',
    check.each(
      () => expectedRoles,
      ([soc2020], { release }) => placeOf(release, { printedAs: soc2020 }),
      ([soc2020, label], { observations: { related, roles: all } }) => {
        const { roles = [], isco08 = [] } = related.get(soc2020) ?? {};
        const isThere = roles.some(({ occupation }) => occupation.label === label);
        const isOnTheWay = [...all.values()].some((role) => role.label === label && isco08.some(({ code }) => code === role.isco08));
        return isThere || isOnTheWay ? null : `"${label}" is not a related role`;
      },
    ),
  ),
  check.knownIssue(
    'identifiers-kept',
    'At most 30 occupations of the previous version are gone. Identifiers are stable: 3 went from 1.1.1 to 1.2.0, none to 1.2.1.',
    check.moreThan(
      30,
      check.each(
        (_, previous) => previous?.observations.roles.values() ?? [],
        ({ uri }, { release }) => placeOf(release, { printedAs: uri }),
        ({ uri, label }, { observations }) => (observations.roles.has(uri) ? null : `"${label}" is gone`),
      ),
    ),
  ),
  ...textChecks(({ release, observations: { roles, skills } }: Edition) => {
    const place = (uri: string) => () => placeOf(release, { printedAs: uri });
    return [
      ...Array.from(roles.values(), ({ uri, label }) => ({ code: uri, title: '', parts: { occupation: [label] }, place: place(uri) })),
      ...Array.from(skills.values(), ({ uri, label }) => ({ code: uri, title: '', parts: { skill: [label] }, place: place(uri) })),
    ];
  }),
  check.block(
    'concepts-kept',
    'At most 2 % of the labels, types, reuse levels, groups and relations of the previous version have changed. From 1.1.0 to 1.1.1 0.8 % of the groups did, and of the others fewer than 0.02 %.',
    check.kept(saidOf, 0.02),
  ),
  check.info('concepts-changed', 'Changed labels, types, reuse levels, groups and relations are counted.', check.kept(saidOf, 0)),
  check.block('anchors', 'Occupations, skills and relations counted in version 1.1.0.', check.inReleases(['1.1.0'], check.agree(counts))),
];

// What a version of ESCO must show before it is served: complete tables, joins without gaps, occupations counted by eye, and roles for
// nearly every unit group.
import { quoteList } from '#sources/kit/problem.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { type Row, type Rows, type TableKind, placeOf, rowsOfKind } from './parse.ts';
import { sharedSkills } from './related-roles.ts';
import { type EscoOccupation, reuseLevels } from './concepts.ts';
import { type EscoObservations, latest } from './reshape.ts';

type EscoCheck = Check<Rows, EscoObservations>;
type Edition = Examined<Rows, EscoObservations>;

/** Counted in version 1.1.0: relations of an occupation by kind. */
interface Anchor {
  readonly uuid: string;
  readonly label: string;
  readonly code: string;
  /** Essential and optional skills, essential and optional knowledge. */
  readonly relations: readonly [number, number, number, number];
}

const anchorRelease = '1.1.0';
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

// Roles that only their titles bring in: without them data analysts would be shown the skills of statistical assistants alone, since the
// coding index of April 2025 never gives them ISCO-08 2511.
const expectedRoles: readonly (readonly [soc2020: string, label: string])[] = [
  ['3544', 'data analyst'],
  ['2433', 'data scientist'],
];

export const checks: readonly EscoCheck[] = [
  {
    name: 'occupation-count',
    severity: 'block',
    describe: 'Between 2,900 and 3,300 distinct occupations (3,008 in 1.1.0, 3,039 in 1.2.1). The sample has fewer.',
    check: (edition) => countFindings(edition, 'occupations', 'distinct occupations', edition.observations.roles.size, 2900, 3300),
  },
  {
    name: 'skill-count',
    severity: 'block',
    describe: 'Between 13,500 and 15,000 distinct skills and knowledge items (13,891 in 1.1.0). The sample has fewer.',
    check: (edition) => countFindings(edition, 'skills', 'distinct skills', edition.observations.skills.size, 13_500, 15_000),
  },
  {
    name: 'relation-count',
    severity: 'block',
    describe: 'Between 115,000 and 140,000 relations (123,852 in 1.1.0), and no pair of occupation and skill twice. The sample has fewer.',
    check: (edition) => {
      const relations = rowsOfKind(edition.rows, 'relations');
      const seen = new Set<string>();
      const twice = relations.filter(({ occupation, skill }) => seen.size === seen.add(`${occupation} ${skill}`).size);
      return [
        ...countFindings(edition, 'relations', 'relations', relations.length, 115_000, 140_000),
        ...twice.map(({ row, occupation, skill }) => ({
          place: place(edition, 'relations', row, 'skill'),
          message: `"${occupation}" has "${skill}" twice`,
        })),
      ];
    },
  },
  {
    name: 'isco-groups',
    severity: 'block',
    describe: '619 ISCO-08 groups: 10 major, 43 sub-major, 130 minor, 436 unit groups. The sample has fewer.',
    check: (edition) => {
      const codes = rowsOfKind(edition.rows, 'groups').map(({ code }) => code);
      return [10, 43, 130, 436].flatMap((expected, digits) =>
        countFindings(
          edition,
          'groups',
          `groups of ${digits + 1} digits`,
          codes.filter((code) => code.length === digits + 1).length,
          expected,
          expected,
        ),
      );
    },
  },
  {
    name: 'isco-of-occupation',
    severity: 'block',
    describe: "Every occupation's ISCO-08 group is among the groups, and its own code begins with it.",
    check: (edition) =>
      rowsOfKind(edition.rows, 'occupations').flatMap(({ row, iscoGroup, code, label }) => {
        if (!edition.observations.iscoLabels.has(iscoGroup))
          return [
            { place: place(edition, 'occupations', row, 'iscoGroup'), message: `"${label}" is of ISCO-08 ${iscoGroup}, which is no group` },
          ];
        return code.startsWith(`${iscoGroup}.`)
          ? []
          : [
              {
                place: place(edition, 'occupations', row, 'code'),
                message: `"${label}" is of ISCO-08 ${iscoGroup}, but its code is "${code}"`,
              },
            ];
      }),
  },
  {
    name: 'isco-titles-agree',
    severity: 'info',
    describe: 'ISCO-08 groups are named as in the coding index, whose titles are served.',
    check: (edition) => {
      const { iscoTitles } = edition.needs.get('soc-index');
      const fold = (title: string) => title.toLowerCase().replace(/[^a-z]/g, '');
      return rowsOfKind(edition.rows, 'groups').flatMap(({ row, code, label }) => {
        const title = iscoTitles.get(code);
        return title === undefined || fold(title) === fold(label)
          ? []
          : [{ place: place(edition, 'groups', row, 'label'), message: `${code} is "${label}", "${title}" in the coding index` }];
      });
    },
  },
  {
    name: 'relation-types-agree',
    severity: 'known-issue',
    describe: 'A relation names the type that its skill has; the skill decides.',
    check: (edition) => {
      const types = new Map(rowsOfKind(edition.rows, 'skills').map(({ uri, skillType }) => [uri, skillType]));
      return rowsOfKind(edition.rows, 'relations').flatMap(({ row, skill, skillType }) => {
        const type = types.get(skill);
        return type === undefined || type === skillType
          ? []
          : [
              {
                place: place(edition, 'relations', row, 'skillType'),
                message: `"${skill}" is "${skillType}" here and "${type}" among the skills`,
              },
            ];
      });
    },
  },
  {
    name: 'joins-complete',
    severity: 'known-issue',
    describe:
      'Every relation is of an occupation and a skill of the same version; the others are left out. 1.1.1 has relations of one occupation that it does not list.',
    check: (edition) => orphanFindings(edition, 0),
  },
  {
    name: 'joins-complete-widely',
    severity: 'block',
    describe: 'At most five occupations and skills are in the relations alone.',
    check: (edition) => orphanFindings(edition, 5),
  },
  {
    name: 'duplicates-explained',
    severity: 'known-issue',
    describe:
      'At most 30 identifiers stand twice, each in rows that differ in the day of their modification alone. 1.2.1 repeats four occupations and some 21 skills.',
    check: (edition) => [...duplicateFindings(edition, 'occupations'), ...duplicateFindings(edition, 'skills')],
  },
  {
    name: 'every-occupation-has-skills',
    severity: 'block',
    describe: 'No occupation is without relations (none in 1.1.0).',
    check: (edition) => {
      const without = [...edition.observations.roles.values()].filter(({ skills }) => skills.length === 0);
      return without.map(({ label, uri }) => ({ place: `esco ${edition.release.name} ${uri}`, message: `"${label}" has no skill` }));
    },
  },
  {
    name: 'unit-groups-covered',
    severity: 'block',
    describe: 'At least 405 of the 412 unit groups have a related role (411 in 1.1.0).',
    check: ({ release, observations: { related } }) => {
      const without = [...related].filter(([, { roles }]) => roles.length === 0).map(([soc2020]) => soc2020);
      const covered = related.size - without.length;
      return covered >= 405
        ? []
        : [{ place: `esco ${release.name}`, message: `only ${covered} unit groups have a related role; none have ${quoteList(without)}` }];
    },
  },
  {
    name: 'share-range',
    severity: 'block',
    describe: 'Every share is above 0 and at most 1, the essential one at most the share, weights add up to 1, and the order is as stated.',
    check: ({ release, observations: { related } }) =>
      [...related].flatMap(([soc2020, { roles }]) => {
        const at = `esco ${release.name} ${soc2020}`;
        const total = roles.reduce((sum, { weight }) => sum + weight, 0);
        const findings: Finding[] =
          roles.length === 0 || Math.abs(total - 1) < 1e-9 ? [] : [{ place: at, message: `the weights add up to ${total}` }];
        let before = 1;
        for (const { skill, share, essentialShare } of sharedSkills(roles)) {
          if (!(share > 0 && share <= 1 && essentialShare >= 0 && essentialShare <= share))
            findings.push({ place: at, message: `"${skill.label}" has a share of ${share}, essential ${essentialShare}` });
          if (share > before) findings.push({ place: at, message: `"${skill.label}" with a share of ${share} follows one of ${before}` });
          before = share;
        }
        return findings;
      }),
  },
  {
    name: 'title-links-hold',
    severity: 'known-issue',
    describe:
      'The roles that the links by job title bring in are still there: data analyst for 3544, data scientist for 2433; unless ISCO-08 leads to them by now.',
    check: ({ release, observations: { related, roles: all } }) =>
      expectedRoles.flatMap(([soc2020, label]) => {
        const { roles = [], isco08 = [] } = related.get(soc2020) ?? {};
        const isThere = roles.some(({ occupation }) => occupation.label === label);
        const isOnTheWay = [...all.values()].some((role) => role.label === label && isco08.some(({ code }) => code === role.isco08));
        return isThere || isOnTheWay ? [] : [{ place: `esco ${release.name} ${soc2020}`, message: `"${label}" is no related role` }];
      }),
  },
  {
    name: 'identifiers-kept',
    severity: 'known-issue',
    describe:
      'At most 30 occupations of the previous version are gone: identifiers are stable (3 went from 1.1.1 to 1.2.0, none to 1.2.1).',
    check: ({ release, observations: { roles } }, previous) => {
      if (previous === null) return [];
      const gone = [...previous.observations.roles.values()].filter(({ uri }) => !roles.has(uri));
      return gone.length <= 30
        ? []
        : gone.map(({ uri, label }) => ({ place: `esco ${release.name} ${uri}`, message: `"${label}" is gone` }));
    },
  },
  {
    name: 'anchors',
    severity: 'block',
    describe: 'Occupations, skills and relations counted in version 1.1.0.',
    check: anchorFindings,
  },
];

function place({ release, rows }: Edition, kind: TableKind, row: number, column: string): string {
  return placeOf(release.name, rows, kind, row, column);
}

/** The publisher's own counts say nothing of the sample, which is smaller on purpose. */
function countFindings({ release, rows }: Edition, kind: TableKind, what: string, count: number, least: number, most: number): Finding[] {
  if (release.sample || (count >= least && count <= most)) return [];
  const { member } = rows.find((row): row is Extract<Row, { kind: 'columns' }> => row.kind === 'columns' && row.of === kind) ?? {
    member: '',
  };
  return [
    { place: `esco ${release.name} ${member}`, message: `${count} ${what}, expected ${least === most ? least : `${least} to ${most}`}` },
  ];
}

function orphanFindings(edition: Edition, allowed: number): Finding[] {
  const byUri = Map.groupBy(edition.observations.orphans, ({ uri }) => uri);
  if (byUri.size <= allowed) return [];
  return [...byUri].map(([uri, rows]) => ({
    place: place(edition, 'relations', rows[0]?.row ?? 0, 'skill'),
    message: `"${uri}" is in ${rows.length} relations and nowhere else`,
  }));
}

function duplicateFindings(edition: Edition, kind: 'occupations' | 'skills'): Finding[] {
  const rows = rowsOfKind(edition.rows, kind);
  const repeated = [...Map.groupBy(rows, ({ uri }) => uri).values()].filter((same) => same.length > 1);
  const content = ({ row: _row, modified: _modified, ...rest }: (typeof rows)[number]) => JSON.stringify(rest);
  const differing = repeated.filter((same) => new Set(same.map(content)).size > 1);
  const shown = repeated.length > 30 ? repeated : differing;
  return shown.map(([first]) => ({
    place: place(edition, kind, first?.row ?? 0, 'uri'),
    message: `"${first?.uri}" stands more than once${repeated.length > 30 ? '' : ', and not only with another day of modification'}`,
  }));
}

function anchorFindings({ release, rows, observations: { roles, skills } }: Edition): Finding[] {
  if (release.sample || release.name !== anchorRelease) return [];
  const findings: Finding[] = [];
  const compare = (what: string, got: unknown, expected: unknown) => {
    if (String(got) !== String(expected))
      findings.push({ place: `esco ${release.name} ${what}`, message: `got ${String(got)}, expected ${String(expected)}` });
  };
  const codes = new Map(latest(rowsOfKind(rows, 'occupations')).map(({ uri, code }) => [uri, code]));
  for (const { uuid, label, code, relations } of anchors) {
    const uri = `http://data.europa.eu/esco/occupation/${uuid}`;
    const role = roles.get(uri);
    compare(`the label of ${uri}`, role?.label, label);
    compare(`the code of ${label}`, codes.get(uri), code);
    compare(`the relations of ${label}`, relationsOf(role), relations);
  }
  for (const level of reuseLevels)
    compare(`reuse level ${level}`, [...skills.values()].filter(({ reuseLevel }) => reuseLevel === level).length, reuseAnchors[level]);
  const used = new Map<string, number>();
  for (const role of roles.values()) for (const { skill } of role.skills) used.set(skill.label, (used.get(skill.label) ?? 0) + 1);
  for (const [label, occupations] of usedAnchors) compare(`occupations with "${label}"`, used.get(label), occupations);
  return findings;
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

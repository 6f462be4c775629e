// What a version of ESCO must show before it is served: complete tables, joins without gaps,
// occupations counted by eye, and related roles for nearly every unit group.
import * as check from '#sources/kit/checks.ts';
import { type KeyedTable, keyedCheck } from '#sources/kit/checks-keyed.ts';
import { type Described, textChecks } from '#sources/kit/checks-texts.ts';
import type { Check, Finding } from '#sources/kit/checks.ts';
import { placeOf } from '#sources/kit/place.ts';
import type { Examined } from '#sources/kit/release.ts';
import { type Kind, type Rows, layout } from './layout.ts';
import { type EscoObservations, latest } from './reshape.ts';

type Edition = Examined<Rows, EscoObservations>;

// Counted in version 1.1.0: the relations with essential and optional skills, then with essential
// and optional knowledge.
const anchors = [
  {
    uuid: '05f321f8-055b-407d-bf19-e0ddabda56b7',
    label: 'bricklayer',
    code: '7112.1',
    relations: '18 29 0 1',
  },
  {
    uuid: 'f2b15a0e-e65a-438a-affb-29b9d50b77d1',
    label: 'software developer',
    code: '2512.4',
    relations: '16 14 8 58',
  },
  {
    uuid: '95cda6a9-a70a-4a93-9442-11d573cb4a02',
    label: 'midwife',
    code: '2222.1',
    relations: '45 4 28 7',
  },
  {
    uuid: '00030d09-2b3a-4efd-87cc-c4ea39d27c34',
    label: 'technical director',
    code: '2654.1.7',
    relations: '7 0 1 0',
  },
] as const;

/** The publisher's own counts do not hold for the sample, which is smaller on purpose. */
function counted(
  kind: Kind,
  what: string,
  numberOf: (edition: Edition) => number,
  band: check.Band,
): check.Rule<Edition> {
  return check.notInSample(
    check.within(
      `the number of ${what}`,
      (edition) => [[layout.placeOf(edition, kind), numberOf(edition)]],
      band,
    ),
  );
}

/** Occupations and skills that only the relations name. */
function orphans(edition: Edition): Finding[] {
  return [...Map.groupBy(edition.observations.orphans, ({ uri }) => uri)].map(([uri, orphans]) => ({
    place: layout.placeOf(edition, orphans[0]?.row ?? 'relations', 'skill'),
    message: `"${uri}" is in ${orphans.length} relations and in no other table`,
  }));
}

function* counts({ release, rows, observations: { roles } }: Edition): Generator<check.Agreement> {
  const placeIn = (what: string) => placeOf(release, what);
  const codes = new Map(
    latest(layout.rowsOf(rows, 'occupations')).map(({ uri, code }) => [uri, code]),
  );
  for (const { uuid, label, code, relations } of anchors) {
    const uri = `http://data.europa.eu/esco/occupation/${uuid}`;
    const role = roles.get(uri);
    const kinds = (role?.skills ?? []).map(
      ({ skill, essential }) => (skill.isKnowledge ? 2 : 0) + (essential ? 0 : 1),
    );
    yield { place: placeIn(`the label of ${uri}`), found: role?.label, expected: label };
    yield { place: placeIn(`the code of ${label}`), found: codes.get(uri), expected: code };
    const counted = [0, 1, 2, 3].map(
      (kind) => kinds.filter((candidate) => candidate === kind).length,
    );
    yield {
      place: placeIn(`the relations of ${label}`),
      found: counted.join(' '),
      expected: relations,
    };
  }
}

/** The part of a URI that names a concept. */
const conceptOf = (uri: string) => uri.slice(uri.lastIndexOf('/') + 1);

// From 1.1.0 to 1.1.1 0.8% of the groups changed, and of all else fewer than 0.02%. From 1.1.1 to
// 1.2.0 three occupations went and fourteen changed their group.
const seldom = { changes: 0.02 } as const;
// One object for many of 124,000 relations.
const essentialValues = { kind: 'essential' } as const;
const optionalValues = { kind: 'optional' } as const;
const compared: readonly KeyedTable<Edition>[] = [
  {
    name: 'occupations',
    rows: ({ observations: { roles } }) =>
      Array.from(roles.values(), ({ uri, label, otherLabels, isco08, skills }) => ({
        key: uri,
        name: label,
        values: {
          label,
          'other labels': otherLabels.join('\n'),
          'ISCO-08 group': isco08,
          skills: skills.map(({ skill }) => conceptOf(skill.uri)).join(' '),
        },
      })),
    columns: {
      label: seldom,
      'other labels': { changes: 0.1 },
      'ISCO-08 group': seldom,
      skills: { changes: 0.2 },
    },
    lost: 0.01,
  },
  {
    name: 'skills',
    rows: ({ observations: { skills } }) =>
      Array.from(skills.values(), ({ uri, label, isKnowledge, reuseLevel }) => ({
        key: uri,
        name: label,
        values: { label, type: isKnowledge ? 'knowledge' : 'skill', 'reuse level': reuseLevel },
      })),
    columns: { label: seldom, type: seldom, 'reuse level': seldom },
    lost: 0.01,
  },
  {
    name: 'relations',
    *rows({ observations: { roles } }) {
      for (const { uri, label, skills } of roles.values()) {
        const occupation = conceptOf(uri);
        for (const { skill, essential } of skills)
          yield {
            key: `${occupation} ${conceptOf(skill.uri)}`,
            name: () => `${label} and ${skill.label}`,
            values: essential ? essentialValues : optionalValues,
          };
      }
    },
    // A run of twenty occupations with their kinds exchanged is 1% of them.
    columns: { kind: { changes: 0.001 } },
    lost: 0.02,
  },
  {
    name: 'groups of ISCO-08',
    rows: ({ observations: { iscoLabels } }) =>
      Array.from(iscoLabels, ([code, label]) => ({ key: code, name: code, values: { label } })),
    columns: { label: seldom },
    lost: 0,
  },
];

export const checks: readonly Check<Rows, EscoObservations>[] = [
  check.block(
    'tables-complete',
    'Between 2,900 and 3,300 occupations, 13,500 and 15,000 skills, 115,000 and 140,000 ' +
      'relations (3,008, 13,891 and 123,852 in 1.1.0), and all 619 groups of ISCO-08. The ' +
      'sample has fewer.',
    counted(
      'occupations',
      'distinct occupations',
      ({ observations }) => observations.roles.size,
      [2900, 3300],
    ),
    counted(
      'skills',
      'distinct skills',
      ({ observations }) => observations.skills.size,
      [13_500, 15_000],
    ),
    counted(
      'relations',
      'relations',
      ({ rows }) => layout.rowsOf(rows, 'relations').length,
      [115_000, 140_000],
    ),
    ...[10, 43, 130, 436].map((expected, index) => {
      const groups = ({ rows }: Edition) =>
        layout.rowsOf(rows, 'groups').filter(({ code }) => code.length === index + 1).length;
      return counted('groups', `groups of ${index + 1} digits`, groups, check.exactly(expected));
    }),
  ),
  check.block(
    'relations-once',
    'An occupation has each skill once.',
    check.unique('relation', (edition) =>
      layout
        .rowsOf(edition.rows, 'relations')
        .map((row) => [
          () => layout.placeOf(edition, row, 'skill'),
          `${row.occupation} ${row.skill}`,
        ]),
    ),
  ),
  check.block(
    'isco-of-occupation',
    "Every occupation's ISCO-08 group is among the groups, and its own code begins with it.",
    check.each(
      ({ rows }) => layout.rowsOf(rows, 'occupations'),
      (row, edition) => layout.placeOf(edition, row, 'iscoGroup'),
      ({ iscoGroup, code, label }, { observations: { iscoLabels } }) => {
        if (!iscoLabels.has(iscoGroup))
          return `"${label}" has ISCO-08 ${iscoGroup}, which is not among the groups`;
        return code.startsWith(`${iscoGroup}.`)
          ? null
          : `"${label}" has ISCO-08 ${iscoGroup}, but its code is "${code}"`;
      },
    ),
  ),
  check.block(
    'joins-complete',
    'The relations name at most five occupations and skills that the version does not ' +
      'list (one in 1.1.1). They are left out.',
    check.moreThan(5, orphans),
  ),
  check.block(
    'every-occupation-has-skills',
    'No occupation is without relations (none in 1.1.0).',
    check.each(
      ({ observations }) => observations.roles.values(),
      ({ uri }, { release }) => placeOf(release, uri),
      ({ label, skills }) => (skills.length === 0 ? `"${label}" has no skill` : null),
    ),
  ),
  check.block(
    'unit-groups-covered',
    'At least 405 of the 412 unit groups have a related role (411 in 1.1.0).',
    check.mostAre(
      'unit groups have no related role',
      ({ observations: { related } }) =>
        Array.from(related, ([soc2020, { roles }]) => [soc2020, roles.length > 0]),
      405 / 412,
    ),
  ),
  check.comparing.block(
    'identifiers-kept',
    'At most 30 occupations of the previous version are gone: what is said of an ' +
      'identifier can be compared only while it stays. 3 went from 1.1.1 to 1.2.0, none to 1.2.1.',
    check.moreThan(
      30,
      check.each(
        (_, previous) => previous?.observations.roles.values() ?? [],
        ({ uri }, { release }) => placeOf(release, uri),
        ({ uri, label }, { observations }) =>
          observations.roles.has(uri) ? null : `"${label}" is gone`,
      ),
    ),
  ),
  ...textChecks(({ release, observations: { roles, skills } }: Edition) => {
    const described = (uri: string, parts: Described['parts']): Described => ({
      code: uri,
      title: '',
      parts,
      place: () => placeOf(release, uri),
    });
    return [
      ...Array.from(roles.values(), ({ uri, label, otherLabels }) =>
        described(uri, { occupation: [label], otherLabels }),
      ),
      ...Array.from(skills.values(), ({ uri, label }) => described(uri, { skill: [label] })),
    ];
  }),
  keyedCheck(...compared),
  check.anchors(['1.1.0'], 'Occupations and relations counted in version 1.1.0.', counts),
];

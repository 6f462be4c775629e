// One name, one shape: the vocabulary of server/pages/guides/vocabulary.md, held against the schema
// of every answer.
// A second name for the same thing, or one name for two things, would show in nothing else.
import { expect, test } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import { payMainColumns } from '#schemas/pay-columns.ts';
import { responses } from '#schemas/resources/by-name.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Member {
  readonly key: string;
  /** Endpoint and steps, for messages: `visas /quarters[]/quarter`. */
  readonly place: string;
  readonly schema: Schema;
  /** Keys of the object that holds the member, and of every object around it. */
  readonly beside: readonly string[];
  readonly around: readonly string[];
  readonly isRequired: boolean;
}

/** Every member of an answer, however deep. */
function* membersOf(
  endpoint: string,
  schema: Schema,
  step = '',
  around: readonly string[] = [],
): Generator<Member> {
  for (const choice of schema.anyOf ?? []) yield* membersOf(endpoint, choice, step, around);
  if (schema.items !== undefined) yield* membersOf(endpoint, schema.items, `${step}[]`, around);
  const beside = Object.keys(schema.properties ?? {});
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(key) === true;
    yield {
      key,
      place: `${endpoint} ${step}/${key}`,
      schema: member,
      beside,
      around: [...around, ...beside],
      isRequired,
    };
    yield* membersOf(endpoint, member, `${step}/${key}`, [...around, ...beside]);
  }
}

// TypeBox marks its schemas with members that JSON leaves out.
const schemaOf = (schema: object): Schema => JSON.parse(JSON.stringify(schema));
const members = endpoints.flatMap(({ id, response }) => [
  ...membersOf(id, schemaOf(responses[response])),
]);
const choicesOf = (schema: Schema) => schema.anyOf ?? [schema];
const typesOf = (schema: Schema) => [
  ...new Set(choicesOf(schema).flatMap(({ type }) => type ?? [])),
];
const isUuid = ({ schema }: Member) => choicesOf(schema).some(({ format }) => format === 'uuid');

/** Names that are of two kinds all the same, with the reason. */
const ofTwoKinds: Readonly<Record<string, string>> = {
  level:
    'the level of demand or of a group is a word, that of a qualification and that of a ' +
    'rating a number, as their publishers say',
  rank: 'the rank is an object of the rank and the number of ranked',
  requirements: 'those of a route are a list, those of a job are checks and registrations',
  prior: 'the year before of adverts, and in `change` its figure over the months compared',
  months: 'the list, and in `change` the number of months compared',
  total: 'how many members a list has, and in /workforce everybody in the occupation',
  figures: 'those of pay or of a summary, and in /v1/meta/editions how many there are',
  provisional: 'in the revisions of a series the provisional edition',
  ...Object.fromEntries(
    ['relatedRoles', 'skills', 'knowledge'].map((key) => [
      key,
      'the list, and in `totals` its size',
    ]),
  ),
  ...Object.fromEntries(
    payMainColumns.map((key) => [
      key,
      "the contract's number, and in `figures` the same with its quality",
    ]),
  ),
};

test('is a text, a number, a list or an object everywhere', () => {
  const kindOf = ({ schema }: Member) =>
    typesOf(schema)
      .filter((type) => type !== 'null')
      .map((type) => (type === 'integer' ? 'number' : type))
      .join('|');
  const mixed = [...Map.groupBy(members, ({ key }) => key)].filter(
    ([, named]) => new Set(named.map(kindOf)).size > 1,
  );
  expect(mixed.map(([key]) => key).toSorted()).toEqual(Object.keys(ofTwoKinds).toSorted());
});

/** Each rule by the members that break it. */
test.each<[string, (member: Member) => boolean]>([
  ['a key is always there', ({ isRequired }) => !isRequired],
  [
    'null has a reason beside or above it, or the description says when it is',
    ({ key, schema, around }) =>
      typesOf(schema).includes('null') &&
      !/null/i.test(schema.description ?? '') &&
      !['withheld', 'withheldFigures', 'withheldLegend', `${key}Withheld`].some((reason) =>
        around.includes(reason),
      ),
  ],
  [
    'a change and a difference stand beside the reason why they are null',
    ({ key, beside }) =>
      ['change', 'differenceFromUk', 'ratioToUk'].includes(key) &&
      !beside.includes(`${key}Withheld`),
  ],
  [
    'an occupation has a title and no name',
    ({ key, beside }) =>
      key === 'soc2020' && (!beside.includes('title') || beside.includes('name')),
  ],
  // `id` and `replacedBy` are the names of the contract in EditionResponse (§2.6).
  [
    'a name that ends in Id is a uuid, and a uuid has such a name',
    (member) =>
      !['id', 'replacedBy'].includes(member.key) && isUuid(member) !== member.key.endsWith('Id'),
  ],
  [
    'a period in words stands beside its dates',
    ({ key, beside }) => key === 'period' && !beside.includes('referenceDates'),
  ],
  [
    'a list that `limit` cuts says how many members it has',
    ({ key, beside }) => key === 'limit' && !beside.includes('total') && !beside.includes('totals'),
  ],
  [
    'a quality has its basis',
    ({ key, beside }) => key === 'quality' && !beside.includes('qualityBasis'),
  ],
])('%s', (_, breaks) => {
  expect(members.filter(breaks).map(({ place }) => place)).toEqual([]);
});

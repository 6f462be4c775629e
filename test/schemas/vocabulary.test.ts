// One name, one shape: the vocabulary of docs/answers.md, held against the schema of every answer. A second name for the same thing, or
// one name for two things, would show in nothing else.
import { describe, expect, test } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import { byCodeUnit } from '#schemas/order.ts';
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
  readonly endpoint: string;
  readonly schema: Schema;
  /** Keys of the object that holds the member, and of every object around it. */
  readonly beside: readonly string[];
  readonly around: readonly string[];
  readonly isRequired: boolean;
}

/** Every member of an answer, however deep. */
function* membersOf(endpoint: string, schema: Schema, step = '', around: readonly string[] = []): Generator<Member> {
  for (const choice of schema.anyOf ?? []) yield* membersOf(endpoint, choice, step, around);
  if (schema.items !== undefined) yield* membersOf(endpoint, schema.items, `${step}[]`, around);
  const beside = Object.keys(schema.properties ?? {});
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(key) === true;
    yield { key, place: `${endpoint} ${step}/${key}`, endpoint, schema: member, beside, around: [...around, ...beside], isRequired };
    yield* membersOf(endpoint, member, `${step}/${key}`, [...around, ...beside]);
  }
}

// TypeBox marks its schemas with members that JSON leaves out.
const schemaOf = (schema: object): Schema => JSON.parse(JSON.stringify(schema));
const members = endpoints.flatMap(({ id, response }) => [...membersOf(id, schemaOf(responses[response]))]);
const named = (...keys: readonly string[]) => members.filter(({ key }) => keys.includes(key));
const places = (found: readonly Member[]) => [...new Set(found.map(({ place }) => place))];

const choicesOf = (schema: Schema) => schema.anyOf ?? [schema];
const typesOf = (schema: Schema) => [...new Set(choicesOf(schema).flatMap(({ type }) => type ?? []))];
const isNullable = (schema: Schema) => typesOf(schema).includes('null');
const isKind = ({ schema }: Member, kind: string) => typesOf(schema).includes(kind);

/** A schema without its descriptions, in one order, and without null: whether a figure can be missing is told of each endpoint. */
function shapeOf(schema: unknown): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    if (Array.isArray(value))
      return key === 'type' || key === 'enum' ? value.filter((member) => member !== null && member !== 'null').join('|') : value;
    if (typeof value !== 'object' || value === null) return key === 'description' ? undefined : value;
    if ('anyOf' in value && Array.isArray(value.anyOf)) {
      const [only, ...others] = value.anyOf.filter(({ type }) => type !== 'null');
      if (others.length === 0) return Object.fromEntries(Object.entries(only).sort(([a], [b]) => byCodeUnit(a, b)));
    }
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => byCodeUnit(a, b)));
  });
}

// Answers about editions speak of releases, and mean other things by some of these names.
const ofData = members.filter(({ endpoint }) => !endpoint.startsWith('meta-'));

describe('one key, one shape', () => {
  const ofOneShape = [
    ...'soc2020 title presentable quality qualityBasis withheld withheldFigures withheldLegend changeWithheld rankWithheld'.split(' '),
    ...'referenceDates priorReferenceDates period isco08 edition editionId ranked limit notes notices match coverage'.split(' '),
    ...'attribution derivation provenance'.split(' '),
  ];
  test.each(ofOneShape)('%s', (key) => {
    const shapes = Map.groupBy(
      ofData.filter((member) => member.key === key),
      ({ schema }) => shapeOf(schema).replace(/"(minLength|maxLength|pattern|maximum)":("[^"]*"|\d+),?/g, ''),
    );
    expect([...shapes].map(([shape, of]) => `${places(of).join(', ')}: ${shape}`)).toHaveLength(1);
  });

  /** Names that are of two kinds all the same, with the reason. */
  const ofTwoKinds: Readonly<Record<string, string>> = {
    level: 'the level of demand or of a group is a word, that of a qualification and that of a rating a number, as their publishers say',
    rank: 'the rank is an object of the rank and the number of ranked',
    requirements: 'those of a route are a list, those of a job are checks and registrations',
    prior: 'the year before of adverts, and in `change` its figure over the months compared',
    months: 'the list, and in `change` the number of months compared',
    total: 'how many members a list has, and in /workforce everybody in the occupation',
    figures: 'those of pay or of a summary, and in /v1/meta/editions how many there are',
    value: 'a number, and in /summary the level of demand a word',
    provisional: 'in the revisions of a series the provisional edition',
    ...Object.fromEntries(['relatedRoles', 'skills', 'knowledge'].map((key) => [key, 'the list, and in `totals` its size'])),
    ...Object.fromEntries(payMainColumns.map((key) => [key, "the contract's number, and in `figures` the same with its quality"])),
  };

  test('is a text, a number, a list or an object everywhere', () => {
    const kinds = Map.groupBy(members, ({ key }) => key);
    const kindOf = ({ schema }: Member) =>
      typesOf(schema)
        .filter((type) => type !== 'null')
        .map((type) => (type === 'integer' ? 'number' : type))
        .join('|');
    const mixed = [...kinds].filter(([, of]) => new Set(of.map(kindOf)).size > 1);
    expect(Object.keys(ofTwoKinds).filter((key) => !mixed.some(([found]) => found === key))).toEqual([]);
    const unknown = mixed.filter(([key]) => !(key in ofTwoKinds));
    expect(unknown.map(([key, of]) => `${key}: ${of.map((member) => `${kindOf(member)} ${member.place}`).join(', ')}`)).toEqual([]);
  });
});

describe('names', () => {
  test('an area has code, slug and name', () => {
    const areas = [...named('area', 'partOf'), ...named('slug')].filter((member) => isKind(member, 'object') || member.key === 'slug');
    for (const { key, schema, beside, place } of areas) {
      if (key === 'slug' && beside.includes('profiles')) continue;
      const keys = key === 'slug' ? beside : Object.keys(choicesOf(schema).find(({ properties }) => properties)?.properties ?? {});
      // A profile of the National Careers Service has a slug in its address.
      if (!keys.includes('alternativeTitles')) expect(keys, place).toEqual(expect.arrayContaining(['code', 'slug', 'name']));
    }
  });
  test('a name that ends in Id is a uuid, and a uuid has such a name', () => {
    const isUuid = ({ schema }: Member) => choicesOf(schema).some(({ format }) => format === 'uuid');
    expect(places(members.filter((member) => /Id$/.test(member.key) && !isUuid(member)))).toEqual([]);
    // `id` is the contract's name in EditionResponse (§2.6).
    const others = ['id', 'replacedBy'];
    expect(places(members.filter((member) => isUuid(member) && !/Id$/.test(member.key) && !others.includes(member.key)))).toEqual([]);
  });
});

describe('periods', () => {
  test('stand beside their dates, in words', () => {
    const dates: Readonly<Record<string, string>> = {
      period: 'referenceDates',
      priorPeriod: 'priorReferenceDates',
      referencePeriod: 'referenceDates',
    };
    for (const [words, days] of Object.entries(dates)) {
      expect(places(named(words).filter((member) => !isKind(member, 'string') || !member.beside.includes(days)))).toEqual([]);
    }
    const bare = (member: Member) => !Object.keys(dates).some((words) => member.beside.includes(words));
    expect(places(named(...new Set(Object.values(dates))).filter(bare))).toEqual([]);
  });
  test('whatever has absolute and percent is a change, or a difference from the UK', () => {
    const isPair = ({ schema }: Member) => choicesOf(schema).some(({ properties }) => properties !== undefined && 'absolute' in properties);
    expect([...new Set(members.filter(isPair).map(({ key }) => key))].sort()).toEqual(['change', 'differenceFromUk']);
    const shapes = (isOfAdverts: boolean) =>
      named('change', 'differenceFromUk').flatMap(({ endpoint, schema }) =>
        endpoint.includes('advert') === isOfAdverts ? [shapeOf(schema)] : [],
      );
    expect([new Set(shapes(false)).size, new Set(shapes(true)).size]).toEqual([1, 1]);
  });
  test('a change and a difference stand beside the reason why they are null', () => {
    expect(
      places(named('change', 'differenceFromUk', 'ratioToUk').filter(({ key, beside }) => !beside.includes(`${key}Withheld`))),
    ).toEqual([]);
  });
});

describe('null', () => {
  test('a key is always there', () => {
    expect(places(members.filter(({ isRequired }) => !isRequired))).toEqual([]);
  });
  test('has a reason beside or above it, or the description says when it is', () => {
    const isExplained = ({ key, schema, around }: Member) =>
      /null/i.test(schema.description ?? '') ||
      ['withheld', 'withheldFigures', 'withheldLegend', `${key}Withheld`].some((reason) => around.includes(reason));
    expect(places(members.filter((member) => isNullable(member.schema) && !isExplained(member)))).toEqual([]);
  });
});

describe('quality', () => {
  test('has its basis and, above or beside it, whether to show the figures', () => {
    expect(places(named('quality').filter(({ beside }) => !beside.includes('qualityBasis')))).toEqual([]);
  });
});

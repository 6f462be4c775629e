// The same quantity stands under the same key in every answer: a key of this list has one shape, whatever the endpoint. A second name for
// one of them would show in nothing else.
import { describe, expect, test } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { responses } from '#schemas/responses.ts';

const oneShape = [
  'soc2020',
  'title',
  'presentable',
  'quality',
  'qualityBasis',
  'withheld',
  'withheldFigures',
  'changeWithheld',
  'notes',
  'notices',
  'match',
  'attribution',
  'derivation',
  'provenance',
] as const;

interface Member {
  readonly key: string;
  readonly endpoint: string;
  readonly shape: string;
}

/** Every member of an answer, however deep. Descriptions tell one endpoint from another, and are no part of a shape. */
function membersOf(endpoint: string, schema: unknown): Member[] {
  if (Array.isArray(schema)) return schema.flatMap((part) => membersOf(endpoint, part));
  if (typeof schema !== 'object' || schema === null) return [];
  const own =
    'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null ? Object.entries(schema.properties) : [];
  return [
    ...own.map(([key, member]) => ({ key, endpoint, shape: shapeOf(member) })),
    ...Object.values(schema).flatMap((part) => membersOf(endpoint, part)),
  ];
}

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
const members = endpoints.filter(({ access }) => access === 'key').flatMap(({ id, response }) => membersOf(id, responses[response]));

describe('the same quantity, the same key', () => {
  test.each(oneShape)('%s has one shape', (key) => {
    const shapes = Map.groupBy(
      members.filter((member) => member.key === key),
      ({ shape }) => shape,
    );
    expect([...shapes].map(([shape, of]) => `${[...new Set(of.map(({ endpoint }) => endpoint))].join(', ')}: ${shape}`)).toHaveLength(1);
  });

  test('whatever says who or what is covered says it in a sentence', () => {
    for (const { endpoint, shape } of members.filter(({ key }) => key === 'coverage'))
      expect(Object.keys(JSON.parse(shape).properties), endpoint).toContain('description');
  });
});

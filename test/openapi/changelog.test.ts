// The changelog names every change of the OpenAPI document that a client could notice, and the pages and feed are made of it.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changelogFaults, generateVersioningPages } from '#compiler/generate/changelog.ts';
import { type Difference, differencesOf, digestOf, factsOf } from '#compiler/generate/openapi/differences.ts';
import { changelog } from '#schemas/changelog.ts';
import { changelogFeed } from '#server/meta/changelog-feed.ts';

const document = JSON.parse(readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8'));

test('the newest entry names every change, and the pages are up to date; else run npx lmi changelog and npx lmi readme', () => {
  expect(generateVersioningPages({ check: true })).toEqual([]);
});

test('a change that the newest entry does not name is a fault', () => {
  const [newest] = changelog;
  const changed = structuredClone(document);
  delete changed.components.schemas.Provenance.properties.licence;
  const record = { version: newest?.version ?? '', since: 'HEAD', digest: digestOf(factsOf(document)), differences: [] };
  expect(changelogFaults(changelog, [record], document)).toEqual([]);
  expect(changelogFaults(changelog, [record], changed)).toEqual([
    `schemas/changelog.ts: its newest entry, ${newest?.version}, does not name every change of schemas/openapi.json`,
    '  write an entry, or add to the newest if that is not published yet, and run npx lmi changelog',
  ]);
});

test('versions and days only rise, and the document has the newest version', () => {
  const order = changelog.map(({ version, date }) => [date, ...version.split('.').map((part) => part.padStart(5, '0'))].join(' '));
  expect(order).toEqual(order.toSorted().toReversed());
  expect(document.info.version).toBe(changelog[0]?.version);
});

test('the feed has an entry for each version, and equal changelogs make equal feeds', () => {
  const feed = changelogFeed('https://lmi.example.org');
  expect(feed).toBe(changelogFeed('https://lmi.example.org'));
  expect(feed.match(/<entry>/g)).toHaveLength(changelog.length);
  for (const { version, date } of changelog) {
    expect(feed).toContain(`<id>https://lmi.example.org/changelog.atom#${version}</id>`);
    expect(feed).toContain(`<updated>${date}T00:00:00Z</updated>`);
  }
});

describe('differences', () => {
  const pet = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, kind: { type: ['string', 'null'], enum: ['cat', null] } },
  };
  const of = (schema: object, more: object = {}, path = '/pets') => ({
    paths: { [path]: { get: { responses: { 200: { content: { 'application/json': { schema } } } }, ...more } } },
    components: { schemas: { Pet: pet } },
  });
  const between = (before: object, after: object): Difference[] => differencesOf(factsOf({ ...before }), factsOf({ ...after }));
  const get = ['GET /pets'];

  test('the same in other words is none: references, open objects, nulls, maps, descriptions', () => {
    const map = (form: object) => of({ type: 'object', properties: { pet, map: { type: 'object', ...form } } });
    const after = {
      ...of({
        type: 'object',
        description: 'New words.',
        properties: {
          pet: { $ref: '#/components/schemas/Animal' },
          map: { type: 'object', additionalProperties: { type: 'integer' } },
        },
      }),
      components: {
        schemas: {
          Animal: {
            ...pet,
            additionalProperties: false,
            properties: { ...pet.properties, kind: { anyOf: [{ type: 'string', enum: ['cat'] }, { type: 'null' }] } },
          },
        },
      },
    };
    expect(between(map({ patternProperties: { '^.*$': { type: 'integer' } } }), after)).toEqual([]);
  });
  test.each<[string, object, object, readonly Difference[]]>([
    [
      'a member is gone',
      of(pet),
      of({ ...pet, properties: { name: pet.properties.name } }),
      [{ kind: 'removed', what: '200 .kind', of: get }],
    ],
    [
      'a member may be left out',
      of(pet),
      of({ ...pet, required: [] }),
      [{ kind: 'changed', what: '200 .name', from: 'string', to: 'string, optional', of: get }],
    ],
    [
      'a value is new',
      of(pet),
      of({ ...pet, properties: { ...pet.properties, kind: { type: 'string', enum: ['cat', 'dog'] } } }),
      [{ kind: 'changed', what: '200 .kind', from: '"cat" or null, optional', to: '"cat" or "dog", optional', of: get }],
    ],
    [
      'of a new object only its name is told',
      of({ type: 'object' }),
      of({ type: 'object', properties: { pets: { type: 'array', items: pet } } }),
      [{ kind: 'added', what: '200 .pets', of: get }],
    ],
    [
      'an operation is deprecated',
      of(pet),
      of(pet, { deprecated: true }),
      [{ kind: 'changed', what: '', from: '', to: 'deprecated', of: get }],
    ],
    [
      'an operation moves',
      of(pet),
      of(pet, {}, '/animals'),
      [
        { kind: 'removed', what: '', of: get },
        { kind: 'added', what: '', of: ['GET /animals'] },
      ],
    ],
    [
      'a parameter gets a lower bound',
      of(pet, { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } }] }),
      of(pet, { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 20 } }] }),
      [{ kind: 'changed', what: 'parameter limit (query)', from: 'integer 1 to 50', to: 'integer 1 to 20', of: get }],
    ],
  ])('%s', (_name, before, after, expected) => {
    expect(between(before, after)).toEqual(expected);
  });
});

// The OpenAPI document: what it says is what the service does, and tools that know nothing of this
// project take it for valid.
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { openApiFaults } from '#compiler/generate/openapi.ts';
import { type Json, isObject } from '#compiler/generate/openapi/schemas.ts';
import { endpoints, isBareArray } from '#schemas/endpoints.ts';
import { offlinePorts } from '#server/ports.ts';
import { type ProblemKind, problemKinds } from '#server/http/problem-kinds.ts';
import { pagePaths } from '#server/pages/site.ts';
import { routesOf } from '#server/routes.ts';
import { createNodeStore } from '#server/data/files-node.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { faultOfProblem } from '../contract/document.ts';

const sample = sampleDirectory();

const file = new URL('../../schemas/openapi.json', import.meta.url);
const text = readFileSync(file, 'utf8');
const document = JSON.parse(text);

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, Json>>;
}
const operations = Object.entries<Readonly<Record<string, Operation>>>(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      method === 'parameters' ? [] : [[`${method.toUpperCase()} ${path}`, operation] as const],
    ),
);
const okOf = (path: string) => document.paths[path].get.responses[200].content['application/json'];

/** Contract §2.6, with the responses that §2.2 to §2.5 describe, and §7.1. */
const contractNames = [
  'OccupationSummary',
  'OccupationProfile',
  'OccupationTitle',
  'OccupationMatch',
  'PayResponse',
  'EmploymentResponse',
  'ProjectionResponse',
  'VacancyResponse',
  'DemandResponse',
  'DemandListResponse',
  'VisaResponse',
  'VisaListResponse',
  'JobAdvertResponse',
  'JobAdvertListResponse',
  'LocalArea',
  'AreaAdvertsResponse',
  'LocalAdvertAreasResponse',
  'LocalAdvertResponse',
  'ApprenticeshipsResponse',
  'HowToBecomeResponse',
  'WorkforceResponse',
  'WorkProfileResponse',
  'SourceResponse',
  'EditionResponse',
  'IngestStatusResponse',
  'SkillsResponse',
  'ProblemDetails',
];

test('it is up to date; else run npx lmi openapi', async () => {
  expect(await openApiFaults(sample)).toEqual([]);
});

test('it is valid OpenAPI 3.1, and a linter finds nothing to blame', async () => {
  // The contract has neither a contact nor a server of its own: each installation names its own.
  const config = await createConfig({
    extends: ['recommended'],
    rules: { struct: 'error', 'no-server-example.com': 'off' },
  });
  const found = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  expect(
    found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
  ).toEqual([]);
});

/** Every schema of the document, with its place. */
function* schemasIn(value: unknown, place: string): Generator<readonly [string, Json]> {
  if (Array.isArray(value))
    for (const [index, member] of value.entries()) yield* schemasIn(member, `${place}/${index}`);
  if (!isObject(value)) return;
  if ('type' in value || 'enum' in value || 'anyOf' in value || 'properties' in value)
    yield [place, value];
  for (const [name, member] of Object.entries(value))
    if (name !== 'example' && name !== 'examples') yield* schemasIn(member, `${place}/${name}`);
}
const schemas = [...schemasIn(document.components.schemas, '')];

describe('what generators and readers need', () => {
  test('every property, parameter, operation, header and component has a description', () => {
    const missing: string[] = [];
    const require = (place: string, value: unknown): void => {
      if (!isObject(value)) return;
      const described =
        '$ref' in value
          ? document.components.schemas[String(value['$ref']).split('/').at(-1) ?? '']
          : value;
      if (typeof described.description !== 'string' && typeof value['description'] !== 'string')
        missing.push(place);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) require(name, schema);
    for (const [name, header] of Object.entries(document.components.headers)) require(name, header);
    for (const [place, { properties }] of schemas)
      if (isObject(properties))
        for (const [name, schema] of Object.entries(properties))
          require(`${place}/${name}`, schema);
    for (const [name, operation] of operations) {
      require(name, operation);
      for (const parameter of operation.parameters ?? [])
        require(`${name} ${parameter.name}`, parameter);
    }
    expect(
      missing,
      'describe it in its schema, or in compiler/generate/openapi/descriptions.ts',
    ).toEqual([]);
  });

  test('objects and enumerations appear once, named in components.ts', () => {
    const places = new Map<string, string[]>();
    for (const [place, { description: _, ...schema }] of schemas) {
      const large =
        Object.keys(isObject(schema['properties']) ? schema['properties'] : {}).length > 1;
      const long = Array.isArray(schema['enum']) && schema['enum'].length > 2;
      if (large || long)
        places.set(JSON.stringify(schema), [...(places.get(JSON.stringify(schema)) ?? []), place]);
    }
    expect([...places.values()].filter((found) => found.length > 1)).toEqual([]);
  });

  test('no null in enumerations, no pattern maps, closed objects or tuples', () => {
    for (const [place, schema] of schemas) {
      expect(Array.isArray(schema['enum']) && schema['enum'].includes(null), place).toBe(false);
      expect(schema, place).not.toHaveProperty('patternProperties');
      expect(schema['additionalProperties'], place).not.toBe(false);
      if ('minItems' in schema) expect(schema['minItems'], place).not.toBe(schema['maxItems']);
    }
  });

  test("the contract's names (§2.6) are schemas, list members included", () => {
    for (const name of contractNames)
      expect(Object.keys(document.components.schemas)).toContain(name);
    const lists = endpoints
      .filter(isBareArray)
      .map(({ path }) => okOf(path).schema.items.$ref.split('/').at(-1));
    expect(lists).toEqual([
      'OccupationSummary',
      'OccupationMatch',
      'OccupationTitle',
      'LocalArea',
      'SourceResponse',
      'EditionResponse',
    ]);
  });
});

test('every problem outside administration has an example of its schema', () => {
  const examples = Object.entries<{ value: { status: number } }>(document.components.examples);
  for (const [kind, { value }] of examples) {
    expect(faultOfProblem(value), kind).toBeNull();
    expect(value.status, kind).toBe(problemKinds[kind as ProblemKind].status);
  }
  const left = Object.keys(problemKinds).filter(
    (kind) => !examples.some(([name]) => name === kind),
  );
  expect(left).toEqual(['invalid-secret', 'unknown-key']);
});

test('every route is described, except pages and administration', () => {
  const routes = routesOf({
    ...offlinePorts,
    store: createNodeStore(''),
    answerCode: '',
    publicUrl: 'http://localhost',
  });
  const left = routes.map(({ path }) => path).filter((path) => !(path in document.paths));
  const files = [
    '/logos/skills-england.svg',
    '/problems/{kind}',
    '/problems',
    '/style.css',
    '/icon.svg',
    '/favicon.ico',
    '/search.js',
    '/robots.txt',
    '/guides',
    '/docs',
  ];
  const mailed = ['/keys/new/{link}', '/keys/forget/{link}'];
  expect(left).toEqual([
    ...pagePaths.filter((path) => path !== '/versioning'),
    ...files,
    ...mailed,
  ]);
});

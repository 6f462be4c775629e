// The OpenAPI document: what it says is what the service does, and tools that know nothing of this project take it for valid.
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { createAjv } from '#sources/kit/schema.ts';
import { generateOpenApi } from '#compiler/generate/openapi.ts';
import { endpoints, isBareArray } from '#schemas/endpoints.ts';
import { responses } from '#schemas/responses.ts';
import { sampleDirectory } from '../compiled-data.ts';

const file = new URL('../../schemas/openapi.json', import.meta.url);
const text = readFileSync(file, 'utf8');
const document = JSON.parse(text);

test('it is what the table, the schemas and the sample make it; else run npx lmi openapi', async () => {
  expect(await generateOpenApi({ directory: sampleDirectory(), check: true })).toEqual([]);
});

test('it is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(JSON.parse(text))).toMatchObject({ valid: true });
});

test('a linter finds nothing to blame', async () => {
  // The contract has neither a contact nor a server of its own: each installation names its own.
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-server-example.com': 'off' } });
  const found = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  expect(found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test.each(endpoints.map(({ path, statuses, furtherStatuses }) => [path, [...statuses, ...furtherStatuses]] as const))(
  '%s: every status of the table, 200 and 304',
  (path, statuses) => {
    const declared = Object.keys(document.paths[path].get.responses).map(Number);
    expect(declared.toSorted()).toEqual([...new Set([200, 304, ...statuses])].toSorted());
  },
);

test.each(endpoints.map(({ path }) => [path]))('%s: its example is of its schema', (path) => {
  const { schema, example } = document.paths[path].get.responses[200].content['application/json'];
  const ajv = createAjv();
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'openapi.json', components: document.components }, 'openapi.json');
  const validate = ajv.compile({ $ref: `openapi.json${schema.$ref}` });
  expect(validate(example), JSON.stringify(validate.errors?.[0])).toBe(true);
});

test('isBareArray knows the endpoints whose answers are arrays', () => {
  const arrays = endpoints.filter(({ response }) => 'items' in responses[response]).map(({ id }) => id);
  expect(endpoints.filter(isBareArray).map(({ id }) => id)).toEqual(arrays);
});

// Holds test/contract/statements.tsv against the contract, the schemas and the tests that it names,
// and proves what no other test does.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourceKeys } from '#schemas/codes.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { responses } from '#schemas/resources/by-name.ts';
import { sources } from '#sources/index.ts';
import { statements } from './statements.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string): string => readFileSync(at(path), 'utf8');

const contract = '../shared/spec/labour-market-information-api.md';
const haveContract = existsSync(at(contract));

/**
 * Lines that state nothing that could be met: about the document, or the head of the list or table
 * below.
 */
const stateNothing = [
  'This single document covers',
  '- Reliability rules that every consumer must apply:',
  'States named:',
  'Moves shown:',
  'Search rules:',
  'Rules:',
  '3. Statuses documented per endpoint:',
  '- Attribution is required wherever data is shown:',
];

const isTableRule = (line: string) => /^\|[-|]+\|$/.test(line);

/** The lines that state something: not headings, not the heads of tables. */
function statingLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(
    (line, place) =>
      line !== '' &&
      !line.startsWith('#') &&
      !isTableRule(line) &&
      !isTableRule(lines[place + 1] ?? '') &&
      !stateNothing.some((begins) => line.startsWith(begins)),
  );
}

describe.skipIf(!haveContract)(
  `the contract${haveContract ? '' : ` — SKIPPED: ${contract} is not there`}`,
  () => {
    const text = haveContract ? read(contract) : '';

    test('every quote stands in a line of it', () => {
      const lines = text.split('\n');
      expect(
        statements
          .filter(({ quote }) => !lines.some((line) => line.includes(quote)))
          .map(({ quote }) => quote),
      ).toEqual([]);
    });

    test('every line that states something is quoted', () => {
      expect(
        statingLines(text).filter((line) => !statements.some(({ quote }) => line.includes(quote))),
      ).toEqual([]);
    });
  },
);

test('no statement occurs twice, and each that goes beyond the contract says how', () => {
  const names = statements.map(({ part, quote }) => `${part} ${quote}`);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  expect(
    statements
      .filter(({ verdict, decision }) => verdict !== 'met' && decision === '')
      .map(({ quote }) => quote),
  ).toEqual([]);
});

test('every proving test is there', () => {
  const missing = statements.flatMap(({ quote, proof }) => {
    if ('endpoint' in proof) return [];
    const path = `test/${proof.file}`;
    // Names that hold an apostrophe are written in double quotes or as a template.
    const isNamed =
      existsSync(at(path)) &&
      ["'", '"', '`'].some((mark) => read(path).includes(`${mark}${proof.name}${mark}`));
    return isNamed ? [] : [`${quote}: ${path} has no test "${proof.name}"`];
  });
  expect(missing).toEqual([]);
});

test('a proof names one case, in its file or in a table beside it', () => {
  const missing = statements.flatMap(({ quote, proof }) => {
    if ('endpoint' in proof) return [];
    const isOfMany = /%[sidj]/.test(proof.name);
    if (!isOfMany) return proof.row === null ? [] : [`${quote}: its test has one case`];
    const folder = dirname(at(`test/${proof.file}`));
    const tables = readdirSync(folder).filter((name) => name.endsWith('.tsv'));
    const texts = [
      read(`test/${proof.file}`),
      ...tables.map((name) => readFileSync(join(folder, name), 'utf8')),
    ];
    const { row } = proof;
    return row !== null && texts.some((text) => text.includes(row))
      ? []
      : [`${quote}: ${proof.file} has no case "${row}"`];
  });
  expect(missing).toEqual([]);
});

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The alternatives of a schema, nullable ones among them. */
const alternatives = (schema: Schema): readonly Schema[] =>
  schema.anyOf?.flatMap(alternatives) ?? [schema];

/** The types of a field and its values if it has an enumeration; null if there is no such field. */
function fieldOf(
  endpoint: string,
  path: string,
): { readonly types: ReadonlySet<string>; readonly values: ReadonlySet<unknown> } | null {
  const response = endpoints.find(({ id }) => id === endpoint)?.response;
  let found: readonly Schema[] =
    response === undefined ? [] : [JSON.parse(JSON.stringify(responses[response]))];
  let isOptional = false;
  for (const step of path.split('.')) {
    const parents = found.flatMap(alternatives);
    isOptional =
      step !== '[]' &&
      parents.some(
        ({ properties, required }) => properties?.[step] !== undefined && !required?.includes(step),
      );
    found = parents.flatMap(
      ({ items, properties }) => (step === '[]' ? items : properties?.[step]) ?? [],
    );
  }
  const ends = found.flatMap(alternatives);
  if (ends.length === 0) return null;
  const typeOf = (value: unknown) => (value === null ? 'null' : typeof value);
  const types = ends.flatMap(
    ({ type, enum: values, const: value }) =>
      type ?? values?.map(typeOf) ?? (value === undefined ? [] : [typeOf(value)]),
  );
  return {
    types: new Set([...types, ...(isOptional ? ['absent'] : [])]),
    values: new Set(
      ends.flatMap(({ enum: values = [], const: value }) =>
        value === undefined ? values : [value],
      ),
    ),
  };
}

test('every field is in its schema, with the types and values stated', () => {
  const faults = statements.flatMap(({ quote, proof }) => {
    if (!('endpoint' in proof)) return [];
    return proof.paths.flatMap((path) => {
      const found = fieldOf(proof.endpoint, path);
      if (found === null) return [`${quote}: ${proof.endpoint} has no ${path}`];
      const isOfTypes =
        proof.types.length === found.types.size &&
        proof.types.every((type) => found.types.has(type));
      const lacking = proof.values.filter((value) => !found.values.has(value));
      return [
        ...(isOfTypes
          ? []
          : [`${quote}: ${proof.endpoint} ${path} is ${[...found.types].join(' or ')}`]),
        ...(lacking.length === 0
          ? []
          : [`${quote}: ${proof.endpoint} ${path} cannot be ${lacking.join(', ')}`]),
      ];
    });
  });
  expect(faults).toEqual([]);
});

describe('what no other test proves', () => {
  const document: { readonly paths: Readonly<Record<string, object>> } = JSON.parse(
    read('schemas/openapi.json'),
  );

  /** Our own. Whoever adds one names it here, and docs/contract.md counts it. */
  const beyondContract = [
    '/v1/occupations/{soc}/summary',
    '/v1/occupations/{soc}/related',
    '/v1/summaries',
    '/v1/pay',
    '/v1/employment',
    '/v1/projections',
    '/v1/work-profiles',
  ];

  test('/v1 has the 28 endpoints and 16 sources of the contract, read with GET', () => {
    const served = endpoints.map(({ path }) => path);
    expect(beyondContract.filter((path) => !served.includes(path))).toEqual([]);
    expect(served.filter((path) => !beyondContract.includes(path))).toHaveLength(28);
    expect(sourceKeys).toHaveLength(16);
    const paths = Object.entries(document.paths).filter(
      ([path]) => path.startsWith('/v1/') && !path.endsWith('.csv'),
    );
    expect(paths.map(([path]) => path).toSorted()).toEqual(
      endpoints.map(({ path }) => path).toSorted(),
    );
    const methods = paths.flatMap(([, operations]) => Object.keys(operations));
    expect(
      methods.filter((method) => !['get', 'head', 'options', 'parameters'].includes(method)),
    ).toEqual([]);
    expect(new Set(endpoints.flatMap((endpoint) => endpoint.sources))).toEqual(new Set(sourceKeys));
  });

  test('every source is published under an open licence', () => {
    const open = [
      'Open Government Licence v3.0',
      'Creative Commons Attribution 4.0 International',
      'Reuse under Commission Decision 2011/833/EU',
    ];
    expect(
      sources.filter(({ licence }) => !open.includes(licence.name)).map(({ key }) => key),
    ).toEqual([]);
  });
});

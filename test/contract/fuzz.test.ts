// Questions that nobody would ask: fast-check makes them of the endpoint table. Whatever is asked,
// the answer is one that the OpenAPI document describes, and never 500.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { asking, counting } from '../server/ask.ts';
import { createNodeStore } from '#server/data/files-node.ts';
import { faultOfAnswer, faultOfProblem } from './document.ts';
import { type Held, heldIn } from './questions.ts';

/**
 * Of each endpoint; what is asked differs from run to run, and a failure prints the seed that
 * brings it back.
 */
const runs = 60;

const held = heldIn(sampleDirectory());
const ask = asking({ store: createNodeStore(held.directory), ...counting });

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s',
  (_id, endpoint) => {
    test('whatever its path and query hold, it answers as documented', async () => {
      const question = fc.record({
        path: pathOf(endpoint, held),
        query: queryOf(endpoint, held),
        method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST'),
      });
      await fc.assert(
        fc.asyncProperty(question, async ({ path, query, method }) => {
          const address = query === '' ? path : `${path}?${query}`;
          // What a client makes of the address before it is sent: dots taken out of a path make it
          // another one.
          const sent = new URL(address, 'http://localhost');
          const response = await ask(sent.pathname + sent.search, { method });
          const answer = {
            status: response.status,
            headers: response.headers,
            text: await response.text(),
          };
          expect(answer.status, address).toBeLessThan(500);
          const itself = matches(endpoint, sent.pathname);
          if (itself) expect(faultOfAnswer(endpoint.path, answer, method), address).toBeNull();
          if (answer.status < 400 || method === 'HEAD') return;
          const problem: ProblemDetails = JSON.parse(answer.text);
          expect(faultOfProblem(problem), address).toBeNull();
          expect(problem.status).toBe(answer.status);
          for (const { allowed, nearest } of problem.errors ?? [])
            if (nearest !== undefined) expect(allowed ?? [nearest], address).toContain(nearest);
          if (answer.status === 400) expect(problem.errors?.length, address).toBeGreaterThan(0);
          // Nothing of where the service runs, and none of its keys.
          expect(answer.text).not.toMatch(/node_modules|worker\.js|at async|lmi_[a-z2-7]{20}/);
        }),
        { numRuns: runs },
      );
    });
  },
);

test('whatever stands under /v1, nothing is 500', async () => {
  const segment = fc.oneof(
    fc.constantFrom(...endpoints.flatMap(({ path }) => path.split('/').slice(1))),
    fc.constantFrom('..', '%2e%2e', '', '%00', '%', '%zz', '//'),
    text,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(segment, { maxLength: 6 }),
      fc.boolean(),
      async (segments, encode) => {
        const written = segments.map((text) =>
          encode ? encodeURIComponent(text) : text.replace(/[^\x21-\x7e]|[?#\\]/g, '_'),
        );
        const path = `/${written.join('/')}`;
        const { pathname } = new URL(`http://localhost${path}`);
        const answer = await ask(pathname);
        expect(answer.status, pathname).toBeLessThan(500);
        if (pathname.startsWith('/v1/') && answer.status >= 400)
          expect(faultOfProblem(await answer.json()), pathname).toBeNull();
      },
    ),
    { numRuns: 3 * runs },
  );
});

/**
 * Whether the path is still one of the endpoint's own and not of one that stands before it in the
 * table.
 */
function matches(endpoint: Endpoint, pathname: string): boolean {
  const found = endpoints.find(({ path }) =>
    new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  return found === endpoint;
}

/** A text of any kind, long ones and those that a program might trip over too. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '-0',
    '1e3',
    '%',
    '<script>',
    '../../catalogue.json',
  ),
  fc.constantFrom('\0', '\r\n\r\n', "'; DROP TABLE keys", 'a'.repeat(3000)),
);

/** A value near a known one: a letter too many, too few or another. */
function near(values: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...values), fc.nat(20), fc.constantFrom('', 'x', '0', ' ', 'É', '-'))
    .map(([value, place, letter]) => value.slice(0, place) + letter + value.slice(place + 1));
}

function pathOf({ path }: Endpoint, { occupations, localAreas }: Held): fc.Arbitrary<string> {
  const values: Readonly<Record<string, readonly string[]>> = {
    soc: occupations,
    area: localAreas.areas.flatMap(({ code, slug }) => [code, slug]),
  };
  const parts = path.split(/(\{\w+\})/).map((part) => {
    const known = values[part.slice(1, -1)];
    if (known === undefined || !part.startsWith('{')) return fc.constant(part);
    // Most often a known one, so that the query is looked at too.
    return fc
      .oneof(
        { weight: 6, arbitrary: fc.constantFrom(...known) },
        { weight: 2, arbitrary: near(known) },
        { weight: 1, arbitrary: text.filter((value) => value !== '') },
      )
      .map(encoded);
  });
  return fc.tuple(...parts).map((filled) => filled.join(''));
}

/** A lone surrogate has no percent-encoding. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

function queryOf({ query }: Endpoint, { catalogue }: Held): fc.Arbitrary<string> {
  const pairs = query.map((parameter) => {
    const known =
      'values' in parameter
        ? parameter.values
        : parameter.kind === 'uuid'
          ? catalogue.editions.map(({ id }) => id)
          : usualValues;
    const value = fc.oneof(
      fc.constantFrom(...known),
      near(known),
      text,
      fc.integer().map(String),
      fc.double().map(String),
    );
    return fc.tuple(
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(parameter.name) },
        { weight: 1, arbitrary: near([parameter.name]) },
      ),
      value,
    );
  });
  const pair = fc.oneof(...pairs, fc.tuple(text, text)).map((both) => both.map(encoded).join('='));
  // And now and then something that is no list of pairs at all.
  return fc.oneof(
    { weight: 9, arbitrary: fc.array(pair, { maxLength: 4 }).map((all) => all.join('&')) },
    { weight: 1, arbitrary: text.map((value) => value.toWellFormed().replaceAll('#', '')) },
  );
}

/** Of numbers, booleans and titles. */
const usualValues = [
  '2024',
  '+2024',
  '0x10',
  '١٢',
  '5',
  '412',
  'true',
  'false',
  'nurse',
  'software engineer',
];

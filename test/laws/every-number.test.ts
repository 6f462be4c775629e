// Every number of every answer is a figure, which leads back to its cells, or stands in
// goldens/computed-numbers.json, and then the schema of the answer describes it. So a trace never
// says of a cell that exists that there is none.
import { expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { EditionReader, type OpenedEdition, hasTexts } from '#compiler/release/read-again.ts';
import { answerOffline, askedBy } from '#compiler/serve/answer-offline.ts';
import { editionsBehind, placeOfAnswer, traceAnswer } from '#compiler/trace/trace.ts';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { sources } from '#sources/index.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { goldenFault, goldenAnswers } from '../golden.ts';
import { keepingRows } from '../kept.ts';
import { keeping } from '../trace/draw.ts';

const directory = sampleDirectory();
const catalogue = readCatalogue(directory)?.catalogue ?? { editions: [] };
const reader = new EditionReader(directory, sources.map(keepingRows), catalogue);
const ask = answerOffline(directory);
const opened = new Map<string, Promise<OpenedEdition>>();

/** 1161 and 5434 have no figures of several sources. */
const occupations = ['1161', '2134', '3544', '5434', '8214', '9233'];
const someOccupations = ['2134', '5434'];
/**
 * Tracing one of their answers takes seconds, and all have the same numbers: that of programmers,
 * or of Barnsley, is traced.
 */
const alike: readonly string[] = [
  'pay',
  'pay-series',
  'pay-list',
  'projections',
  'projections-list',
  'employment-list',
  'related',
  'summary',
  'job-adverts',
  'job-adverts-list',
  'local-area-job-adverts',
];

/**
 * The endpoint's answers of the occupations, and of some of them in each of the areas or with each
 * further parameter.
 */
function pathsOf({ id, path, query }: Endpoint): string[] {
  if (alike.includes(id)) return [path.replace('{soc}', '2134').replace('{area}', 'barnsley')];
  if (id === 'search') return [`${path}?q=nurse`];
  if (id === 'summaries') return [`${path}?soc=2134,1161,5434`];
  if (id === 'demand-list') return [`${path}?level=critical`, `${path}?level=elevated`];
  const within = (codes: readonly string[]) => {
    const places = path.includes('{soc}') ? codes.map((soc) => path.replace('{soc}', soc)) : [path];
    return path.includes('{area}')
      ? places.flatMap((place) =>
          ['barnsley', 'rutland'].map((area) => place.replace('{area}', area)),
        )
      : places;
  };
  const takes = (name: string, value: string) =>
    query.some(
      (parameter) =>
        parameter.name === name && (parameter.kind !== 'enum' || parameter.values.includes(value)),
    );
  const areas = ['wales', 'north-east', 'northern-ireland']
    .filter((slug) => takes('area', slug))
    .map((slug) => `?area=${slug}`);
  const further = takes('includeInactive', 'true') ? [...areas, '?includeInactive=true'] : areas;
  return [
    ...within(occupations),
    ...further.flatMap((search) => within(someOccupations).map((place) => `${place}${search}`)),
  ];
}

/** The editions of an answer, each opened once. */
async function editionsOf(
  endpoint: Endpoint,
  body: unknown,
  named: string | null,
): Promise<OpenedEdition[]> {
  const all: OpenedEdition[] = [];
  for (const id of named === null ? [] : editionsBehind(endpoint, body, named)) {
    const edition = opened.get(id) ?? keeping(reader.open(id), occupations);
    opened.set(id, edition);
    all.push(await edition);
    if (endpoint.answer !== 'join' && all[0] !== undefined && !hasTexts(all[0].source)) break;
  }
  return all;
}

/**
 * JSON pointers (RFC 6901) of the numbers of each endpoint that are in no cell, with `*` for the
 * place in a list.
 */
const computed: Record<string, string[]> = {};
const goldenPaths = goldenAnswers.map(([, path]) => path);

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s: a number that is no figure is described',
  async (id, endpoint) => {
    const goldens = goldenPaths.filter((path) => askedBy(path)?.endpoint.id === id);
    const paths = [...(alike.includes(id) ? [] : goldens), ...pathsOf(endpoint)];
    const undescribed: string[] = [];
    const pointers: string[] = [];
    for (const path of paths) {
      const response = await ask(path);
      if (response.status !== 200)
        throw new Error(`${path}: ${response.status} ${await response.text()}`);
      const body: unknown = JSON.parse(await response.text());
      const asked = askedBy(path) ?? { endpoint, place: {}, values: new Map() };
      const read = await editionsOf(endpoint, body, response.headers.get('LMI-Edition'));
      const trace = await traceAnswer(
        { ...asked, endpoint, place: placeOfAnswer(body, asked.place), body },
        read,
      );
      for (const { pointer, value, description } of trace.inNoCell) {
        if (!description) undescribed.push(`${path} ${pointer} ${value}`);
        pointers.push(pointer.replace(/\/\d+(?=\/|$)/g, '/*'));
      }
    }
    expect(undescribed.slice(0, 10)).toEqual([]);
    if (pointers.length > 0) computed[id] = [...new Set(pointers)].sort();
  },
);

test('the numbers in no cell are as they were', () => {
  expect(goldenFault('computed-numbers.json', `${JSON.stringify(computed, null, 1)}\n`)).toBeNull();
});

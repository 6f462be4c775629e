// Figures drawn by lot, and the answers in which they stand: what the tests of traces share.
import { random } from '#sources/kit/sample/random.ts';
import { answerOffline, askedBy } from '#compiler/serve/answer-offline.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { EditionReader, type ReadEdition } from '#compiler/release/read-again.ts';
import type { Figure, FigureAnswer } from '#sources/kit/source.ts';
import { placeIn } from '#compiler/trace/editions-behind.ts';
import { type TracedFigure, traceAnswer } from '#compiler/trace/trace.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { sources } from '#sources/index.ts';
import { keepingRows } from '../kept.ts';

/** Ids of the editions of a directory that are served and whose sources have figures. */
export function editionsWithFigures(directory: string): { readonly id: string; readonly name: string }[] {
  const catalogue = readCatalogue(directory)?.catalogue;
  const withFigures = sources.filter(({ figures }) => figures !== 'texts').map(({ key }) => key);
  return (catalogue?.editions ?? [])
    .filter(({ state, source }) => state === 'served' && withFigures.includes(source))
    .map(({ id, source, release }) => ({ id, name: `${source} ${release}` }));
}

export function readAgain(directory: string, id: string): Promise<ReadEdition> {
  return new EditionReader(directory, sources.map(keepingRows), readCatalogue(directory)?.catalogue ?? { editions: [] }).read(id);
}

/** So many of the figures, each as likely as any other; the same ones on every machine and day. */
export function draw(subject: string, figures: Iterable<Figure>, many: number): Figure[] {
  const lot = random(subject);
  const drawn: Figure[] = [];
  let seen = 0;
  for (const figure of figures) {
    seen += 1;
    const place = drawn.length < many ? drawn.length : lot.between(0, seen - 1);
    if (place < many) drawn[place] = figure;
  }
  return drawn;
}

/** So many of the figures of an edition. A year of pay has a million: there the figures of six unit groups, which are drawn by lot too. */
export function drawOf(subject: string, { edition, source, figures }: ReadEdition, many: number): Figure[] {
  if (source.key !== 'ashe') return draw(subject, figures?.() ?? [], many);
  const lot = random(`unit groups of ${subject}`);
  const groups = Array.from({ length: 6 }, () => edition.axes.occupations[lot.between(0, edition.axes.occupations.length - 1)] ?? '');
  return draw(
    subject,
    groups.flatMap((soc) => [...(figures?.({ soc }) ?? [])]),
    many,
  );
}

/** The path that is asked for an answer, with lists as long as they can be. */
export function pathOf({ endpoint: id, place, query }: FigureAnswer, edition: ReadEdition['edition']): string {
  const endpoint = endpoints.find((candidate) => candidate.id === id);
  if (endpoint === undefined) throw new Error(`there is no endpoint ${id}`);
  const search = new URLSearchParams(query);
  if (place.area !== undefined && !endpoint.path.includes('{area}')) search.set('area', place.area);
  for (const parameter of endpoint.query) {
    if (parameter.name === 'limit' && parameter.kind === 'integer') search.set('limit', String(parameter.maximum));
    if (parameter.name === 'edition') search.set('edition', edition.id);
  }
  return `${endpoint.path.replace('{soc}', place.soc ?? '').replace('{area}', place.area ?? '')}?${search}`;
}

/** The figures that a trace of an answer finds in an edition, by the places in the answer where they stand. */
export async function tracedIn(directory: string, edition: ReadEdition, path: string): Promise<ReadonlyMap<string, TracedFigure>> {
  const response = await answerOffline(directory)(path);
  const text = await response.text();
  const asked = askedBy(path);
  if (!response.ok || asked === null) throw new Error(`${path}: ${response.status} ${text}`);
  const body: unknown = JSON.parse(text);
  const trace = traceAnswer({ ...asked, place: placeIn(body, asked.place), body }, [edition]);
  return new Map(
    trace.editions.flatMap(({ figures }) => figures.flatMap((figure) => figure.pointers.map((pointer) => [pointer, figure] as const))),
  );
}

// Figures drawn by lot, and the answers in which they stand: what the tests of traces share.
import { random } from '#sources/kit/random.ts';
import { answerOffline, askedBy } from '#compiler/serve/answer-offline.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { EditionReader, type OpenedEdition } from '#compiler/release/read-again.ts';
import type { Figure, FigureAnswer } from '#sources/kit/figures.ts';
import type { Wanted } from '#compiler/figures/stored-figures.ts';
import { placeOfAnswer, type TracedFigure, traceAnswer } from '#compiler/trace/trace.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { sources } from '#sources/index.ts';
import { keepingRows } from '../kept.ts';

/** Ids of the editions of a directory that are served and whose sources have figures. */
export function editionsWithFigures(
  directory: string,
): { readonly id: string; readonly name: string }[] {
  const catalogue = readCatalogue(directory)?.catalogue;
  const withFigures = sources.filter(({ figures }) => figures !== 'texts').map(({ key }) => key);
  return (catalogue?.editions ?? [])
    .filter(({ state, source }) => state === 'served' && withFigures.includes(source))
    .map(({ id, source, release }) => ({ id, name: `${source} ${release}` }));
}

export function openedIn(directory: string, id: string): OpenedEdition {
  return new EditionReader(
    directory,
    sources.map(keepingRows),
    readCatalogue(directory)?.catalogue ?? { editions: [] },
  ).open(id);
}

/** The figures of these occupations, and those of larger groups. */
export async function chosenOf(
  { figures }: OpenedEdition,
  occupations: readonly string[],
): Promise<Figure[]> {
  const chosen: Figure[] = [];
  for await (const group of figures?.() ?? [])
    for (const figure of group)
      if (figure.group?.length !== 4 || occupations.includes(figure.group)) chosen.push(figure);
  return chosen;
}

/**
 * The edition with figures of these occupations, as `chosenOf` gives them, in memory: a file is
 * read whole each time.
 */
export function withChosen(
  opened: OpenedEdition,
  occupations: readonly string[],
  chosen: readonly Figure[],
): OpenedEdition {
  const { figures } = opened;
  if (figures === null) return opened;
  return {
    ...opened,
    async *figures(wanted: Wanted = {}) {
      const { soc } = wanted;
      if (soc === undefined || !occupations.includes(soc)) yield* figures(wanted);
      else yield chosen.filter(({ group }) => group?.length !== 4 || group === soc);
    },
  };
}

export async function keeping(
  opened: OpenedEdition,
  occupations: readonly string[],
): Promise<OpenedEdition> {
  return withChosen(opened, occupations, await chosenOf(opened, occupations));
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

/** The unit groups that are drawn from. */
export function drawnGroups(subject: string, { axes }: OpenedEdition['edition']): string[] {
  const lot = random(`unit groups of ${subject}`);
  return Array.from(
    { length: 6 },
    () => axes.occupations[lot.between(0, axes.occupations.length - 1)] ?? '',
  );
}

/** The path that is asked for an answer, with lists as long as they can be. */
export function pathOf(
  { endpoint: id, place, query }: FigureAnswer,
  edition: OpenedEdition['edition'],
): string {
  const endpoint = endpoints.find((candidate) => candidate.id === id);
  if (endpoint === undefined) throw new Error(`there is no endpoint ${id}`);
  const search = new URLSearchParams(query);
  if (place.area !== undefined && !endpoint.path.includes('{area}')) search.set('area', place.area);
  for (const parameter of endpoint.query) {
    if (parameter.name === 'limit' && parameter.kind === 'integer')
      search.set('limit', String(parameter.maximum));
    if (parameter.name === 'edition') search.set('edition', edition.id);
  }
  const path = endpoint.path.replace('{soc}', place.soc ?? '').replace('{area}', place.area ?? '');
  return `${path}?${search}`;
}

/**
 * The figures that a trace of an answer finds in an edition, by the places in the answer where they
 * stand.
 */
export async function tracedIn(
  directory: string,
  edition: OpenedEdition,
  path: string,
): Promise<ReadonlyMap<string, TracedFigure>> {
  const response = await answerOffline(directory)(path);
  const text = await response.text();
  const asked = askedBy(path);
  if (!response.ok || asked === null) throw new Error(`${path}: ${response.status} ${text}`);
  const body: unknown = JSON.parse(text);
  const trace = await traceAnswer({ ...asked, place: placeOfAnswer(body, asked.place), body }, [
    edition,
  ]);
  return new Map(
    trace.editions.flatMap(({ figures }) =>
      figures.flatMap((figure) => figure.pointers.map((pointer) => [pointer, figure] as const)),
    ),
  );
}

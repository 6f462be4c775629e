// Traces every figure of an answer to its cell in the publisher's file, with the printed text and
// the rule that turned it into the figure.
import { byCodeUnit } from '#schemas/order.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Endpoint } from '#schemas/endpoints.ts';
import type { QueryValues } from '#schemas/query-values.ts';
import { type OpenedEdition, type ReadEdition, hasTexts } from '../release/read-again.ts';
import type { FigureAnswer } from '#sources/kit/figures.ts';
import type { Source } from '#sources/kit/source.ts';
import { responses } from '#schemas/resources/by-name.ts';
import { descriptionAt, numbersIn, resolvePointer } from './pointer.ts';

export interface Answered {
  readonly endpoint: Endpoint;
  readonly place: DocumentPlace;
  readonly values: QueryValues;
  readonly body: unknown;
}

/** Members that only name the answer and its origin, at any place in it: provenance and years. */
const namesOfAnswers: readonly string[] = [
  'provenance',
  'year',
  'baseYear',
  'targetYear',
  'fromAge',
  'toAge',
  'limit',
];

export type Trace = Awaited<ReturnType<typeof traceAnswer>>;
export type TracedEdition = Trace['editions'][number];
export type TracedFigure = TracedEdition['figures'][number];

/**
 * Ids of the editions behind an answer, its own first. For a series of years, only those of its
 * points. `editionHeader` is the header LMI-Edition.
 */
export function editionsBehind(endpoint: Endpoint, body: unknown, editionHeader: string): string[] {
  if (endpoint.yearsOf === null) return editionHeader.split(', ').filter((id) => id !== '');
  const { points = [] }: { readonly points?: readonly { readonly editionId: string }[] } =
    Object(body);
  return points.map(({ editionId }) => editionId);
}

/**
 * The place with the area's slug from the answer: a request may name the area by its code, or by an
 * earlier code.
 */
export function placeOfAnswer(body: unknown, place: DocumentPlace): DocumentPlace {
  const slug = resolvePointer(body, '/area/slug')?.value;
  return place.area === undefined || typeof slug !== 'string' ? place : { ...place, area: slug };
}

export async function traceAnswer(answered: Answered, editions: readonly OpenedEdition[]) {
  const traced = [];
  for (const opened of editions) traced.push(await traceEdition(answered, opened));
  const explained = new Set(
    traced.flatMap(({ figures }) => figures.flatMap(({ pointers }) => pointers)),
  );
  // Counts, ranks, shares and differences: the API's own description says how each is computed.
  const schema = responses[answered.endpoint.response];
  const inNoCell = numbersIn(answered.body, namesOfAnswers)
    .filter(({ pointer }) => !explained.has(pointer))
    .map((number) => ({ ...number, description: descriptionAt(schema, number.pointer) }));
  return { editions: traced, inNoCell };
}

async function traceEdition(answered: Answered, opened: OpenedEdition) {
  const { edition, source, figures } = opened;
  const digests = new Map(opened.inputs.map(({ file, sha256 }) => [file, sha256]));
  const tracedFigures = [];
  for await (const group of figures?.({
    soc: answered.place.soc,
    endpoint: answered.endpoint.id,
  }) ?? [])
    for (const figure of group) {
      const standing = figure
        .answers()
        .filter((answer) => isAsked(answer, answered))
        .flatMap(({ pointer }) => resolvePointer(answered.body, pointer) ?? []);
      const [first] = standing;
      if (first === undefined) continue;
      const { group, area, period, dimensions, measure, unit, withheld, derived, rule } = figure;
      tracedFigures.push({
        /** Every place of it in the answer. */
        pointers: standing.map(({ pointer }) => pointer),
        value: first.value,
        /**
         * The value among the edition's figures. A difference means that our own document places
         * another figure there.
         */
        stored: figure.value ?? figure.category,
        group,
        area,
        period,
        dimensions,
        measure,
        unit,
        withheld,
        derived,
        rule,
        /** The hash is of the file; null if neither the edition nor one that it needs names it. */
        cells: figure.cells().map((cell) => ({ ...cell, sha256: digests.get(cell.file) ?? null })),
      });
    }
  return {
    id: edition.id,
    source: source.key,
    release: edition.release,
    files: edition.inputs,
    figures: tracedFigures,
    /**
     * For a source of texts: the rows that name the occupation. For a search: the job titles that
     * speak for its first answers.
     */
    rows: await rowsFor(answered, opened),
  };
}

/** Rows are not stored, so the release is read again for them. */
async function rowsFor(
  answered: Answered,
  { source, read }: OpenedEdition,
): Promise<readonly unknown[]> {
  if (answered.endpoint.answer === 'search') return evidenceFor(answered, source, await read());
  if (!hasTexts(source)) return [];
  const { rows } = await read();
  const { soc } = answered.place;
  const described = [...source.describeRows(rows)];
  return rows.filter(
    (_, index) => soc === undefined || described[index]?.occupations.includes(soc) === true,
  );
}

// The answers of a search whose evidence is shown.
const mostAnswers = 3;

/**
 * For a search: the source's job titles of the first answers' unit groups that share a word with
 * the query, most shared words first.
 */
function evidenceFor({ body, values }: Answered, source: Source, read: ReadEdition): unknown[] {
  const answers = tracedGroupsOf(body).slice(0, mostAnswers);
  const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\d]{2,}/gu) ?? [];
  const asked = new Set(wordsIn(String(values.get('q') ?? '')));
  return [...(source.titles?.(read.observations, read.needs) ?? [])]
    .map(({ text, unitGroups, isWeak }) => ({
      text,
      unitGroups: unitGroups.map(([soc2020]) => soc2020),
      isWeak,
    }))
    .filter(({ unitGroups }) => unitGroups.some((soc2020) => answers.includes(soc2020)))
    .map((title) => ({
      title,
      shared: [...new Set(wordsIn(title.text))].filter((word) => asked.has(word)).length,
    }))
    .filter(({ shared }) => shared > 0)
    .sort(
      (a, b) =>
        b.shared - a.shared ||
        a.title.text.length - b.title.text.length ||
        byCodeUnit(a.title.text, b.title.text),
    )
    .map(({ title }) => title);
}

function tracedGroupsOf(body: unknown): string[] {
  return Array.isArray(body)
    ? body.map((answer: unknown) => String(Reflect.get(Object(answer), 'soc2020')))
    : [];
}

function isAsked({ endpoint, place, query }: FigureAnswer, asked: Answered): boolean {
  return (
    endpoint === asked.endpoint.id &&
    place.soc === asked.place.soc &&
    place.area === asked.place.area &&
    Object.entries(query).every(([name, value]) => String(asked.values.get(name)) === value)
  );
}

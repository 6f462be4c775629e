// Traces every figure of an answer to its cell in the publisher's file, with the printed text and the rule that turned it into the figure.
import type { InputFile } from '#schemas/catalogue.ts';
import { howComputed, namesOfAnswers } from '#schemas/computed.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Endpoint } from '#schemas/endpoints.ts';
import type { QueryValues } from '#schemas/query-values.ts';
import { type ReadEdition, hasTexts } from '../release/read-again.ts';
import type { Figure, FigureAnswer, FileCell } from '#sources/kit/source.ts';
import { numbersIn, resolvePointer } from './pointer.ts';

/** An answer and its request. */
export interface Answered {
  readonly endpoint: Endpoint;
  readonly place: DocumentPlace;
  readonly values: QueryValues;
  readonly body: unknown;
}

export interface TracedCell extends FileCell {
  /** Of the file; null if neither the edition nor one that it needs names it. */
  readonly sha256: string | null;
}

/** A figure in the answer. */
export interface TracedFigure
  extends Pick<Figure, 'group' | 'area' | 'period' | 'dimensions' | 'measure' | 'unit' | 'withheld' | 'derived' | 'rule'> {
  /** Every place of it in the answer, as JSON pointers. */
  readonly pointers: readonly string[];
  /** The value in the answer. */
  readonly value: unknown;
  /** The value when the file is read again. A difference means that other code made the edition. */
  readonly readAgain: number | string | null;
  readonly cells: readonly TracedCell[];
}

export interface TracedEdition {
  readonly id: string;
  readonly source: string;
  readonly release: string;
  readonly files: readonly InputFile[];
  readonly figures: readonly TracedFigure[];
  /** For a source of texts: the rows that name the occupation. */
  readonly rows: readonly unknown[];
}

export interface Trace {
  readonly editions: readonly TracedEdition[];
  /** Numbers of the answer that are in no cell, and how each is computed. Null if schemas/computed.ts lacks the number. */
  readonly computed: readonly { readonly pointer: string; readonly value: number; readonly how: string | null }[];
}

/** Traces an answer through the editions behind it. */
export function traceAnswer(answered: Answered, editions: readonly ReadEdition[]): Trace {
  const traced = editions.map((read) => traceEdition(answered, read));
  const explained = new Set(traced.flatMap(({ figures }) => figures.flatMap(({ pointers }) => pointers)));
  const computed = numbersIn(answered.body, namesOfAnswers)
    .filter(({ pointer }) => !explained.has(pointer))
    .map((number) => ({ ...number, how: howComputed(answered.endpoint.id, number.pointer)?.how ?? null }));
  return { editions: traced, computed };
}

function traceEdition(answered: Answered, again: ReadEdition): TracedEdition {
  const { edition, source, read, figures } = again;
  const digests = new Map(again.inputs.map(({ file, sha256 }) => [file, sha256]));
  const found: TracedFigure[] = [];
  for (const figure of figures?.(answered.place) ?? []) {
    const standing = figure
      .answers()
      .filter((answer) => isAsked(answer, answered))
      .flatMap(({ pointer }) => resolvePointer(answered.body, pointer) ?? []);
    const [first] = standing;
    if (first === undefined) continue;
    const { group, area, period, dimensions, measure, unit, withheld, derived, rule } = figure;
    found.push({
      pointers: standing.map(({ pointer }) => pointer),
      value: first.value,
      readAgain: figure.value ?? figure.category,
      ...{ group, area, period, dimensions, measure, unit, withheld, derived, rule },
      cells: figure.cells().map((cell) => ({ ...cell, sha256: digests.get(cell.file) ?? null })),
    });
  }
  return {
    id: edition.id,
    source: source.key,
    release: edition.release,
    files: edition.inputs,
    figures: found,
    rows: hasTexts(again) ? read.rows.filter((row) => names(row, answered.place)) : [],
  };
}

/** Whether a row names the requested occupation; true for every row if there is none. */
function names(row: unknown, { soc }: DocumentPlace): boolean {
  if (soc === undefined) return true;
  return typeof row === 'object' && row !== null ? Object.values(row).some((member) => names(member, { soc })) : String(row) === soc;
}

function isAsked({ endpoint, place, query }: FigureAnswer, asked: Answered): boolean {
  return (
    endpoint === asked.endpoint.id &&
    place.soc === asked.place.soc &&
    place.area === asked.place.area &&
    Object.entries(query).every(([name, value]) => String(asked.values.get(name)) === value)
  );
}

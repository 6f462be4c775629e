// The tables of pages as CSV, a line for each figure, with its area, period and unit, its release
// and what must accompany it.
import { guardedCsvLine } from '#schemas/csv-line.ts';
import type { PageAnswers } from './answers.ts';
import { type SourcedAnswer, attributionOf, tablesIn } from './content.ts';
import { type Figure, isShown } from './figure.ts';
import { sectionsOf } from './sections.ts';

type Cell = string | number | null;
export type CsvLine = readonly Cell[];

export interface CsvFile {
  readonly name: string;
  readonly text: string;
}

/** A file whose name says what is in it. Every part of the name is one word. */
export function csvFile(
  nameParts: readonly string[],
  header: readonly string[],
  lines: readonly CsvLine[],
): CsvFile {
  const words = nameParts.map((part) => part.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
  const text = [header, ...lines].map((line) => `${guardedCsvLine(line)}\r\n`);
  return { name: `${words.join('_')}.csv`, text: text.join('') };
}

export const figureColumns = ['value', 'shown', 'unit', 'caution', 'reason'];

/** The cells of a figure in those columns. */
export const figureCells = (figure: Figure): readonly Cell[] =>
  isShown(figure)
    ? [figure.value, figure.text, figure.unit ?? null, figure.caution, null]
    : [null, figure.headline, figure.unit ?? null, null, figure.why];

export const sourceColumns = ['source', 'edition', 'edition_id', 'attribution'];

/** Where the figures of an answer are from, in those columns. */
export const sourceCells = (answer: SourcedAnswer): readonly Cell[] => [
  answer.provenance.publisher,
  answer.provenance.edition,
  answer.provenance.editionId,
  attributionOf(answer),
];

/** The area and period of an answer in words, as far as it has them. */
export function placeAndPeriod(answer: SourcedAnswer): {
  readonly area: Cell;
  readonly period: Cell;
} {
  const dated = answer as {
    readonly area?: { readonly name: string };
    readonly period?: string | null;
    readonly referencePeriod?: string;
    readonly year?: number;
  };
  return {
    area: dated.area?.name ?? null,
    period: dated.period ?? dated.referencePeriod ?? dated.year ?? null,
  };
}

const header = [
  'soc2020',
  'occupation',
  'section',
  'table',
  'area',
  'period',
  'row',
  'column',
  ...figureColumns,
  ...sourceColumns,
];

/** All tables of an occupation, or the one at this place; null if there is none. */
export function tablesCsv(answers: PageAnswers, only: string | null): CsvFile | null {
  const { soc2020, title } = answers.occupation;
  const editions = new Set<string>();
  const lines: CsvLine[] = [];
  for (const section of sectionsOf(answers)) {
    if ('missing' in section.reply) continue;
    const { answer } = section.reply;
    const { area, period } = placeAndPeriod(answer);
    for (const { id, table, columns, rows } of tablesIn(section.readContent().blocks, section.id)) {
      if (only !== null && id !== only) continue;
      editions.add(answer.provenance.edition);
      for (const { label, figures } of rows) {
        const row = typeof label === 'string' ? label : label.text;
        for (const [place, figure] of figures.entries())
          lines.push([
            soc2020,
            title,
            section.heading,
            table,
            area,
            period,
            row,
            columns[place + 1] ?? '',
            ...figureCells(figure),
            ...sourceCells(answer),
          ]);
      }
    }
  }
  if (lines.length === 0) return null;
  const [edition = ''] = editions;
  const release = editions.size === 1 ? [edition] : [];
  return csvFile([soc2020, only ?? 'tables', answers.area, ...release], header, lines);
}

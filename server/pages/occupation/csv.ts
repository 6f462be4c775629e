// The tables of an occupation's page as CSV, a line for each figure, with its release and what must
// stand beside it.
import { guardedCsvLine } from '#schemas/csv-line.ts';
import type { PageAnswers } from './answers.ts';
import { attributionOf, tablesIn } from './content.ts';
import { isShown } from './figure.ts';
import { sectionsOf } from './sections.ts';

const header = [
  'soc2020',
  'section',
  'table',
  'row',
  'column',
  'value',
  'shown',
  'caution',
  'reason',
  'release',
  'attribution',
];

/** All tables, or the one at this place; null if there is none. */
export function tablesCsv(answers: PageAnswers, only: string | null): string | null {
  const lines = sectionsOf(answers).flatMap((section) => {
    const { asked } = section;
    if ('missing' in asked) return [];
    const { provenance } = asked.answer;
    const from = [`${provenance.publisher}, ${provenance.edition}`, attributionOf(asked.answer)];
    const tables = tablesIn(section.said().blocks, section.id).filter(
      ({ id }) => only === null || id === only,
    );
    return tables.flatMap(({ table, columns, rows }) =>
      rows.flatMap(({ label, figures }) =>
        figures.map((figure, place) => [
          answers.occupation.soc2020,
          section.heading,
          table,
          typeof label === 'string' ? label : label.text,
          columns[place + 1] ?? '',
          ...(isShown(figure)
            ? [figure.value, figure.text, figure.caution, null]
            : [null, figure.headline, null, figure.why]),
          ...from,
        ]),
      ),
    );
  });
  return lines.length === 0
    ? null
    : [header, ...lines].map((line) => `${guardedCsvLine(line, { raw: false })}\r\n`).join('');
}

// Defines the columns of the tables of figures: the same for every source, with its own dimensions
// among them.
import { qualities, withheldReasons } from '#schemas/codes.ts';
import type { Figure, FileCell, Meanings } from '#sources/kit/figures.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { ReferenceDates } from '#schemas/figures.ts';
import { printedDates } from '#schemas/reference-dates.ts';
import type { Cell, Row } from '#sources/kit/tables.ts';
import type { TableColumn } from './table-files.ts';

/** The edition that rows name, and the titles of codes. */
export interface EditionNames extends Pick<CatalogueEdition, 'id' | 'release'> {
  /** The title of a group of SOC 2020. */
  readonly titleOf: (group: string) => string | null;
  /** The titles of the codes of the dimension that is titled. */
  readonly titles: ReadonlyMap<string, string>;
}

interface FigureColumn extends TableColumn {
  readonly value: (figure: Figure, edition: EditionNames, cell: FileCell | undefined) => Cell;
}

type FurtherMembers = Partial<Omit<TableColumn, 'name' | 'type' | 'description'>>;

const columnOf =
  (type: FigureColumn['type']) =>
  (
    name: string,
    description: string,
    value: FigureColumn['value'],
    more: FurtherMembers = {},
  ): FigureColumn => {
    return { name, type, description, value, ...more };
  };
const text = columnOf('string');
const number = columnOf('number');
const boolean = columnOf('boolean');
const always = { required: true } as const;

/** The values of the column status. */
export const statuses = ['published', ...withheldReasons] as const;

/** A source's description of its measures and dimensions. */
type Described = Pick<Meanings<never>, 'dimensions' | 'measures' | 'dates'> & {
  readonly titled?: { readonly dimension: string };
};

/** The columns before the dimensions of a source. */
const columnsBefore = (
  source: string,
  datesOf: (figure: Figure) => ReferenceDates | null,
): readonly FigureColumn[] => [
  text('source', 'The source, by its key.', () => source, { ...always, values: [source] }),
  text(
    'edition_id',
    'Id of the edition, as answers name it in provenance.editionId.',
    (_, { id }) => id,
    { ...always, parquetOnly: true },
  ),
  text('release', "Short name of the publisher's release.", (_, { release }) => release, always),
  text(
    'soc2020',
    'Code of a unit group or of a broader group of SOC 2020; empty for all occupations together.',
    ({ group }) => group,
  ),
  text(
    'title',
    'The title of the group; empty for all occupations together.',
    ({ group }, { titleOf }) => (group === null ? null : titleOf(group)),
  ),
  text(
    'area',
    "The area's slug, as the API names it; empty if the publisher names no area.",
    ({ area }) => area?.slug ?? null,
  ),
  text('area_code', 'GSS code of the area.', ({ area }) => area?.code ?? null),
  text('area_name', 'Name of the area.', ({ area }) => area?.name ?? null),
  text(
    'period',
    "A year, a month 2026-07, a quarter 2026-Q2, or the publisher's own words.",
    ({ period }) => period,
  ),
  text(
    'period_from',
    'First day of the period, 2026-07-01; empty if the publisher gives none.',
    (figure) => datesOf(figure)?.from ?? null,
  ),
  text('period_to', 'Last day of the period.', (figure) => datesOf(figure)?.to ?? null),
];

/** The columns after the dimensions of a source. */
const columnsAfter = (
  { measures }: Described,
  explanations: Explanations,
): readonly FigureColumn[] => [
  text('measure', 'What is measured.', ({ measure }) => measure, {
    ...always,
    ...valuesOf(measures.map(({ measure }) => measure)),
    titles: meaningsByMeasure(measures),
  }),
  text('unit', 'Unit of the value.', ({ unit }) => unit, {
    ...always,
    ...valuesOf(measures.map(({ unit }) => unit)),
  }),
  number(
    'value',
    'The figure as answers give it. It is empty, never 0, if the figure is withheld or ' +
      'is not a number.',
    ({ value }) => value,
  ),
  categoryOf(measures.flatMap(({ categories = [] }) => categories)),
  text(
    'status',
    'published, or the reason why there is no figure.',
    ({ withheld }) => withheld?.reason ?? 'published',
    {
      values: statuses,
      required: true,
      titles: explanations.status,
    },
  ),
  text(
    'marker',
    'The marker that the publisher printed in place of the figure.',
    ({ withheld }) => withheld?.marker ?? null,
    {
      titles: explanations.marker,
    },
  ),
  text(
    'quality',
    'precise: coefficient of variation at most 5%; reasonable: 10%; acceptable: 20%; ' +
      'unreliable: above; unrated: none is given.',
    ({ quality }) => quality,
    { values: qualities },
  ),
  boolean(
    'presentable',
    'True if the figure is published and may be shown: it is not unreliable. Show no ' +
      'other figure to the public.',
    ({ value, category, quality }) =>
      (value !== null || category !== null) && quality !== 'unreliable',
    always,
  ),
  number(
    'coefficient_of_variation',
    'The coefficient of variation that the publisher prints for the figure, in percent; ' +
      'empty if it prints none.',
    ({ coefficientOfVariation }) => coefficientOfVariation ?? null,
  ),
  boolean(
    'derived',
    'True if it is computed. The row names its main cell; it names none if it is a sum ' +
      'or an average of several.',
    ({ derived }) => derived,
    always,
  ),
];

/** The meanings of the statuses without a marker, and of the markers. */
interface Explanations {
  readonly status: Map<string, string>;
  readonly marker: Map<string, string>;
}

/** The first explanation of a code is the one that the table gives. */
function setOnce(explanations: Map<string, string>, code: string, explanation: string): void {
  if (!explanations.has(code)) explanations.set(code, explanation);
}

/** What each measure counts. One that has several units has a sentence for each. */
function meaningsByMeasure(measures: Described['measures']): ReadonlyMap<string, string> {
  const byMeasure = Map.groupBy(measures, ({ measure }) => measure);
  return new Map(
    [...byMeasure].map(([measure, described]) => [
      measure,
      described
        .map(({ unit, meaning }) => (described.length > 1 ? `${unit}: ${meaning}` : meaning))
        .join(' '),
    ]),
  );
}

function categoryOf(values: readonly string[]): FigureColumn {
  const value: FigureColumn['value'] = ({ category }) => category;
  return values.length === 0
    ? text(
        'category',
        'A word in place of a number. Every measure of this table is a number.',
        value,
      )
    : text('category', 'A word in place of a number.', value, valuesOf(values));
}

function valuesOf(values: readonly string[]): FurtherMembers {
  return { values: [...new Set(values)] };
}

/** The columns of a figure's main cell. */
const cellColumns = (
  [
    {
      name: 'file',
      member: 'file',
      description: "The publisher's file, as editions/<id>/edition.json names it among its inputs.",
    },
    { name: 'member', member: 'member', description: 'The file within a zip.' },
    { name: 'sheet', member: 'sheet', description: 'The sheet of a workbook.' },
    {
      name: 'cell',
      member: 'address',
      description:
        'The cell: an address in a workbook, row and header of column in a delimited file.',
    },
    { name: 'printed', member: 'printed', description: 'The text in the cell.' },
  ] as const
).map(({ name, member, description }) =>
  text(name, description, (_figure, _edition, cell) => cell?.[member] ?? null, {
    parquetOnly: true,
  }),
);

/**
 * The columns of a source's table, and its rows. Throws if a figure has a dimension, or a value of
 * one, that the source has not described.
 */
export function figureTable(source: string, described: Described) {
  const { dimensions, titled } = described;
  // Most figures have the period and the measure of the one before.
  let period = '';
  let measure = '';
  let dates: ReferenceDates | null = null;
  const datesOf = (figure: Figure) => {
    if (figure.period !== period || figure.measure !== measure) {
      period = figure.period;
      measure = figure.measure;
      dates = described.dates?.(figure) ?? printedDates(period);
    }
    return dates;
  };
  const explanations: Explanations = { status: new Map(), marker: new Map() };
  let withheld: Figure['withheld'] = null;
  const columnsOfSource = [
    ...columnsBefore(source, datesOf),
    ...Object.entries(dimensions).flatMap(([name, { meaning, values }]) => {
      const value = (figure: Figure) => figure.dimensions[name] ?? null;
      const column = text(name, meaning, value, values === undefined ? {} : { values });
      if (name !== titled?.dimension) return [column];
      const title = `What the code in the column ${name} stands for; empty if it is a word.`;
      return [
        column,
        text(
          `${name}_title`,
          title,
          (figure, { titles }) => titles.get(value(figure) ?? '') ?? null,
        ),
      ];
    }),
    ...columnsAfter(described, explanations),
    ...cellColumns,
  ].map((column) => ({
    ...column,
    known: column.values === undefined ? null : new Set<Cell>(column.values),
  }));
  return {
    columns: columnsOfSource.map(({ value: _, known: __, ...column }): TableColumn => column),
    rowOf: (figure: Figure, cell: FileCell | undefined, edition: EditionNames): Row => {
      if (figure.withheld !== null && figure.withheld !== withheld) {
        withheld = figure.withheld;
        const { marker, reason, explanation } = withheld;
        if (marker === null) setOnce(explanations.status, reason, explanation);
        else setOnce(explanations.marker, marker, explanation);
      }
      for (const name in figure.dimensions)
        if (!Object.hasOwn(dimensions, name))
          throw new Error(
            `sources/${source}/figures.ts does not say what the dimension "${name}" means`,
          );
      return columnsOfSource.map(({ name, value, known }) => {
        const cellValue = value(figure, edition, cell);
        if (known !== null && cellValue !== null && !known.has(cellValue))
          throw new Error(
            `sources/${source}/figures.ts does not list the value "${cellValue}" of "${name}"`,
          );
        return cellValue;
      });
    },
  };
}

// The figures of employment with their cells: counts, the half-widths of their intervals, and the
// shares made from them.
import {
  type Figure,
  type Meanings,
  answerAt,
  figureMaker,
  listMeasures,
} from '#sources/kit/figures.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import { areaOf } from '#schemas/codes.ts';
import { shareOfAll, shareOfOccupation } from './documents.ts';
import { type Row, type Rows, layout } from './layout.ts';
import { type EmploymentObservations, absent, normal, servedParts, total } from './reshape.ts';

const measures = {
  employment: [
    'people',
    'The people in employment in the occupation: employees and self-employed, aged 16 ' +
      'and over, by their main job.',
  ],
  confidence_interval: [
    'people',
    'Half the width of the 95 % confidence interval of the number of people.',
  ],
  share_of_all_employment: [
    'percent',
    'The occupation as a percentage of all people in employment in the area.',
  ],
  share_of_occupation: ['percent', "The part as a percentage of the occupation's employment."],
} as const;

export const meanings: Meanings<EmploymentObservations> = {
  dimensions: {
    part: {
      meaning:
        'Who is counted: all people in employment, women, part-time workers, or the self-employed.',
      values: ['all', ...servedParts],
    },
  },
  measures: listMeasures(measures),
};

const employment = figureMaker('employment', meanings, 'in area');

const nothing = 'The release has no row for this figure.';

type Stated = Pick<Figure, 'value' | 'withheld' | 'rule' | 'cells'> & Partial<Figure>;

/** The areas, then the parts of the United Kingdom; occupations as printed. */
export function* figures({
  rows: all,
  observations,
}: ReadFiles<Rows, EmploymentObservations>): Generator<Figure> {
  const { areas, occupations, tables, period } = observations;
  /** The number of each row, and its status if this is not normal. */
  const cellsOf = (...printed: readonly (Row | undefined)[]) =>
    printed.flatMap((row) => {
      if (row === undefined) return [];
      const printedColumns =
        row.observationStatus === normal
          ? (['value'] as const)
          : (['value', 'observationStatusName'] as const);
      return printedColumns.map((column) => layout.cell(all, row, column));
    });
  for (const who of [...areas, ...servedParts]) {
    const part = servedParts.find((served) => served === who) ?? 'all';
    const area = areas.find((slug) => slug === who) ?? 'uk';
    for (const [code, estimate] of tables.get(who) ?? []) {
      const isTotal = code === total;
      if (isTotal && part !== 'all') continue;
      const parent = isTotal
        ? 'allOccupations'
        : part === 'all'
          ? 'employment'
          : `breakdown/${part}`;
      const figure = (measure: keyof typeof measures, member: string, stated: Stated) =>
        employment({
          group: isTotal ? null : code,
          area: areaOf(area),
          period,
          dimensions: { part },
          measure,
          pointer: `/${parent}/${member}`,
          occupations: isTotal ? occupations : [code],
          also: () =>
            isTotal || part !== 'all' || measure === 'share_of_all_employment'
              ? []
              : [answerAt('employment-list', { area }, `/occupations/soc2020=${code}/${member}`)],
          ...stated,
        });
      const { count, interval, quality, withheld, intervalWithheld, rows } = estimate;
      yield figure('employment', 'count', {
        value: count,
        withheld,
        quality,
        cells: () => cellsOf(rows.Value, rows.Confidence),
        rule:
          rows.Value === undefined
            ? nothing
            : 'The number as printed. The status of the row says whether it may be shown.',
      });
      yield figure('confidence_interval', 'confidenceInterval', {
        value: interval,
        withheld: intervalWithheld ?? withheld,
        cells: () => cellsOf(rows.Confidence),
        rule:
          rows.Confidence === undefined
            ? nothing
            : 'The number as printed: half the width of the 95 % interval.',
      });
      if (isTotal) continue;
      const whole =
        (part === 'all' ? tables.get(area)?.get(total) : tables.get('uk')?.get(code)) ?? absent;
      const share = { derived: true, cells: () => cellsOf(rows.Value, whole.rows.Value) };
      yield part === 'all'
        ? figure('share_of_all_employment', 'shareOfAllEmploymentPercent', {
            ...share,
            ...shareOfAll(estimate, whole),
            rule:
              'The count as a percentage of all people in employment in the area, to ' +
              'three significant digits.',
          })
        : figure('share_of_occupation', 'percent', {
            ...share,
            ...shareOfOccupation(estimate, whole),
            rule: "The count as a percentage of the occupation's employment, to one decimal.",
          });
    }
  }
}

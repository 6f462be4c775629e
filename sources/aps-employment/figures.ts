// The figures of employment with their cells: counts, the half-widths of their intervals, and the shares made from them.
import type { Figure, FigureAnswer, FileCell, Meanings, ReadFiles } from '#sources/kit/source.ts';
import { areaOf } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { oneDecimal, ratio, ratioWithheld, threeDigits } from './documents.ts';
import { type Row, type Rows, columns } from './layout.ts';
import { type EmploymentObservations, normal, pairsOf, servedParts, total } from './reshape.ts';

const measures = {
  employment: {
    unit: 'people',
    meaning: 'The people in employment in the occupation: employees and self-employed, aged 16 and over, by their main job.',
  },
  confidence_interval: { unit: 'people', meaning: 'Half the width of the 95 % confidence interval of the number of people.' },
  share_of_all_employment: { unit: 'percent', meaning: 'The occupation as a percentage of all people in employment in the area.' },
  share_of_occupation: { unit: 'percent', meaning: "The part as a percentage of the occupation's employment." },
} as const satisfies Readonly<Record<string, { unit: string; meaning: string }>>;
type Measure = keyof typeof measures;

export const meanings: Meanings<EmploymentObservations> = {
  dimensions: {
    part: {
      meaning: 'Who is counted: all people in employment, women, part-time workers, or the self-employed.',
      values: ['all', ...servedParts],
    },
  },
  measures: Object.entries(measures).map(([measure, { unit, meaning }]) => ({ measure, unit, meaning })),
};

const nothing = 'The release has no row for this figure.';

/** In the order in which the files first give them: the areas, then the parts of the United Kingdom. */
export function* figures(
  { rows, observations, needs }: ReadFiles<Rows, EmploymentObservations>,
  wanted: DocumentPlace = {},
): Generator<Figure> {
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const pairs = pairsOf(rows, occupations);
  const wholes = new Map(pairs.filter(({ isOfAreas }) => isOfAreas).map((pair) => [`${pair.area} ${pair.code}`, pair]));
  for (const { area, part, code, isOfAreas, value: valueRow, interval: intervalRow } of pairs) {
    if ((wanted.area ?? area) !== area || (code !== total && (wanted.soc ?? code) !== code)) continue;
    if (!isOfAreas && (code === total || !servedParts.some((served) => served === part))) continue;
    const table = isOfAreas ? observations.employment.get(area) : observations.parts.get(part);
    const estimate = table?.get(code);
    if (estimate === undefined) continue;
    const parent = code === total ? 'allOccupations' : part === 'all' ? 'employment' : `breakdown/${part}`;
    // The answers of all occupations give their total.
    const socs = code !== total ? [code] : wanted.soc === undefined ? occupations : [wanted.soc];
    const figure = (
      measure: Measure,
      member: string,
      rest: Pick<Figure, 'value' | 'withheld' | 'rule' | 'cells'> & Partial<Figure>,
    ): Figure => ({
      endpoint: 'employment',
      group: code === total ? null : code,
      area: areaOf(area),
      period: observations.period,
      series: false,
      dimensions: { part },
      measure,
      category: null,
      answers: () =>
        socs.map((soc): FigureAnswer => ({ endpoint: 'employment', place: { soc, area }, query: {}, pointer: `/${parent}/${member}` })),
      unit: measures[measure].unit,
      quality: null,
      derived: false,
      ...rest,
    });
    const { count, interval, quality, withheld, intervalWithheld } = estimate;
    yield figure('employment', 'count', {
      value: count,
      withheld,
      quality,
      cells: () => cellsOf(valueRow, intervalRow),
      rule: valueRow === undefined ? nothing : 'The number as printed. The status of the row says whether it may be shown.',
    });
    yield figure('confidence_interval', 'confidenceInterval', {
      value: interval,
      withheld: interval === null ? (intervalWithheld ?? withheld) : null,
      cells: () => cellsOf(intervalRow),
      rule: intervalRow === undefined ? nothing : 'The number as printed: half the width of the 95 % interval.',
    });
    const of = isOfAreas ? table?.get(total) : observations.parts.get('all')?.get(code);
    if (code === total || of === undefined) continue;
    const whole = wholes.get(`${area} ${isOfAreas ? total : code}`);
    const share = {
      value: ratio(estimate, of, isOfAreas ? threeDigits : oneDecimal),
      withheld: withheld ?? ratioWithheld(estimate, of),
      derived: true,
      cells: () => [...cellsOf(valueRow), ...cellsOf(whole?.value)],
    };
    if (isOfAreas)
      yield figure('share_of_all_employment', 'shareOfAllEmploymentPercent', {
        ...share,
        rule: 'The count as a percentage of all people in employment in the area, to three significant digits.',
      });
    else
      yield figure('share_of_occupation', 'percent', {
        ...share,
        rule: "The count as a percentage of the occupation's employment, to one decimal.",
      });
  }
}

/** The number of each row, and its status if this is not normal. */
function cellsOf(...rows: readonly (Row | undefined)[]): FileCell[] {
  return rows.flatMap((row) => {
    if (row === undefined) return [];
    const cell = (column: 'value' | 'observationStatusName') => ({
      file: row.file,
      member: null,
      sheet: null,
      address: `row ${row.row} ${columns[column][0]}`,
      printed: row[column],
    });
    return row.observationStatus === normal ? [cell('value')] : [cell('value'), cell('observationStatusName')];
  });
}

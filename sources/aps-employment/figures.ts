// The figures of employment with their cells: counts, the half-widths of their intervals, and the shares made from them.
import type { Figure, FigureAnswer, FileCell, Meanings, ReadFiles } from '#sources/kit/source.ts';
import { areaOf } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { oneDecimal, ratio, ratioWithheld, threeDigits } from './documents.ts';
import { type Row, type Rows, columns } from './layout.ts';
import { type EmploymentObservations, type Estimate, type Pair, normal, pairsOf, servedParts, total } from './reshape.ts';

const unit = 'people';

export const meanings: Meanings<EmploymentObservations> = {
  dimensions: {
    part: {
      meaning: 'Who is counted: all people in employment, women, part-time workers, or the self-employed.',
      values: ['all', ...servedParts],
    },
  },
  measures: [
    {
      measure: 'employment',
      unit,
      meaning: 'The people in employment in the occupation: employees and self-employed, aged 16 and over, by their main job.',
    },
    { measure: 'confidence_interval', unit, meaning: 'Half the width of the 95 % confidence interval of the number of people.' },
    {
      measure: 'share_of_all_employment',
      unit: 'percent',
      meaning: 'The occupation as a percentage of all people in employment in the area.',
    },
    { measure: 'share_of_occupation', unit: 'percent', meaning: "The part as a percentage of the occupation's employment." },
  ],
};

/** In the order in which the files first give them: the areas, then the parts of the United Kingdom. */
export function* figures(
  { rows, observations, needs }: ReadFiles<Rows, EmploymentObservations>,
  wanted: DocumentPlace = {},
): Generator<Figure> {
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const pairs = pairsOf(rows, occupations);
  const wholes = new Map(pairs.filter(({ isOfAreas }) => isOfAreas).map((pair) => [`${pair.area} ${pair.code}`, pair]));
  for (const pair of pairs) {
    const { area, part, code, isOfAreas } = pair;
    if ((wanted.area ?? area) !== area || (code !== total && (wanted.soc ?? code) !== code)) continue;
    const shown = { period: observations.period, occupations: wanted.soc === undefined ? occupations : [wanted.soc] };
    if (!isOfAreas && (code === total || !servedParts.some((served) => served === part))) continue;
    const table = isOfAreas ? observations.employment.get(area) : observations.parts.get(part);
    const estimate = table?.get(code);
    if (estimate === undefined) continue;
    yield* estimates(pair, estimate, shown);
    const of = isOfAreas ? table?.get(total) : observations.parts.get('all')?.get(code);
    const share = isOfAreas ? shareOfArea : shareOfOccupation;
    const whole = wholes.get(`${area} ${isOfAreas ? total : code}`);
    if (code !== total && of !== undefined) yield percent(pair, estimate, { ...share, of, whole }, shown);
  }
}

const shareOfArea = {
  name: 'shareOfAllEmploymentPercent',
  print: threeDigits,
  rule: 'The count as a percentage of all people in employment in the area, to three significant digits.',
};
const shareOfOccupation = {
  name: 'percent',
  print: oneDecimal,
  rule: "The count as a percentage of the occupation's employment, to one decimal.",
};

interface Shown {
  readonly period: string;
  /** The occupations whose answers give the total of all of them. */
  readonly occupations: readonly string[];
}

const nothing = 'The release has no row for this figure.';

function* estimates(pair: Pair, { count, interval, quality, withheld, intervalWithheld }: Estimate, shown: Shown): Generator<Figure> {
  const { value: valueRow, interval: intervalRow } = pair;
  yield {
    ...figureOf(pair, shown, 'employment', 'count'),
    unit,
    value: count,
    withheld,
    quality,
    derived: false,
    cells: () => cellsOf(valueRow, intervalRow),
    rule: valueRow === undefined ? nothing : 'The number as printed. The status of the row says whether it may be shown.',
  };
  yield {
    ...figureOf(pair, shown, 'confidence_interval', 'confidenceInterval'),
    unit,
    value: interval,
    withheld: interval === null ? (intervalWithheld ?? withheld) : null,
    quality: null,
    derived: false,
    cells: () => cellsOf(intervalRow),
    rule: intervalRow === undefined ? nothing : 'The number as printed: half the width of the 95 % interval.',
  };
}

interface Share {
  readonly of: Estimate;
  readonly whole: Pair | undefined;
  readonly name: string;
  readonly print: (percent: number) => number;
  readonly rule: string;
}

function percent(pair: Pair, estimate: Estimate, { of, whole, name, print, rule }: Share, shown: Shown): Figure {
  return {
    ...figureOf(pair, shown, pair.part === 'all' ? 'share_of_all_employment' : 'share_of_occupation', name),
    unit: 'percent',
    value: ratio(estimate, of, print),
    withheld: estimate.withheld ?? ratioWithheld(estimate, of),
    quality: null,
    derived: true,
    cells: () => [...cellsOf(pair.value), ...cellsOf(whole?.value)],
    rule,
  };
}

type Named = Pick<Figure, 'endpoint' | 'group' | 'area' | 'period' | 'series' | 'dimensions' | 'measure' | 'category' | 'answers'>;

function figureOf({ area, part, code }: Pair, { period, occupations }: Shown, measure: string, member: string): Named {
  const [socs, parent] = code === total ? [occupations, 'allOccupations'] : [[code], part === 'all' ? 'employment' : `breakdown/${part}`];
  return {
    endpoint: 'employment',
    group: code === total ? null : code,
    area: areaOf(area),
    period,
    series: false,
    dimensions: { part },
    measure,
    category: null,
    answers: () =>
      socs.map((soc): FigureAnswer => ({ endpoint: 'employment', place: { soc, area }, query: {}, pointer: `/${parent}/${member}` })),
  };
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

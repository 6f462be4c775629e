// The averages of work profiles with their cells: the ratings of the US occupations that a unit
// group reaches.
import { unrated } from '#schemas/codes.ts';
import {
  type Figure,
  type FigureAnswer,
  type FileCell,
  type Meanings,
  answerAt,
  figureMaker,
  listMeasures,
} from '#sources/kit/figures.ts';
import { cellAddress } from '#sources/kit/read/addresses.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import { abilitiesOf, interestsOf } from './documents.ts';
import { type Rows, layout } from './layout.ts';
import type { Reach } from './reach.ts';
import { type OnetObservations, type Way, interestElements } from './reshape.ts';

const rule = "The average of the cells, weighted as in the answer's `basedOn`, to two decimals.";
const hidden =
  'No average: the ratings of too much of the weight are missing, suppressed or not relevant.';

const measures = {
  interest: {
    unit: 'score',
    meaning:
      'How far the work fits the interest, 1 to 7: an average over the US occupations ' +
      'that correspond.',
  },
  ability_importance: {
    unit: 'score',
    meaning:
      'How important the ability is for the work, 1 to 5: an average over the US ' +
      'occupations that correspond.',
  },
  ability_level: {
    unit: 'score',
    meaning:
      'The level of the ability that the work needs, 0 to 7: an average over the US ' +
      'occupations that correspond.',
  },
} as const;

export const meanings: Meanings<OnetObservations> = {
  dimensions: {
    element: {
      meaning: "The interest by its name, or the ability by its code in O*NET's content model.",
    },
  },
  measures: listMeasures(measures),
};

const profileFigure = figureMaker('work-profile', meanings);

/** The ratings of an element on a scale, by the file that has them. */
interface Rating {
  readonly kind: 'interests' | 'abilities';
  readonly element: string;
  readonly scale: string;
}

type CellsOfRating = (code: string, rating: Rating) => readonly FileCell[];

/** Unit group by unit group: its interests, then its abilities. */
export function* figures({
  rows,
  observations,
}: ReadFiles<Rows, OnetObservations>): Generator<Figure> {
  const cellsOf = ratingCells(rows);
  for (const soc2020 of observations.occupations) {
    const way = observations.ways.get(soc2020);
    if (way === undefined) continue;
    yield* interestFigures(observations, soc2020, way, cellsOf);
    yield* abilityFigures(observations, soc2020, way, cellsOf);
  }
}

/** An average of a unit group: over which occupations, and of which rating. */
interface StatedAverage extends Pick<Figure, 'value' | 'withheld'> {
  readonly soc2020: string;
  readonly measure: keyof typeof measures;
  readonly element: string;
  readonly period?: string;
  readonly pointer: string;
  readonly reach: Reach | null;
  readonly rating: Rating;
  readonly inList?: readonly FigureAnswer[];
}

function average(stated: StatedAverage, cellsOf: CellsOfRating): Figure {
  const { soc2020, measure, element, period = '', value, withheld, pointer } = stated;
  const { reach, rating, inList = [] } = stated;
  return profileFigure({
    group: soc2020,
    period,
    dimensions: { element },
    measure,
    value,
    withheld,
    quality: unrated.quality,
    derived: true,
    areCellsEqual: true,
    pointer,
    also: () => inList,
    cells: () => (reach?.occupations ?? []).flatMap(({ code }) => cellsOf(code, rating)),
    rule: withheld === null ? rule : hidden,
  });
}

function* interestFigures(
  observations: OnetObservations,
  soc2020: string,
  way: Way,
  cellsOf: CellsOfRating,
): Generator<Figure> {
  const { scores, referenceDates, withheld } = interestsOf(observations, way);
  const period =
    referenceDates === null
      ? ''
      : `${referenceDates.from.slice(0, 7)} to ${referenceDates.to.slice(0, 7)}`;
  for (const [index, { key, score }] of scores.entries()) {
    const pointerInList = `/occupations/soc2020=${soc2020}/interestScores/${key}`;
    const stated: StatedAverage = {
      soc2020,
      measure: 'interest',
      element: key,
      period,
      value: score,
      withheld,
      pointer: `/interests/scores/key=${key}/score`,
      reach: way.interests,
      rating: { kind: 'interests', element: interestElements[index] ?? '', scale: 'OI' },
      inList: [answerAt('work-profile-list', {}, pointerInList)],
    };
    yield average(stated, cellsOf);
  }
}

/** The scales of an ability by the members of an answer. */
const abilityScales = [
  { member: 'importance', scale: 'IM' },
  { member: 'level', scale: 'LV' },
] as const;

function* abilityFigures(
  observations: OnetObservations,
  soc2020: string,
  way: Way,
  cellsOf: CellsOfRating,
): Generator<Figure> {
  for (const ability of abilitiesOf(observations, way).elements)
    for (const { member, scale } of abilityScales) {
      const { code } = ability;
      const stated: StatedAverage = {
        soc2020,
        measure: `ability_${member}`,
        element: code,
        value: ability[member],
        withheld: ability.withheldFigures[member] ?? null,
        pointer: `/abilities/elements/code=${code}/${member}`,
        reach: way.abilities,
        rating: { kind: 'abilities', element: code, scale },
      };
      yield average(stated, cellsOf);
    }
}

/**
 * Finds the cell of an occupation's rating; none if the file has no such row. The rows are read
 * once, for the first cell.
 */
function ratingCells(rows: Rows): CellsOfRating {
  let byRating: ReadonlyMap<string, FileCell> | null = null;
  const cellsIn = (kind: Rating['kind']) => {
    const column = layout.header(rows, kind)?.columns.value ?? 1;
    return layout.rowsOf(rows, kind).map((row): [string, FileCell] => {
      const address = cellAddress(row.row, column);
      return [
        [row.code, kind, row.element, row.scale].join(' '),
        { ...layout.cell(rows, row, 'value'), address },
      ];
    });
  };
  return (code, { kind, element, scale }) => {
    byRating ??= new Map([...cellsIn('interests'), ...cellsIn('abilities')]);
    const cell = byRating.get([code, kind, element, scale].join(' '));
    return cell === undefined ? [] : [cell];
  };
}

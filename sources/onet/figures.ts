// The averages of work profiles with their cells: the ratings of the US occupations that a unit
// group reaches.
import { unrated } from '#schemas/codes.ts';
import type { Explained } from '#schemas/figures.ts';
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
import { type OnetObservations, interestElements } from './reshape.ts';

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

type Rating = readonly [kind: 'interests' | 'abilities', element: string, scale: string];

/** Unit group by unit group: its interests, then its abilities. */
export function* figures({
  rows,
  observations,
}: ReadFiles<Rows, OnetObservations>): Generator<Figure> {
  const cellOf = ratingCells(rows);
  for (const soc of observations.occupations) {
    const way = observations.ways.get(soc);
    if (way === undefined) continue;
    const figure = (
      measure: keyof typeof measures,
      {
        element,
        period = '',
        value,
        withheld,
      }: { element: string; period?: string; value: number | null; withheld: Explained | null },
      pointer: string,
      reach: Reach | null,
      rating: Rating,
      also: readonly FigureAnswer[] = [],
    ) =>
      profileFigure({
        group: soc,
        period,
        dimensions: { element },
        measure,
        value,
        withheld,
        quality: unrated.quality,
        derived: true,
        areCellsEqual: true,
        pointer,
        also: () => also,
        cells: () => (reach?.occupations ?? []).flatMap(({ code }) => cellOf(code, rating)),
        rule: withheld === null ? rule : hidden,
      });
    const { scores, referenceDates, withheld } = interestsOf(observations, way);
    const period =
      referenceDates === null
        ? ''
        : `${referenceDates.from.slice(0, 7)} to ${referenceDates.to.slice(0, 7)}`;
    for (const [place, { key, score }] of scores.entries()) {
      const rating = ['interests', interestElements[place] ?? '', 'OI'] as const;
      const stated = { element: key, period, value: score, withheld };
      const listed = answerAt(
        'work-profile-list',
        {},
        `/occupations/soc2020=${soc}/interestScores/${key}`,
      );
      yield figure(
        'interest',
        stated,
        `/interests/scores/key=${key}/score`,
        way.interests,
        rating,
        [listed],
      );
    }
    for (const { code, withheldFigures, ...element } of abilitiesOf(observations, way).elements) {
      for (const [member, scale] of Object.entries({ importance: 'IM', level: 'LV' } as const) as [
        'importance' | 'level',
        string,
      ][]) {
        const rated = {
          element: code,
          value: element[member],
          withheld: withheldFigures[member] ?? null,
        };
        const pointer = `/abilities/elements/code=${code}/${member}`;
        yield figure(`ability_${member}`, rated, pointer, way.abilities, [
          'abilities',
          code,
          scale,
        ]);
      }
    }
  }
}

/**
 * Finds the cell of an occupation's rating. The rows are read once, when the first cell is asked
 * for.
 */
function ratingCells(rows: Rows): (code: string, rating: Rating) => FileCell[] {
  let byRating: ReadonlyMap<string, FileCell> | null = null;
  const cellsOf = (kind: Rating[0]) => {
    const column = layout.header(rows, kind)?.columns.value ?? 1;
    return layout.rowsOf(rows, kind).map((row): [string, FileCell] => {
      const address = cellAddress(row.row, column);
      return [
        [row.code, kind, row.element, row.scale].join(' '),
        { ...layout.cell(rows, row, 'value'), address },
      ];
    });
  };
  return (code, rating) => {
    byRating ??= new Map([...cellsOf('interests'), ...cellsOf('abilities')]);
    const cell = byRating.get([code, ...rating].join(' '));
    return cell === undefined ? [] : [cell];
  };
}

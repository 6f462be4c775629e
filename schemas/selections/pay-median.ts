// The verdict on a printed median, and the words for a measure, which pay, its regions and its series share. Pure and without a
// library, because the worker carries it.
import { type Measure, type Quality, type QualityBasis, type Unit, measures, qualityOfCv } from '../codes.ts';
import type { Withheld } from '../figures.ts';
import type { PayMarkers } from '../resources/pay.ts';

/** A median as a document holds it: the number, or the publisher's marker in its place; null if there is no table for it. */
export interface PrintedMedian {
  readonly printed: number | string | null;
  /** In percent; null if none is published. */
  readonly cv: number | null;
  /** The band from the cell's shading, if there is no CV. */
  readonly shading: Quality | null;
}

export interface MedianVerdict {
  readonly median: number | null;
  readonly quality: Quality;
  readonly qualityBasis: QualityBasis | null;
  readonly presentable: boolean;
  readonly withheld: Withheld | null;
}

/** The band of a median: its CV decides, then the cell's shading. `x` alone makes it unreliable; the basis is a CV only if one above 20 % is printed. */
export function judgeMedian({ printed, cv, shading }: PrintedMedian, markers: PayMarkers): MedianVerdict {
  if (typeof printed !== 'number') {
    const withheld = withheldBy(printed, markers);
    const quality = withheld.reason === 'unreliable' ? 'unreliable' : 'unrated';
    const restsOnCv = quality === 'unreliable' && cv !== null && qualityOfCv(cv) === quality;
    return { median: null, quality, qualityBasis: restsOnCv ? 'cv' : null, presentable: false, withheld };
  }
  const quality = cv !== null ? qualityOfCv(cv) : (shading ?? 'unrated');
  const qualityBasis = cv !== null ? 'cv' : shading !== null ? 'publisher-shading' : null;
  return { median: printed, quality, qualityBasis, presentable: quality !== 'unreliable', withheld: null };
}

/** Why a figure is null: the meaning of its marker, or that the release has no table for it. */
export function withheldBy(printed: string | null, markers: PayMarkers): Withheld {
  if (printed === null)
    return { reason: 'not-in-this-release', marker: null, explanation: 'The release has no table for this measure and area.' };
  const meaning = markers[printed];
  if (meaning === undefined) throw new Error(`marker "${printed}" is not explained in the pay document that holds it`);
  return { reason: meaning.reason, marker: printed, explanation: meaning.explanation };
}

export function unitOf(measure: Measure): Unit {
  return (measures.find((candidate) => candidate.key === measure) ?? measures[0]).unit;
}

export function referencePeriod(unit: Unit, year: number): string {
  return unit === 'gbp_per_year' ? `tax year ending 5 April ${year}` : `pay period including a specified date in April ${year}`;
}

/** `withJobs`: the answer also has the number of jobs. */
export function payCoverage(
  unit: Unit,
  { withJobs = false } = {},
): { population: string; includesSelfEmployed: boolean; description: string } {
  const who =
    unit === 'gbp_per_year'
      ? 'Employees on adult rates who have been in the same job for more than a year'
      : 'Employees on adult rates whose pay for the period was not affected by absence';
  return {
    population: 'employee jobs',
    includesSelfEmployed: false,
    description: `${who}. The self-employed are not counted.${withJobs ? ' Jobs are in thousands and indicative only.' : ''}`,
  };
}

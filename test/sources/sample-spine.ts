// The classification and the coding index of the sample, for the tests of sources that need them.
import type { IndexEntry, NeededObservations, Needs } from '#sources/kit/needs.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { examineSample, needsOf } from './examine.ts';

/** What both hand over. */
export async function sampleSpine(): Promise<
  Pick<NeededObservations, 'soc-structure' | 'soc-index'>
> {
  const structure = (await examineSample(socStructure)).edition.observations;
  const index = (await examineSample(socIndex, needsOf({ 'soc-structure': structure }))).edition
    .observations;
  return { 'soc-structure': structure, 'soc-index': index };
}

/**
 * Job titles of one unit group, as many with each ISCO-08 code as are asked for; null is an entry
 * without a code.
 */
export function entriesOf(
  soc2020: string,
  codes: readonly (readonly [isco08: string | null, times: number])[],
): IndexEntry[] {
  return codes.flatMap(([isco08, times]) =>
    Array.from({ length: times }, (_, number): IndexEntry => {
      const title = `Worker ${isco08} ${number}`;
      return {
        id: `${isco08}${number}`,
        title,
        inverted: title,
        qualifier: null,
        isDefault: false,
        soc2020,
        soc2010: soc2020,
        isco08,
      };
    }),
  );
}

/** Needs with these entries alone in the coding index, beside the sample's classification. */
export function needsWith(
  structure: NeededObservations['soc-structure'],
  entries: readonly IndexEntry[],
): Needs {
  return needsOf({ 'soc-structure': structure, 'soc-index': { entries, iscoTitles: new Map() } });
}

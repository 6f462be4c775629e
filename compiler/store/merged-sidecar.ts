// Merges two versions of a sidecar, because each writer of a store can know of arrivals that the other does not.
import { UnreadableFileError, formatProblem } from '#sources/kit/problem.ts';
import { mergeSidecars, parseSidecar, sidecarText } from '../release/snapshots.ts';
import { StoreError } from './store.ts';

/** The bytes of a sidecar with the arrivals of both. The order of the two does not matter. */
export function mergedSidecar(first: Uint8Array, firstPlace: string, second: Uint8Array, secondPlace: string, digest: string): Uint8Array {
  try {
    const [one, other] = [parseSidecar(first, firstPlace, digest), parseSidecar(second, secondPlace, digest)];
    return Buffer.from(sidecarText(mergeSidecars(one, other)));
  } catch (error) {
    if (error instanceof UnreadableFileError) throw new StoreError(formatProblem(error.problem));
    throw error;
  }
}

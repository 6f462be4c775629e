// Sidecars are the one kind of file beside the catalogue that grows: two writers of a store can each know of arrivals that the other does not.
import { UnreadableFileError, formatProblem } from '#sources/kit/problem.ts';
import { mergeSidecars, parseSidecar, sidecarText } from '../release/snapshots.ts';
import { StoreError } from './store.ts';

/** The bytes of the sidecar that knows all that the two given know, the same whichever comes first. */
export function mergedSidecar(first: Uint8Array, firstPlace: string, second: Uint8Array, secondPlace: string, digest: string): Uint8Array {
  try {
    const [one, other] = [parseSidecar(first, firstPlace, digest), parseSidecar(second, secondPlace, digest)];
    return Buffer.from(sidecarText(mergeSidecars(one, other)));
  } catch (error) {
    if (error instanceof UnreadableFileError) throw new StoreError(formatProblem(error.problem));
    throw error;
  }
}

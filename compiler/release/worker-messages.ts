// The messages between the main process and its workers, and errors as values that can be sent.
import type { SourceKey } from '#schemas/codes.ts';
import { LayoutError, type Problem, UnreadableFileError, messageOf } from '#sources/kit/problem.ts';
import type { LearningJob, Made, ReleaseJob, Step } from './make-release.ts';

export type Request =
  | {
      readonly kind: 'make';
      readonly directory: string;
      readonly source: SourceKey;
      readonly job: ReleaseJob;
      /** Rows of needed editions that this worker has not read, each packed. */
      readonly rows: readonly PackedRows[];
    }
  | { readonly kind: 'learn'; readonly directory: string; readonly job: LearningJob };

export interface PackedRows {
  readonly edition: string;
  readonly bytes: Uint8Array;
}

export type Reply =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'say'; readonly line: string }
  | {
      readonly kind: 'made';
      readonly made: Made;
      /** The rows of the edition, if other sources need it. */
      readonly rows: PackedRows | null;
    }
  | { readonly kind: 'learnt'; readonly bytes: Uint8Array }
  | { readonly kind: 'fault'; readonly fault: Fault };

type Fault =
  | { readonly problem: Problem; readonly isCut: boolean }
  | { readonly problems: readonly Problem[] }
  | { readonly message: string; readonly stack: string; readonly members: object };

export function faultOf(error: unknown): Fault {
  if (error instanceof UnreadableFileError) return { problem: error.problem, isCut: error.isCut };
  if (error instanceof LayoutError) return { problems: error.problems };
  // The members of an error of the file system say what it refused: code, syscall and path.
  if (error instanceof Error)
    return { message: error.message, stack: error.stack ?? '', members: { ...error } };
  return { message: messageOf(error), stack: '', members: {} };
}

export function errorOf(fault: Fault): Error {
  if ('problem' in fault) return new UnreadableFileError(fault.problem, fault);
  if ('problems' in fault) return new LayoutError(fault.problems);
  const { message, stack, members } = fault;
  return Object.assign(new Error(message), members, { stack });
}

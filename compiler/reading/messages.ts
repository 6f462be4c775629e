// What the compiler and the process that reads a release say to each other. The compiler sends a job, which is a line of JSON and the bytes
// of the files behind it. The process answers in lines of JSON.
import type { SourceKey } from '#schemas/codes.ts';
import type { LookedFor } from '#sources/kit/looked-for.ts';
import { LayoutError, type Problem, UnreadableFileError, messageOf } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';

export interface Job {
  readonly source: SourceKey;
  readonly release: Release;
  /** The files whose bytes follow, in this order. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  /** Whether somebody wants to hear of the members of JSON too. */
  readonly isThorough: boolean;
}

/** Any number of `rows`, then `end`. */
export type Answer =
  | { readonly rows: readonly unknown[] }
  | { readonly end: { readonly heard: readonly LookedFor[]; readonly fault: Fault | null } };

type Fault =
  | { readonly kind: 'unreadable'; readonly problem: Problem; readonly isCut: boolean }
  | { readonly kind: 'layout'; readonly problems: readonly Problem[] }
  | { readonly kind: 'ours'; readonly message: string; readonly stack: string };

export function faultOfError(error: unknown): Fault {
  if (error instanceof UnreadableFileError) {
    const { problem, isCut } = error;
    return { kind: 'unreadable', problem, isCut };
  }
  if (error instanceof LayoutError) return { kind: 'layout', problems: error.problems };
  return { kind: 'ours', message: messageOf(error), stack: (error instanceof Error ? error.stack : undefined) ?? '' };
}

export function errorOfFault(fault: Fault): Error {
  if (fault.kind === 'unreadable') return new UnreadableFileError(fault.problem, fault);
  if (fault.kind === 'layout') return new LayoutError(fault.problems);
  return Object.assign(new Error(fault.message), { stack: fault.stack });
}

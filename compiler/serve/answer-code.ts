// The digest of the code that selects, composes and writes the bodies of answers:
// server/answers/answer and all that it imports. It is a part of every entity tag, so that an
// answer whose code changed has another tag, though its edition is the same. The built package
// replaces this file by the digest.
import { digestOfCode, fileOf } from './worker-code.ts';

let known: string | null = null;

export function answerCode(): string {
  return (known ??= digestOfCode(fileOf('answers/answer')));
}

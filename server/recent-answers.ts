// Recent answers in this process's memory: the same question again needs no decision, no file and no digest.
import type { Published } from './published.ts';
import { type Representation, prepare } from './representation.ts';

/**
 * Answers by question, for one catalogue. Question and catalogue decide the answer, because editions never change. A new catalogue may
 * add or withdraw an edition, so it starts with no answers.
 */
export interface RecentAnswers {
  find(published: Published, question: string): Representation | null;
  keep(published: Published, question: string, answer: Representation): void;
}

/** A process on Cloudflare's network has 128 MB for everything. This holds some thousand answers, more than a minute's requests. */
const mostBytes = 16_000_000;
/** Bytes for the headers of an entry, on top of its question and body. */
const overhead = 2000;

/** Beyond `most` bytes, the oldest answers go first. */
export function createRecentAnswers(most = mostBytes): RecentAnswers {
  const answers = new Map<string, Representation>();
  let of: Published | null = null;
  let bytes = 0;
  const sizeOf = (question: string, { body }: Representation): number => overhead + question.length + body.length;
  return {
    find(published, question) {
      const found = published === of ? answers.get(question) : undefined;
      if (found === undefined) return null;
      found.prepared ??= prepare(found);
      return found;
    },
    keep(published, question, answer) {
      if (published !== of) {
        answers.clear();
        bytes = 0;
        of = published;
      }
      const size = sizeOf(question, answer);
      // One long answer must not drive out all the others. Two requests can meet before either has kept its answer.
      if (size > most / 16 || answers.has(question)) return;
      for (const [oldest, kept] of answers) {
        if (bytes + size <= most) break;
        answers.delete(oldest);
        bytes -= sizeOf(oldest, kept);
      }
      answers.set(question, answer);
      bytes += size;
    },
  };
}

// Recent answers in this process's memory: the same question again needs no decision, no file and no digest.
import { type Cache, createCache } from './cache.ts';
import type { Published } from './published.ts';
import type { Representation } from './representation.ts';

/**
 * Answers by question, for one catalogue. Question and catalogue decide the answer, because editions never change. A new catalogue may
 * add or withdraw an edition, so it starts with no answers.
 */
export type RecentAnswers = (published: Published) => Cache<Representation>;

/** A process on Cloudflare's network has 128 MB for everything. This holds some thousand answers, more than a minute's requests. */
const mostBytes = 16_000_000;
/** Bytes for the headers of an entry, on top of its question and body. */
const overhead = 2000;

/** At most so many bytes. */
export function createRecentAnswers(most = mostBytes): RecentAnswers {
  let of: Published | null = null;
  let answers: Cache<Representation>;
  return (published) => {
    if (published !== of) {
      of = published;
      answers = createCache({ most, size: ({ body }, question) => overhead + question.length + body.length });
    }
    return answers;
  };
}

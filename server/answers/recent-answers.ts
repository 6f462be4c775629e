// Recent answers in this process's memory: the same question again needs no decision, no file and
// no digest. Questions that come back soon are told from those that are asked once.
import { type Cache, createCache } from '../data/cache.ts';
import type { Published } from '../data/published.ts';
import { fnv1a } from '../http/digest.ts';
import type { Representation } from '../http/representation.ts';

/**
 * Places for fingerprints: fewer than the answers that are kept, because a question that comes back
 * later would find its answer gone.
 */
const places = 2048;

/**
 * Whether the question was asked before, with not many others since. It remembers 32 bits of each.
 */
export function createAskedBefore(): (question: string) => boolean {
  const asked = new Int32Array(places);
  return (question) => {
    const fingerprint = fnv1a(question);
    // `places` is a power of two.
    const place = fingerprint & (places - 1);
    const before = asked[place] === fingerprint;
    asked[place] = fingerprint;
    return before;
  };
}

/**
 * Answers by question, for one catalogue. Question and catalogue decide the answer, because
 * editions never change. A new catalogue may add or withdraw an edition, so it starts with no
 * answers.
 */
export type RecentAnswers = (published: Published) => Cache<Representation>;

/**
 * A process on Cloudflare's network has 128 MB for everything. This holds some thousand answers,
 * more than a minute's requests.
 */
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
      answers = createCache({
        most,
        size: ({ body }, question) => overhead + question.length + body.length,
      });
    }
    return answers;
  };
}

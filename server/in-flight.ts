// How many requests are being answered at this moment, and the 429 for one too many.
import { Refusal } from './problem.ts';

/**
 * So many wait 50 ms for one another at the slowest rate measured, 2,500 answers a second, and together hold some tens of megabytes.
 * More would wait longer and make everybody slow; asked to come back, they find their turn free.
 */
export const mostInFlight = 128;

/** Longer than any answer takes. Where a client hangs up the platform may drop its request without a word, and its place would stay taken. */
const longestAnswerMilliseconds = 30_000;

const retryAfterSeconds = 1;

export interface InFlight {
  /** Takes a place and gives what hands it back. Throws a Refusal where all are taken. */
  enter(): () => void;
}

export function createInFlight(most = mostInFlight, clock: () => number = Date.now): InFlight {
  // In the order of arrival, so that the oldest stands first.
  const places = new Set<{ readonly since: number }>();
  return {
    enter() {
      const now = clock();
      if (places.size >= most) {
        for (const place of places) {
          if (now - place.since < longestAnswerMilliseconds) break;
          places.delete(place);
        }
      }
      if (places.size >= most) {
        throw new Refusal(
          'too-many-in-flight',
          `${most} requests are being answered at this moment. Ask again in ${retryAfterSeconds} s.`,
          {
            headers: { 'Retry-After': String(retryAfterSeconds) },
            retryAfterSeconds,
          },
        );
      }
      const place = { since: now };
      places.add(place);
      return () => void places.delete(place);
    },
  };
}

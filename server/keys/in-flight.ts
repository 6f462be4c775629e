// Limits how many requests are answered at the same time; one more gets 429.
import { Refusal } from '../http/problem.ts';

/**
 * At 2,500 answers a second, the slowest rate measured, this many requests wait 50 ms for each
 * other and hold some tens of megabytes. More requests would slow down everybody. The 429 asks them
 * to come back a second later.
 */
export const mostInFlight = 128;

/**
 * Longer than any answer takes. If a client hangs up, the platform may drop its request silently,
 * and its place would stay taken.
 */
const longestAnswerMilliseconds = 30_000;

const retryAfterSeconds = 1;

export function createInFlight(most = mostInFlight, clock: () => number = Date.now) {
  // In the order of arrival, oldest first.
  const places = new Set<{ since: number }>();
  return {
    /**
     * Takes a place, and returns the function that frees it. Throws a Refusal if all places are
     * taken.
     */
    enter(): () => void {
      const now = clock();
      if (places.size >= most) {
        for (const place of places) {
          // The clock was set back.
          if (place.since > now) place.since = now;
          if (now - place.since < longestAnswerMilliseconds) break;
          places.delete(place);
        }
      }
      if (places.size >= most) {
        const detail =
          `The service is answering ${most} requests at this moment, its limit. Ask again ` +
          `in ${retryAfterSeconds} s.`;
        throw new Refusal('too-many-in-flight', detail, {
          headers: { 'Retry-After': String(retryAfterSeconds) },
          retryAfterSeconds,
        });
      }
      const place = { since: now };
      places.add(place);
      return () => void places.delete(place);
    },
  };
}

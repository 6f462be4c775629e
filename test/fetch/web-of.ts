// Pages in memory in place of the web, for tests of what a source finds on them.
import { PageError } from '#sources/kit/problem.ts';
import type { Web } from '#sources/kit/source.ts';

/**
 * Pages by address, without what they have in common. Texts are pages of HTML, everything else is JSON. What is not there is a PageError, as
 * over the network.
 */
export function webOf(pages: Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>, common = ''): Web {
  const known = pages instanceof Map ? pages : new Map(Object.entries(pages));
  const page = (url: string): unknown => {
    const found: unknown = url.startsWith(common) ? known.get(url.slice(common.length)) : undefined;
    if (found === undefined) throw new PageError(`${url}: there is no such page (404)`);
    return found;
  };
  return {
    text: async (url) => String(page(url)),
    async json(url) {
      const found = page(url);
      if (typeof found === 'string') throw new PageError(`${url}: found an HTML page, expected JSON`);
      return found;
    },
  };
}

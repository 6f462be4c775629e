// Reads publishers' pages for discover().
import { PageError } from '#sources/kit/problem.ts';
import type { Web } from '#sources/kit/source.ts';
import { readAtMost } from '../edition/files.ts';
import { type Answer, type Credentials, FetchError, type Http } from './http.ts';

// The largest known page is far below a megabyte.
const largestPage = 20_000_000;

/** Thrown if a page should be JSON and is something else. */
export class NotJsonError extends PageError {}

/** Reads pages of these origins through `http`. A missing page is a PageError, so that discover() can look elsewhere. */
export function webOver(http: Http, origins: readonly string[], credentials: Credentials | null = null): Web {
  const text = (url: string) => http.get(url, { kind: 'page', origins, credentials, read: (answer) => readPage(url, answer) });
  return {
    text,
    async json(url) {
      const body = await text(url);
      try {
        return JSON.parse(body);
      } catch {
        throw new NotJsonError(`${url}: found ${/^\s*</.test(body) ? 'an HTML page' : 'something else'}, expected JSON`);
      }
    },
  };
}

async function readPage(url: string, { status, statusText, body }: Answer): Promise<string> {
  if (status === 404 || status === 410) throw new PageError(`${url}: there is no such page (${status})`);
  if (status !== 200) throw new FetchError(`${url}: answered ${status} ${statusText}, expected 200`);
  const text = await readAtMost(body, largestPage, () => new FetchError(`${url}: the page is larger than ${largestPage / 1e6} MB`));
  return text.toString();
}

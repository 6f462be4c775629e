// The script of the pages of a server. `npm run page-script` bundles it into page-script.json,
// which the server sends as /search.js. It asks for the page of the search and shows its list:
// whoever types sees what the server answers.
import { type Element, startSearch } from './typing.ts';

declare function fetch(
  path: string,
  init: { readonly signal: AbortSignal },
): Promise<{ readonly ok: boolean; readonly status: number; text(): Promise<string> }>;
declare class DOMParser {
  parseFromString(text: string, type: 'text/html'): { getElementById(id: string): Element | null };
}

startSearch(async (question, signal) => {
  const path = `/search?q=${encodeURIComponent(question)}`;
  const answer = await fetch(path, { signal });
  const list = answer.ok
    ? new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('results')
    : null;
  if (list === null) throw new Error(`${path} answers ${answer.status} without a list`);
  return list.innerHTML;
});

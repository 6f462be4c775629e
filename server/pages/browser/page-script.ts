// The script of the pages of a server. `npm run page-script` bundles it into page-script.json,
// which the server sends as /search.js. It asks for the page of the search and shows its list:
// whoever types sees what the server answers.
import { type Element, startSearch } from './typing.ts';

declare function fetch(
  path: string,
  init: { readonly signal: AbortSignal },
): Promise<{ readonly ok: boolean; text(): Promise<string> }>;
declare class DOMParser {
  parseFromString(text: string, type: 'text/html'): { getElementById(id: string): Element | null };
}

startSearch(async (question, signal) => {
  const answer = await fetch(`/search?q=${encodeURIComponent(question)}`, { signal });
  const list = answer.ok
    ? new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('results')
    : null;
  // Without a list the field stays as it is: the caller tries again at the next letter.
  if (list === null) throw new Error('no list');
  return list.innerHTML;
});

// The script of the pages of a server. `npm run page-script` bundles it into page-script.json, which the server sends as /search.js.
import { startFilter, startSearch } from './typing.ts';

declare function fetch(path: string): Promise<{ readonly ok: boolean; readonly status: number; json(): Promise<never> }>;

startFilter();
startSearch(
  async () => {
    const answer = await fetch('/titles.json');
    if (!answer.ok) throw new Error(`/titles.json answers ${answer.status}`);
    return answer.json();
  },
  { to: (path) => path },
);

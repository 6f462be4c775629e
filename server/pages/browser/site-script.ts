// The script of a site without a server: the search answers while a person types, the list of occupations is filtered, and two occupations
// are compared. A classic script, because modules and fetch do not work from a disk. The data stand in scripts before it.
import type { TitleIndex } from '#schemas/title-index.ts';
import { loadTitleModel } from '../../search/model/title-model.ts';
import { loadTitleIndex, search } from '../../search/search.ts';
import { type Compared, comparison, matchList } from '../comparison.ts';
import { linksBetweenFiles } from '../site.ts';
import { type Element, asked, startFilter, startSearch } from './typing.ts';

declare const document: { getElementById(id: string): Element | null };
declare const lmiTitles: { readonly index: TitleIndex; readonly model: string | null } | undefined;
declare function atob(text: string): string;
declare const lmiCompared: Readonly<Record<string, Compared>> | undefined;

// As many as the page of a server shows.
const mostMatches = 20;
const site = { to: linksBetweenFiles('/search') };

function startComparison(occupations: Readonly<Record<string, Compared>>): void {
  const place = document.getElementById('results');
  if (place === null) return;
  const chosen = ['a', 'b'].map((name) => {
    const soc = asked.get(name) ?? '';
    const field = document.getElementById(name);
    const of = Object.hasOwn(occupations, soc) ? occupations[soc] : undefined;
    if (field !== null && of !== undefined) field.value = soc;
    return of;
  });
  const [a, b] = chosen;
  if (a !== undefined && b !== undefined) place.innerHTML = comparison(a, b, site).text;
}

if (typeof lmiTitles !== 'undefined') {
  const index = loadTitleIndex(lmiTitles.index);
  const model = lmiTitles.model === null ? null : loadTitleModel(Uint8Array.from(atob(lmiTitles.model), (byte) => byte.charCodeAt(0)));
  startSearch(async (question) => matchList(question, search(index, question, mostMatches, model), site).text);
}
if (typeof lmiCompared !== 'undefined') startComparison(lmiCompared);
startFilter();

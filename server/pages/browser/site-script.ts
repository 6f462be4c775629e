// The script of a site without a server, for two of its pages: the search answers while a person types, and two occupations are compared. A
// classic script, because modules and fetch do not work from a disk. The data stand in scripts before it.
import type { TitleIndex } from '#schemas/title-index.ts';
import { loadTitleIndex, search } from '../../search/search.ts';
import { type Compared, comparison } from '../comparison.ts';
import { matchList } from '../match-list.ts';
import { linksBetweenFiles } from '../site.ts';

/** The little of a browser that is used here. */
interface Element {
  value: string;
  innerHTML: string;
  addEventListener(type: 'input', listener: () => void): void;
}
declare const document: { getElementById(id: string): Element | null };
declare const location: { readonly search: string };
declare const lmiTitles: TitleIndex | undefined;
declare const lmiCompared: Readonly<Record<string, Compared>> | undefined;

const mostMatches = 20;
const asked = new URLSearchParams(location.search);
const site = { to: linksBetweenFiles('/search') };

function startSearch(titles: TitleIndex): void {
  const [field, results] = [document.getElementById('q'), document.getElementById('results')];
  if (field === null || results === null) return;
  const index = loadTitleIndex(titles);
  const before = results.innerHTML;
  const answer = (): void => {
    const question = field.value.trim();
    // The text that a person typed is escaped where the list is written.
    results.innerHTML = question === '' ? before : matchList(question, search(index, question, mostMatches), site).text;
  };
  field.value = asked.get('q') ?? field.value;
  field.addEventListener('input', answer);
  answer();
}

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

if (typeof lmiTitles !== 'undefined') startSearch(lmiTitles);
if (typeof lmiCompared !== 'undefined') startComparison(lmiCompared);

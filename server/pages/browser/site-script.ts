// The script of a site without a server: the search answers while a person types, and occupations
// are compared. A classic script, because modules and fetch do not work from a disk. The data stand
// in scripts before it.
import type { TitleIndex } from '#schemas/title-index.ts';
import { loadTitleModel } from '../../search/model/title-model.ts';
import { loadTitleIndex, search } from '../../search/search.ts';
import { type ComparedOccupation, comparison, matchList } from '../comparison.ts';
import { linksBetweenFiles, servedSite } from '../site.ts';
import { type Element, asked, startSearch } from './typing.ts';

declare const document: { getElementById(id: string): Element | null };
declare const lmiTitles: { readonly index: TitleIndex; readonly model: string | null } | undefined;
declare function atob(text: string): string;
declare const lmiCompared: Readonly<Record<string, ComparedOccupation>> | undefined;

/** As many as a server lists, so that every choice of a broad title can be reached. */
const mostListed = 50;

const site = { ...servedSite, live: false, to: linksBetweenFiles('/search') };

function startComparison(
  occupations: Readonly<Record<string, ComparedOccupation>>,
  find: (question: string) => string | undefined,
): void {
  const place = document.getElementById('results');
  if (place === null) return;
  const chosen = asked.getAll('occupation').flatMap((typed, at) => {
    const soc = Object.hasOwn(occupations, typed)
      ? typed
      : typed.trim() === ''
        ? undefined
        : find(typed);
    const occupation = soc === undefined ? undefined : occupations[soc];
    const field = document.getElementById(`o${at}`);
    if (field !== null) field.value = occupation?.title ?? typed;
    return occupation === undefined ? [] : [occupation];
  });
  if (chosen.length > 0) place.innerHTML = comparison(chosen, site).text;
}

if (typeof lmiTitles !== 'undefined') {
  const index = loadTitleIndex(lmiTitles.index);
  const model =
    lmiTitles.model === null
      ? null
      : loadTitleModel(Uint8Array.from(atob(lmiTitles.model), (byte) => byte.charCodeAt(0)));
  const matchesOf = (question: string) => search(index, question, mostListed, model);
  startSearch(async (question) => matchList(question, matchesOf(question), site).text);
  if (typeof lmiCompared !== 'undefined')
    startComparison(lmiCompared, (question) => matchesOf(question)[0]?.soc2020);
}

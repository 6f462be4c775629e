// What pages do while a person types, on a server and in a site of files alike: the search answers, and the list of occupations is filtered.
// Everything works by forms too, without script.
import type { TitleIndex } from '#schemas/title-index.ts';
import { type LoadedTitleIndex, loadTitleIndex, search } from '../../search/search.ts';
import { matchList } from '../match-list.ts';
import type { Site } from '../site.ts';

/** The little of a browser that is used here. */
export interface Element {
  value: string;
  innerHTML: string;
  textContent: string | null;
  hidden: boolean;
  className: string;
  readonly form: Element | null;
  addEventListener(type: string, listener: (event: { readonly key?: string }) => void): void;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
  after(element: Element): void;
  setAttribute(name: string, value: string): void;
}
declare const document: {
  getElementById(id: string): Element | null;
  createElement(name: string): Element;
};
declare const location: { readonly search: string };

const mostMatches = { page: 20, panel: 6 } as const;

/** What stands in the address of the page. */
export const asked = new URLSearchParams(location.search);

/**
 * Answers while a person types: on the page of the search in its list, on others in a panel below the field. `load` is called when somebody
 * first goes to a field, or when the address of the page has a question and the page no answer.
 */
export function startSearch(load: () => Promise<TitleIndex>, site: Pick<Site, 'to'>): void {
  const results = document.getElementById('results');
  const searched = document.getElementById('q');
  let index: Promise<LoadedTitleIndex> | null = null;
  const loaded = (): Promise<LoadedTitleIndex> => (index ??= load().then(loadTitleIndex));
  const answer = (field: Element, place: Element, most: number, otherwise: string) => async (): Promise<void> => {
    const question = field.value.trim();
    if (question === '') {
      place.innerHTML = otherwise;
      return;
    }
    try {
      const titles = await loaded();
      // A later letter has its own answer. What was typed is escaped where the list is written.
      if (field.value.trim() === question) place.innerHTML = matchList(question, search(titles, question, most), site).text;
    } catch {
      // The form still asks the server; the next letter tries again.
      index = null;
    }
  };
  const listen = (field: Element, show: () => Promise<void>): void => {
    field.addEventListener('focus', () => void loaded().catch(() => (index = null)));
    field.addEventListener('input', () => void show());
  };
  if (searched !== null && results !== null) {
    const isAnswered = searched.value !== '';
    const show = answer(searched, results, mostMatches.page, isAnswered ? '' : results.innerHTML);
    listen(searched, show);
    searched.value = asked.get('q') ?? searched.value;
    if (!isAnswered && searched.value !== '') void show();
  }
  const short = document.getElementById('site-search');
  if (short?.form) {
    const panel = document.createElement('div');
    panel.className = 'found';
    panel.setAttribute('aria-live', 'polite');
    short.form.after(panel);
    listen(short, answer(short, panel, mostMatches.panel, ''));
    for (const of of [short, panel])
      of.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') panel.innerHTML = '';
      });
  }
}

/** Leaves those occupations in sight whose title has all the words, or whose code begins with them. */
export function startFilter(): void {
  const [field, tree, told] = ['filter', 'tree', 'filtered'].map((id) => document.getElementById(id));
  if (!field || !tree || !told) return;
  const units = [...tree.querySelectorAll('li')].map((of) => ({ of, isGroup: of.querySelector('ul') !== null }));
  const occupations = units.filter(({ isGroup }) => !isGroup).map(({ of }) => ({ of, text: (of.textContent ?? '').toLowerCase() }));
  const groups = units.filter(({ isGroup }) => isGroup).toReversed();
  const filter = (): void => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { of, text } of occupations) {
      of.hidden = !words.every((word) => (/^\d+$/.test(word) ? text.includes(` ${word}`) : text.includes(word)));
      if (!of.hidden) shown += 1;
    }
    for (const { of } of groups) of.hidden = of.querySelector('li:not([hidden])') === null;
    told.textContent = words.length === 0 ? '' : `${shown} of ${occupations.length} occupations`;
  };
  if (field.form) field.form.hidden = false;
  field.addEventListener('input', filter);
  if (field.value !== '') filter();
}

// What pages do while a person types, on a server and in a site of files alike: the search answers.
// Everything works by forms too, without script.

/** The little of a browser that is used here. */
export interface Element {
  readonly id: string;
  readonly name: string;
  value: string;
  innerHTML: string;
  textContent: string | null;
  className: string;
  readonly form: Element | null;
  addEventListener(type: string, listener: (event: Happening) => void): void;
  after(element: Element): void;
  closest(selector: string): Element | null;
  focus(): void;
  setAttribute(name: string, value: string): void;
}
interface Happening {
  readonly key?: string;
  readonly target: Element;
  preventDefault(): void;
}
declare const document: {
  getElementById(id: string): Element | null;
  createElement(name: string): Element;
  querySelectorAll(selector: string): Iterable<Element>;
};
declare const location: { readonly search: string };

/** Answers a question by the HTML of its list. */
export type AskSearch = (question: string, signal: AbortSignal) => Promise<string>;

// A person who types without a rest for a minute asks 240 times at most, of the 600 pages that an
// address may open (server/keys/limits.ts).
const pauseMilliseconds = 250;

/** The query in the address of the page. */
export const asked = new URLSearchParams(location.search);

/**
 * Answers while a person types: on the page of the search in its list, on others in a panel below
 * the field. A later letter ends the question before it. Asks at once when the address of the page
 * has a question and the page no answer.
 */
export function startSearch(ask: AskSearch): void {
  const answering = (field: Element, place: Element, otherwise: string) => {
    let asking = new AbortController();
    return async (): Promise<void> => {
      asking.abort();
      const { signal } = (asking = new AbortController());
      const question = field.value.trim();
      if (question === '') {
        place.innerHTML = otherwise;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
      try {
        const answer = signal.aborted ? '' : await ask(question, signal);
        if (!signal.aborted) place.innerHTML = answer;
      } catch {
        // The form still asks the server; the next letter tries again.
      }
    };
  };
  const panelBelow = (field: Element): Element => {
    const panel = document.createElement('div');
    panel.className = 'found';
    panel.setAttribute('aria-live', 'polite');
    (field.id === 'site-search' ? (field.form ?? field) : field).after(panel);
    for (const element of [field, panel])
      element.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') panel.innerHTML = '';
      });
    // A choice fills the field: the page of the occupation would lose what was typed.
    if (field.name === 'occupation')
      panel.addEventListener('click', (event) => {
        const link = event.target.closest('a');
        if (link === null) return;
        event.preventDefault();
        field.value = link.textContent ?? '';
        panel.innerHTML = '';
        field.focus();
      });
    return panel;
  };
  const results = document.getElementById('results');
  for (const field of document.querySelectorAll('#q,#site-search,[name=occupation]')) {
    const isOfList = field.id === 'q' && results !== null;
    const place = isOfList ? results : panelBelow(field);
    const isAnswered = field.value !== '';
    const show = answering(field, place, isAnswered ? '' : place.innerHTML);
    field.addEventListener('input', () => void show());
    if (isOfList) field.value = asked.get('q') ?? field.value;
    if (isOfList && !isAnswered && field.value !== '') void show();
  }
}

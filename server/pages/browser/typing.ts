// What pages do while a person types, on a server and in a site of files alike: the search answers.
// Everything works by forms too, without script.

/** The little of a browser that is used here. */
export interface Element {
  value: string;
  innerHTML: string;
  textContent: string | null;
  className: string;
  readonly form: Element | null;
  addEventListener(type: string, listener: (event: { readonly key?: string }) => void): void;
  after(element: Element): void;
  setAttribute(name: string, value: string): void;
}
declare const document: {
  getElementById(id: string): Element | null;
  createElement(name: string): Element;
};
declare const location: { readonly search: string };

/** Answers a question by the HTML of its list. */
export type AskSearch = (question: string, signal: AbortSignal) => Promise<string>;

// A person who types without a rest for a minute asks 240 times at most, of the 600 pages that an
// address may open (server/keys/limits.ts).
const pauseMilliseconds = 250;

/** What stands in the address of the page. */
export const asked = new URLSearchParams(location.search);

/**
 * Answers while a person types: on the page of the search in its list, on others in a panel below
 * the field. A later letter ends the question before it. Asks at once when the address of the page
 * has a question and the page no answer.
 */
export function startSearch(ask: AskSearch): void {
  const results = document.getElementById('results');
  const searched = document.getElementById('q');
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
  if (searched !== null && results !== null) {
    const isAnswered = searched.value !== '';
    const show = answering(searched, results, isAnswered ? '' : results.innerHTML);
    searched.addEventListener('input', () => void show());
    searched.value = asked.get('q') ?? searched.value;
    if (!isAnswered && searched.value !== '') void show();
  }
  const short = document.getElementById('site-search');
  if (short?.form) {
    const panel = document.createElement('div');
    panel.className = 'found';
    panel.setAttribute('aria-live', 'polite');
    short.form.after(panel);
    const show = answering(short, panel, '');
    short.addEventListener('input', () => void show());
    for (const of of [short, panel])
      of.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') panel.innerHTML = '';
      });
  }
}

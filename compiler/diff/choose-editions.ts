// Which two editions a person means: each is named by its id, a beginning of it, or its release. Pure.
import { quoteList } from '#sources/kit/problem.ts';
import { type NamedEdition, editionsNamed, listed } from '../edition/named-edition.ts';

/** The two editions, or why they are not known, for a person to repair. */
export type ChosenEditions = { readonly older: NamedEdition; readonly newer: NamedEdition } | { readonly fault: string };

/**
 * A release names its served edition, or else its only one. Two releases are of one source, which `source` names where several sources have
 * both.
 */
export function chooseEditions(
  editions: readonly NamedEdition[],
  older: string,
  newer: string,
  source: string | null = null,
): ChosenEditions {
  const of = editions.filter((edition) => source === null || edition.source === source);
  const [before, after] = [editionsNamed(of, older), editionsNamed(of, newer)];
  for (const [name, found] of [
    [older, before],
    [newer, after],
  ] as const) {
    if (found.length === 0)
      return { fault: `${name}: no edition${source === null ? '' : ` of ${source}`} has this id or release; lmi status --all lists them` };
  }
  const shared = [...new Set(before.map((edition) => edition.source))].filter((key) => after.some((edition) => edition.source === key));
  if (shared.length === 0) {
    const [one, other] = [before, after].map((found) => [...new Set(found.map((edition) => edition.source))].join(', '));
    return { fault: `${older} is of ${one} and ${newer} of ${other}: only editions of one source can be compared` };
  }
  if (shared.length > 1) {
    const [first = ''] = shared;
    return {
      fault: `${older} and ${newer} are releases of ${quoteList(shared)}\n  choose one, as in --source ${first}, or name the editions:\n${listed([...before, ...after])}`,
    };
  }
  const chosen = [before, after].map((found) => found.filter((edition) => edition.source === shared[0]));
  const [oldest, newest] = chosen.map((found) => (found.length === 1 ? found[0] : found.find(({ state }) => state === 'served')));
  if (oldest !== undefined && newest !== undefined) return { older: oldest, newer: newest };
  const several = chosen.flatMap((found) => (found.length > 1 ? found : []));
  return { fault: `${oldest === undefined ? older : newer}: several editions of ${shared[0]} have this release\n${listed(several)}` };
}

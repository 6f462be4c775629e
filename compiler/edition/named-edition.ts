// Which editions a person means by names on the command line: an id, a beginning of it, or a release. Pure.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { quoteList } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

type NamedEdition = Pick<CatalogueEdition, 'id' | 'source' | 'release' | 'state'>;

/** Shorter beginnings of an id are more likely a slip than a name. */
const shortest = /^[0-9a-f-]{4,}$/;

/** The editions that a name fits; several if they are of one release, or if the beginning of an id is too short. */
export function editionsNamed<Edition extends NamedEdition>(editions: readonly Edition[], name: string): Edition[] {
  const ways: ((edition: Edition) => boolean)[] = [({ id }) => id === name, ({ release }) => release === name];
  if (shortest.test(name)) ways.push(({ id }) => id.startsWith(name));
  return ways.map((fits) => editions.filter(fits)).find((found) => found.length > 0) ?? [];
}

/**
 * The one edition of a name. If the name fits several, it is the only one of the wished states. Throws ReportedError if there is none, and
 * with a list if there are several.
 */
export function requireEditionNamed<Edition extends NamedEdition>(
  editions: readonly Edition[],
  name: string,
  directory: string,
  wished: readonly CatalogueEdition['state'][],
): Edition {
  const found = editionsNamed(editions, name);
  const [only, ...others] = found.length > 1 ? found.filter(({ state }) => wished.includes(state)) : found;
  if (found.length === 0)
    throw new ReportedError(`"${name}": ${directory} holds no edition with this id or release; lmi status --all lists them`);
  if (only === undefined || others.length > 0) throw new ReportedError(`${name}: several editions have this name\n${listed(found)}`);
  return only;
}

function listed(editions: readonly NamedEdition[]): string {
  return [...new Set(editions)].map(({ source, release, id, state }) => `  ${source} ${release} ${id} (${state})`).join('\n');
}

/**
 * Two editions to compare, or why they are not known, for a person to repair. A release names its served edition, or else its only one. Two
 * releases are of one source, which `source` names where several sources have both.
 */
export function chooseEditions(
  editions: readonly NamedEdition[],
  older: string,
  newer: string,
  source: string | null = null,
): { readonly older: NamedEdition; readonly newer: NamedEdition } | { readonly fault: string } {
  const names = [older, newer];
  const named = names.map((name) =>
    editionsNamed(
      editions.filter((edition) => source === null || edition.source === source),
      name,
    ),
  );
  const none = named.findIndex((found) => found.length === 0);
  if (none >= 0)
    return {
      fault: `${names[none]}: no edition${source === null ? '' : ` of ${source}`} has this id or release; lmi status --all lists them`,
    };
  const [of = [], others = []] = named.map((found) => [...new Set(found.map((edition) => edition.source))]);
  const [shared, ...more] = of.filter((key) => others.includes(key));
  if (shared === undefined)
    return { fault: `${older} is of ${of.join(', ')} and ${newer} of ${others.join(', ')}: only editions of one source can be compared` };
  if (more.length > 0)
    return {
      fault: `${older} and ${newer} are releases of ${quoteList([shared, ...more])}\n  choose one, as in --source ${shared}, or name the editions:\n${listed(named.flat())}`,
    };
  const chosen = named.map((all) => all.filter((edition) => edition.source === shared));
  const [one, other] = chosen.map((found) => (found.length === 1 ? found[0] : found.find(({ state }) => state === 'served')));
  if (one !== undefined && other !== undefined) return { older: one, newer: other };
  const several = chosen.flatMap((found) => (found.length > 1 ? found : []));
  return { fault: `${one === undefined ? older : newer}: several editions of ${shared} have this release\n${listed(several)}` };
}

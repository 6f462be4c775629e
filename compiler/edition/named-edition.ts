// Which edition a person means by a name on the command line: its id, a beginning of the id, or its release. Pure.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

export type NamedEdition = Pick<CatalogueEdition, 'id' | 'source' | 'release' | 'state'>;

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

/** The editions for a person who must choose, a line each. */
export function listed(editions: readonly NamedEdition[]): string {
  return [...new Set(editions)].map(({ source, release, id, state }) => `  ${source} ${release} ${id} (${state})`).join('\n');
}

// Which editions a person means by names on the command line: an id, a beginning of it, or a
// release. Pure.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

type NamedEdition = Pick<CatalogueEdition, 'id' | 'source' | 'release' | 'state'>;

/** Shorter beginnings of an id are more likely a slip than a name. */
const shortest = /^[0-9a-f-]{4,}$/;

/**
 * The editions that a name fits; several if they are of one release, or if the beginning of an id
 * is too short.
 */
export function editionsNamed<Edition extends NamedEdition>(
  editions: readonly Edition[],
  name: string,
): Edition[] {
  const ways: ((edition: Edition) => boolean)[] = [
    ({ id }) => id === name,
    ({ release }) => release === name,
  ];
  if (shortest.test(name)) ways.push(({ id }) => id.startsWith(name));
  return ways.map((fits) => editions.filter(fits)).find((matching) => matching.length > 0) ?? [];
}

/**
 * The one edition of a name. If the name fits several, it is the only one of the wished states.
 * Throws ReportedError if there is none, and with a list if there are several. `repair`: what a
 * person can do then.
 */
export function requireEditionNamed<Edition extends NamedEdition>(
  editions: readonly Edition[],
  name: string,
  directory: string,
  wished: readonly CatalogueEdition['state'][],
  repair = 'give the id of one',
): Edition {
  const matching = editionsNamed(editions, name);
  const [only, ...others] =
    matching.length > 1 ? matching.filter(({ state }) => wished.includes(state)) : matching;
  if (matching.length === 0)
    throw new ReportedError(
      `"${name}": ${directory} holds no edition with this id or release; lmi status ` +
        '--all lists them',
    );
  if (only === undefined || others.length > 0)
    throw new ReportedError(
      `${name}: several editions have this name; ${repair}\n${listed(matching)}`,
    );
  return only;
}

function listed(editions: readonly NamedEdition[]): string {
  return editions
    .map(({ source, release, id, state }) => `  ${source} ${release} ${id} (${state})`)
    .join('\n');
}

/**
 * Two editions of one source. A release names its served edition, or else its only one; `source`
 * says which source's.
 */
export function requireTwoNamed<Edition extends NamedEdition>(
  editions: readonly Edition[],
  [older, newer]: readonly [string, string],
  directory: string,
  source: string | null,
): readonly [Edition, Edition] {
  const editionsOfSource = editions.filter(
    (edition) => source === null || edition.source === source,
  );
  const choose = (name: string) => {
    const [first] = editionsNamed(editionsOfSource, name);
    const bySource = source === null ? `, or the source as in --source ${first?.source}` : '';
    return requireEditionNamed(
      editionsOfSource,
      name,
      directory,
      ['served'],
      `give the id of one${bySource}`,
    );
  };
  const before = choose(older);
  const after = choose(newer);
  if (before.source !== after.source)
    throw new ReportedError(
      `${older} is of ${before.source} and ${newer} of ${after.source}: only editions ` +
        'of one source can be compared',
    );
  return [before, after];
}

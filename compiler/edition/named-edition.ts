// Finds the editions that a person names on the command line: by an id, a beginning of it, or a
// release.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

type NamedEdition = Pick<CatalogueEdition, 'id' | 'source' | 'release' | 'state'>;

/** Shorter beginnings of an id are more likely a slip than a name. */
const beginningOfId = /^[0-9a-f-]{4,}$/;

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
  if (beginningOfId.test(name)) ways.push(({ id }) => id.startsWith(name));
  return ways.map((fits) => editions.filter(fits)).find((matching) => matching.length > 0) ?? [];
}

export interface NameOptions {
  /** The data directory, for messages. */
  readonly directory: string;
  /** If a name fits several editions, it means the only one in one of these states. */
  readonly states: readonly CatalogueEdition['state'][];
  /** What a person can do if the name still fits several. */
  readonly repair?: string;
}

/**
 * The one edition of a name. Throws ReportedError if there is none, and with a list if there are
 * several.
 */
export function requireEditionNamed<Edition extends NamedEdition>(
  editions: readonly Edition[],
  name: string,
  { directory, states, repair = 'give the id of one' }: NameOptions,
): Edition {
  const matching = editionsNamed(editions, name);
  if (matching.length === 0)
    throw new ReportedError(
      `"${name}": ${directory} holds no edition with this id or release; lmi status ` +
        '--all lists them',
    );
  const candidates =
    matching.length > 1 ? matching.filter(({ state }) => states.includes(state)) : matching;
  const [only, ...others] = candidates;
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
  names: { readonly older: string; readonly newer: string },
  directory: string,
  source: string | null,
): { readonly older: Edition; readonly newer: Edition } {
  const editionsOfSource = editions.filter(
    (edition) => source === null || edition.source === source,
  );
  const choose = (name: string) => {
    const [first] = editionsNamed(editionsOfSource, name);
    const bySource = source === null ? `, or the source as in --source ${first?.source}` : '';
    return requireEditionNamed(editionsOfSource, name, {
      directory,
      states: ['served'],
      repair: `give the id of one${bySource}`,
    });
  };
  const older = choose(names.older);
  const newer = choose(names.newer);
  if (older.source !== newer.source)
    throw new ReportedError(
      `${names.older} is of ${older.source} and ${names.newer} of ${newer.source}: only ` +
        'editions of one source can be compared',
    );
  return { older, newer };
}

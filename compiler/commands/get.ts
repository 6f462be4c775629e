// lmi get: gives one answer of the API offline, as the server would.
import { answerOffline, bodyOnly, storeOf } from '../serve/answer-offline.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { print, printData, tell } from '../report/print.ts';

export interface GetArguments {
  readonly data?: string;
  /** The held edition to answer from. */
  readonly held?: string;
  readonly headers?: boolean;
  /** Shows the cells behind the answer in its place. */
  readonly trace?: boolean;
  readonly json?: boolean;
  /** The answer is a list, and is asked for as CSV. */
  readonly csv?: boolean;
}

/** Prints the body on standard output. Exit code 1 if the answer is a problem, 2 if CSV is asked for and the answer is no list. */
export async function getCommand(
  path: string,
  { data, held, headers = false, csv = false, trace = false, json = false }: GetArguments,
): Promise<number> {
  if (!path.startsWith('/')) {
    tell(`${path}: expected a path that begins with /, for instance /v1/occupations/2134/pay\n`);
    return exitCodes.usage;
  }
  if (trace) return (await import('./trace.ts')).traceCommand(path, { ...(data === undefined ? {} : { data }), json });
  const directory = chooseDirectory(data);
  const catalogue = await catalogueIn(directory);
  const store = held === undefined ? storeOf(directory) : await storeOfHeld(directory, held);
  const response = await answerOffline(directory, headers ? undefined : bodyOnly, store)(path, csv ? 'text/csv' : undefined);
  if (csv && response.ok) {
    if (!/^text\/csv\b/.test(response.headers.get('Content-Type') ?? '')) {
      tell(`${path}: is no list of like things, so it has no CSV; leave out --csv, or take the tables of a bundle\n`);
      return exitCodes.usage;
    }
    // JSON says so in its provenance.
    if (catalogue.sample) tell('synthetic sample, not statistics\n');
  }
  if (headers) {
    print(`HTTP/1.1 ${response.status}\n`);
    for (const [name, value] of response.headers) print(`${name}: ${value}\n`);
    print('\n');
  }
  printData(await response.text());
  return response.ok ? exitCodes.fine : exitCodes.refused;
}

/** Imported only here, because every source comes with it. */
async function storeOfHeld(directory: string, held: string): Promise<ReturnType<typeof storeOf>> {
  const { sources } = await import('#sources/index.ts');
  const { storeWithHeld } = await import('../serve/held-store.ts');
  const { requireEditionNamed } = await import('../edition/named-edition.ts');
  const { requireCatalogue } = await import('../edition/catalogue.ts');
  const { id } = requireEditionNamed(requireCatalogue(directory).editions, held, directory, ['quarantined']);
  const store = storeWithHeld(directory, sources, id);
  tell(`${id} is held back: this answer is not published\n`);
  return store;
}

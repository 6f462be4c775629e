// lmi get and lmi search: answers of the API without a server. Each imports little, so that it
// starts fast.
import type { ServingCatalogue } from '#schemas/catalogue.ts';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { print, printData, tell } from '../report/print.ts';
import type { Given } from './arguments.ts';
import { answerOffline, bodyOnly, faultOfAnswer, storeOf } from '../serve/answer-offline.ts';

type Ask = ReturnType<typeof answerOffline>;

/** Prints the body on standard output. Exit code 1 if the answer is a problem. */
export async function getCommand(
  path: string,
  { data, held, trace = false, json = false }: Given<'held', 'trace'>,
): Promise<number> {
  if (!path.startsWith('/'))
    throw new ReportedError(
      `${path === '' ? '""' : path}: expected a path that begins with /, ` +
        'for instance /v1/occupations/2134/pay',
    );
  if (trace) return (await import('./trace.ts')).traceCommand(path, { data, json });
  const directory = chooseDirectory(data);
  const catalogue = await catalogueIn(directory);
  const store = held === undefined ? storeOf(directory) : await storeOfHeld(directory, held);
  const response = await answerOffline(directory, bodyOnly, store)(path);
  // JSON says so in its provenance.
  if (/^text\/csv\b/.test(response.headers.get('Content-Type') ?? '')) warnOfSample(catalogue);
  printData(await response.text());
  return response.ok ? exitCodes.fine : exitCodes.refused;
}

/** Imported only here, because every source comes with it. */
async function storeOfHeld(directory: string, held: string): Promise<ReturnType<typeof storeOf>> {
  const { sources } = await import('#sources/index.ts');
  const { storeWithHeld } = await import('../serve/held-store.ts');
  const { requireEditionNamed } = await import('../edition/named-edition.ts');
  const { requireCatalogue } = await import('../edition/catalogue.ts');
  const { editions } = requireCatalogue(directory);
  const { id } = requireEditionNamed(editions, held, { directory, states: ['quarantined'] });
  const store = storeWithHeld(directory, sources, id);
  tell(`${id} is held back: this answer is not published\n`);
  return store;
}

function warnOfSample({ sample }: Pick<ServingCatalogue, 'sample'>): void {
  if (sample) tell('synthetic sample, not statistics\n');
}

/** Exit code 2 if the API refuses the title or the limit, 1 if there is nothing to search. */
export async function searchCommand(
  title: string,
  { limit, data, json = false }: Given & { limit: number },
): Promise<number> {
  const directory = chooseDirectory(data);
  const catalogue = await catalogueIn(directory);
  const body = await searched(answerOffline(directory, bodyOnly), title, limit);
  if (json) {
    printData(body);
    return exitCodes.fine;
  }
  const matches: OccupationMatch[] = JSON.parse(body);
  warnOfSample(catalogue);
  const [first] = matches;
  if (first === undefined)
    tell(`nothing found for "${title}"; titles are English, and Welsh is not understood\n`);
  if (first !== undefined && first.setAside.length > 0)
    tell(`not taken for the job: ${first.setAside.join(', ')}\n`);
  if (first !== undefined && first.groups > 1)
    tell(`"${first.matchedTitle}" is a title in ${first.groups} unit groups\n`);
  for (const match of matches) {
    const { soc2020, title: group, matchedTitle, qualifier, confidence, matchType } = match;
    const titleWithQualifier = `${matchedTitle}${qualifier === null ? '' : ` (${qualifier})`}`;
    print(
      `${soc2020}  ${confidence.toFixed(3)} ${matchType.padEnd(9)}  ` +
        `${titleWithQualifier} — ${group}\n`,
    );
  }
  return exitCodes.fine;
}

class RefusedError extends ReportedError {
  override readonly kind = 'refused';
}

/** The answer to a search. Throws ReportedError if it is refused. */
async function searched(ask: Ask, title: string, limit: number): Promise<string> {
  const response = await ask(
    `/v1/occupations/search?${new URLSearchParams({ q: title, limit: String(limit) })}`,
  );
  const body = await response.text();
  if (response.ok) return body;
  throw response.status === 400
    ? new ReportedError(faultOfAnswer(body))
    : new RefusedError(faultOfAnswer(body));
}

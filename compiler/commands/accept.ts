// lmi accept: publishes held editions with a known issue, or says with --not that nobody wants one.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { sources } from '#sources/index.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { dataOption, defaultDirectories } from '../edition/data-directory.ts';
import { accept, acceptAll, firstEditions } from '../operations/accept.ts';
import { type Decided, type DecidedAll, nameOf } from '../operations/decide.ts';
import { dismiss } from '../operations/dismiss.ts';
import { requireEditionNamed } from '../edition/named-edition.ts';
import { describeOutcomes, describeProblems, exitCodeOf, terminal } from '../report/report.ts';
import { print, tell } from '../report/print.ts';

export interface AcceptArguments {
  readonly reason: string;
  /** Accepts every edition that waits only because its layout is new, and whose review has been printed. */
  readonly first?: boolean;
  readonly displace?: string;
  /** Dismisses the editions: nobody wants them. */
  readonly not?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

export async function acceptCommand(
  named: readonly string[],
  { reason, first = false, displace: displaced, not = false, data: out = defaultDirectories.live, json = false }: AcceptArguments,
): Promise<number> {
  const { editions } = named.length === 0 ? { editions: [] } : requireCatalogue(out);
  const idOf = (name: string) => requireEditionNamed(editions, name, out, ['quarantined']).id;
  const ids = first ? firstIds(out, named) : [...new Set(named.map(idOf))];
  const displace = displaced === undefined ? undefined : requireEditionNamed(editions, displaced, out, ['served', 'superseded']).id;
  const fault = ids === null ? null : faultOfArguments(ids, { displace, first, not });
  if (ids === null || fault !== null) {
    if (fault !== null) tell(`${fault}\n`);
    return exitCodes.usage;
  }
  const screen = terminal();
  const options = { directory: out, sources, reason, progress: screen.progress, say: screen.say };
  const [id] = ids;
  if (id !== undefined && not) {
    const decided = await dismiss({ ...options, id });
    screen.done();
    const what = decided.isRemoved
      ? 'removed, because its record is damaged'
      : 'dismissed; it stays in quarantine and is no longer told as waiting';
    return printDecided(decided, `${nameOf(decided.edition)}: ${what}`, json);
  }
  if (id !== undefined && ids.length === 1) {
    const decided = await accept({ ...options, id, displace: displace ?? null });
    screen.done();
    return printDecided(decided, lineOf(out, decided.edition, decided.served), json);
  }
  const decided = await acceptAll({ ...options, ids });
  screen.done();
  return printDecided(decided, decided.editions.map((edition) => lineOf(out, edition, decided.served)).join('\n'), json);
}

function faultOfArguments(
  ids: readonly string[],
  { displace, first, not }: { readonly displace: string | undefined; readonly first: boolean; readonly not: boolean },
): string | null {
  if (ids.length === 0) return 'expected editions, or --first; lmi review lists what is held back';
  if (not && (first || displace !== undefined || ids.length > 1)) return '--not is for one edition, without --first and --displace';
  return ids.length > 1 && displace !== undefined ? '--displace is for one edition' : null;
}

/** The editions of --first; null, with what to do, if there are none. */
function firstIds(directory: string, named: readonly string[]): string[] | null {
  if (named.length > 0) {
    tell('expected either editions or --first\n');
    return null;
  }
  const { reviewed, unreviewed } = firstEditions(directory);
  for (const edition of unreviewed)
    tell(`${nameOf(edition)}: not accepted, because nobody has looked at it\n  lmi review ${edition.id}${dataOption(directory)}\n`);
  if (reviewed.length > 0) return reviewed.map(({ id }) => id);
  tell(`${directory}: no edition that waits only because its layout is new has been reviewed\n`);
  return null;
}

/** `served` are editions of all decided sources; the line is about those of the edition's own source. */
function lineOf(directory: string, edition: CatalogueEdition, served: readonly string[]): string {
  return `${nameOf(edition)}: published with a known issue; ${placeOf(directory, edition, served)}`;
}

function placeOf(directory: string, { id, source, release }: CatalogueEdition, served: readonly string[]): string {
  if (served.includes(id)) return 'and served';
  const own = requireCatalogue(directory).editions.filter((edition) => edition.source === source && served.includes(edition.id));
  const again = own.find((edition) => edition.release === release);
  if (again !== undefined) return `${again.id} is served, the same release compiled again`;
  return own.length === 0 ? 'nothing is served' : `${own.map((edition) => edition.id).join(', ')} stays served`;
}

/** Prints a decision and the editions that were compiled again because of it. */
export function printDecided(decided: Decided | DecidedAll, line: string, json: boolean): number {
  const { outcomes } = decided;
  if (json) {
    print(`${JSON.stringify(decided)}\n`);
  } else {
    print(`${line}\n`);
    for (const problem of describeProblems(outcomes, [])) tell(`${problem}\n`);
    for (const outcome of describeOutcomes(outcomes)) print(`${outcome}\n`);
  }
  return exitCodeOf(outcomes, []);
}

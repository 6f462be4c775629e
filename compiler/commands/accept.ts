// lmi accept and lmi withdraw: a person's decisions about editions, and the editions that are
// compiled again because of them.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { sources } from '#sources/index.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { requireEditionNamed } from '../edition/named-edition.ts';
import { accept, dismiss, firstEditions, keepServed } from '../operations/accept.ts';
import { type Decided, nameOf } from '../operations/decide.ts';
import { type Withdrawal, restore, withdraw } from '../operations/withdraw.ts';
import { tell } from '../report/print.ts';
import { describeOutcomes, describeProblems, exitCodeOf, onScreen } from '../report/report.ts';
import { type Given, printRun } from './arguments.ts';

interface AcceptArguments extends Given<'overrides', 'first' | 'not'> {
  readonly reason: string;
}

export async function acceptCommand(
  editionNames: readonly string[],
  options: AcceptArguments,
): Promise<number> {
  const {
    reason,
    first = false,
    overrides = '',
    not: isRejected = false,
    data: directory = defaultDirectories.live,
    json = false,
  } = options;
  if (first && editionNames.length > 0)
    throw new ReportedError('expected either editions or --first');
  if (!first && editionNames.length === 0)
    throw new ReportedError('expected editions, or --first; lmi review lists what is held back');
  if (isRejected && (first || editionNames.length > 1))
    throw new ReportedError('--not is for one edition, without --first');
  const { editions } = requireCatalogue(directory);
  const states = isRejected ? (['quarantined'] as const) : (['quarantined', 'served'] as const);
  const named = editionNames.map((name) =>
    requireEditionNamed(editions, name, { directory, states }),
  );
  const [only] = named;
  const decision = { directory, reason, json };
  if (isRejected && only !== undefined) return reject(only.id, decision);
  if (named.length === 1 && only?.state === 'served') return keepAsServed(only, decision);
  const ids = first ? reviewedIds(directory) : [...new Set(named.map(({ id }) => id))];
  const checks = overrides
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return acceptHeld(ids, checks, decision);
}

interface Decision {
  readonly directory: string;
  readonly reason: string;
  readonly json: boolean;
}

async function reject(id: string, { directory, reason, json }: Decision): Promise<number> {
  const { edition, isRemoved, ...dismissed } = await onScreen((screen) =>
    dismiss({ ...screen, directory, sources, reason, id }),
  );
  const what = isRemoved
    ? 'removed, because its record is damaged'
    : 'dismissed; it stays in quarantine and is no longer reported as waiting';
  return printDecided({ edition, isRemoved, ...dismissed }, `${nameOf(edition)}: ${what}`, json);
}

async function keepAsServed(
  edition: CatalogueEdition,
  { directory, reason, json }: Decision,
): Promise<number> {
  const kept = await onScreen((screen) =>
    keepServed({ ...screen, directory, sources, reason, id: edition.id }),
  );
  return printDecided(
    kept,
    `${nameOf(edition)}: stays served; what its publisher says of it is no longer reported`,
    json,
  );
}

/** `overrides`: names of the checks that hold the editions back. */
async function acceptHeld(
  ids: readonly string[],
  overrides: readonly string[],
  { directory, reason, json }: Decision,
): Promise<number> {
  const accepted = await onScreen((screen) =>
    accept({ ...screen, directory, sources, reason, ids, overrides }),
  );
  const published = accepted.editions
    .map((edition) => `${nameOf(edition)}: published with a known issue\n`)
    .join('');
  const served = requireCatalogue(directory).editions.filter((edition) =>
    accepted.served.includes(edition.id),
  );
  const lines = `${published}served now: ${served.map(nameOf).join(', ') || 'nothing'}`;
  return printDecided(accepted, lines, json);
}

/** The editions of --first. Says which wait for a review; throws ReportedError if all do. */
function reviewedIds(directory: string): string[] {
  const { reviewed, unreviewed } = firstEditions(directory);
  for (const edition of unreviewed)
    tell(
      `${nameOf(edition)}: not accepted, because nobody has looked at it\n  ` +
        `lmi review ${edition.id}\n`,
    );
  if (reviewed.length > 0) return reviewed.map(({ id }) => id);
  throw new ReportedError(
    `${directory}: no edition that waits only because its layout is new has been reviewed`,
  );
}

/** Prints a decision and the editions that were compiled again because of it. */
function printDecided<Result extends Pick<Decided, 'outcomes'>>(
  decided: Result,
  line: string,
  json: boolean,
): number {
  const { outcomes } = decided;
  printRun(json, decided, describeProblems(outcomes, []), [line, ...describeOutcomes(outcomes)]);
  return exitCodeOf(outcomes, []);
}

export async function withdrawCommand(
  name: string,
  {
    reason,
    undo = false,
    replaceWith,
    dryRun = false,
    data: directory = defaultDirectories.live,
    json = false,
  }: Given<'reason' | 'replaceWith', 'undo' | 'dryRun'>,
): Promise<number> {
  const { editions } = requireCatalogue(directory);
  const { id } = requireEditionNamed(editions, name, {
    directory,
    states: undo ? ['withdrawn'] : ['served'],
  });
  const options = { directory, sources, id };
  const printWithdrawal = (withdrawal: Withdrawal, done: string, twinDone: string) => {
    const { edition, served, along } = withdrawal;
    const twins = along.map((twin) => `\n${nameOf(twin)}: ${twinDone}`).join('');
    const serves =
      `${edition.source} ${dryRun ? 'would then serve' : 'now serves'} ` +
      `${served.join(', ') || 'nothing'}`;
    return printDecided(
      withdrawal,
      `${nameOf(edition)}: ${done}; ${serves}${twins}${dryRun ? '\nnothing was changed' : ''}`,
      json,
    );
  };
  if (undo) {
    if (reason === undefined && replaceWith === undefined && !dryRun) {
      const restored = await onScreen((screen) => restore({ ...options, ...screen }));
      return printWithdrawal(
        restored,
        'restored',
        'restored too, because it was withdrawn with it',
      );
    }
    throw new ReportedError(
      '--undo takes no --reason, --replace-with or --dry-run: leave them out',
    );
  }
  if (reason === undefined)
    throw new ReportedError('expected --reason TEXT: why it is withdrawn; this is public');
  const successor =
    replaceWith === undefined
      ? null
      : requireEditionNamed(editions, replaceWith, { directory, states: ['served'] }).id;
  const withdrawal = await onScreen((screen) =>
    withdraw({ ...options, ...screen, reason, replaceWith: successor, dryRun }),
  );
  const twinDone = 'withdrawn too, because it was made from the same files';
  return printWithdrawal(withdrawal, dryRun ? 'would be withdrawn' : 'withdrawn', twinDone);
}

// lmi accept and lmi withdraw: a person's decisions about editions, and the editions that are
// compiled again because of them.
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

export async function acceptCommand(
  editionNames: readonly string[],
  {
    reason,
    first = false,
    overrides = '',
    not = false,
    data: directory = defaultDirectories.live,
    json = false,
  }: Given<'overrides', 'first' | 'not'> & { readonly reason: string },
): Promise<number> {
  if (first && editionNames.length > 0)
    throw new ReportedError('expected either editions or --first');
  if (!first && editionNames.length === 0)
    throw new ReportedError('expected editions, or --first; lmi review lists what is held back');
  if (not && (first || editionNames.length > 1))
    throw new ReportedError('--not is for one edition, without --first');
  const { editions } = requireCatalogue(directory);
  const held = editionNames.map((name) =>
    requireEditionNamed(
      editions,
      name,
      directory,
      not ? ['quarantined'] : ['quarantined', 'served'],
    ),
  );
  const ids = first ? firstIds(directory) : [...new Set(held.map(({ id }) => id))];
  const [id = ''] = ids;
  const options = { directory, sources, reason };
  if (not) {
    const { edition, isRemoved, ...dismissed } = await onScreen((screen) =>
      dismiss({ ...options, ...screen, id }),
    );
    const what = isRemoved
      ? 'removed, because its record is damaged'
      : 'dismissed; it stays in quarantine and is no longer reported as waiting';
    return printDecided({ edition, isRemoved, ...dismissed }, `${nameOf(edition)}: ${what}`, json);
  }
  const [served] = held.length === 1 ? held.filter(({ state }) => state === 'served') : [];
  if (served !== undefined) {
    const kept = await onScreen((screen) => keepServed({ ...options, ...screen, id }));
    return printDecided(
      kept,
      `${nameOf(served)}: stays served; what its publisher says of it is no longer reported`,
      json,
    );
  }
  const checks = overrides.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  const accepted = await onScreen((screen) =>
    accept({ ...options, ...screen, ids, overrides: checks }),
  );
  const published = accepted.editions
    .map((edition) => `${nameOf(edition)}: published with a known issue\n`)
    .join('');
  const now = requireCatalogue(directory).editions.filter((edition) =>
    accepted.served.includes(edition.id),
  );
  const lines = `${published}served now: ${now.map(nameOf).join(', ') || 'nothing'}`;
  return printDecided(accepted, lines, json);
}

/** The editions of --first. Says which wait for a review; throws ReportedError if all do. */
function firstIds(directory: string): string[] {
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
  const { id } = requireEditionNamed(editions, name, directory, undo ? ['withdrawn'] : ['served']);
  const options = { directory, sources, id };
  const printed = (decided: Withdrawal, done: string, twinDone: string) => {
    const { edition, served, along } = decided;
    const twins = along.map((twin) => `\n${nameOf(twin)}: ${twinDone}`).join('');
    const serves =
      `${edition.source} ${dryRun ? 'would then serve' : 'now serves'} ` +
      `${served.join(', ') || 'nothing'}`;
    return printDecided(
      decided,
      `${nameOf(edition)}: ${done}; ${serves}${twins}${dryRun ? '\nnothing was changed' : ''}`,
      json,
    );
  };
  if (undo) {
    if (reason === undefined && replaceWith === undefined && !dryRun) {
      const restored = await onScreen((screen) => restore({ ...options, ...screen }));
      return printed(restored, 'restored', 'restored too, because it was withdrawn with it');
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
      : requireEditionNamed(editions, replaceWith, directory, ['served']).id;
  const decided = await onScreen((screen) =>
    withdraw({ ...options, ...screen, reason, replaceWith: successor, dryRun }),
  );
  const twinDone = 'withdrawn too, because it was made from the same files';
  return printed(decided, dryRun ? 'would be withdrawn' : 'withdrawn', twinDone);
}

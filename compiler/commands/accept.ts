// lmi accept: publishes a held edition with a known issue, and compiles the editions that depend on it again.
import { sources } from '#sources/index.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { accept } from '../operations/accept.ts';
import { type Decided, nameOf } from '../operations/decide.ts';
import { describeOutcomes, describeProblems, exitCodeOf, terminal } from '../report/report.ts';
import { print, tell } from '../report/print.ts';

export interface AcceptArguments {
  readonly reason: string;
  readonly displace?: string;
  readonly out?: string;
  readonly json?: boolean;
}

export async function acceptCommand(
  id: string,
  { reason, displace, out = defaultDirectories.live, json = false }: AcceptArguments,
): Promise<number> {
  const screen = terminal();
  const decided = await accept({
    directory: out,
    sources,
    id,
    reason,
    displace: displace ?? null,
    progress: screen.progress,
    say: screen.say,
  });
  screen.done();
  const { edition, served } = decided;
  const place = served.includes(id) ? 'and served' : `${served.join(', ') || 'nothing'} is newer and stays served`;
  return printDecided(decided, `${nameOf(edition)}: published with a known issue; ${place}`, json);
}

/** Prints a decision and the editions that were compiled again because of it. */
export function printDecided(decided: Decided, line: string, json: boolean): number {
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

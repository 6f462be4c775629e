// lmi probe: asks every publisher, compares what comes with what the sources expect, and changes nothing.
import { sources as allSources } from '#sources/index.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { standInsOf } from '../fetch/stand-ins.ts';
import { describeProbe } from '../probe/describe.ts';
import { probe } from '../probe/probe.ts';
import { isFine } from '../probe/verdicts.ts';
import { terminal } from '../report/report.ts';
import { areSources } from './are-sources.ts';
import { print } from '../report/print.ts';

export interface ProbeArguments {
  readonly source?: readonly string[];
  readonly pagesOnly?: boolean;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

/** Returns the exit code: 4 if anything is not as expected. */
export async function probeCommand({ source: keys, pagesOnly = false, json = false, verbose = false }: ProbeArguments): Promise<number> {
  if (!areSources(keys)) return exitCodes.usage;
  const wanted = keys === undefined ? allSources : allSources.filter(({ key }) => keys.includes(key));
  const screen = terminal({ quiet: !verbose });
  const report = await probe({ wanted, pagesOnly, http: { standIns: standInsOf(process.env) }, progress: screen.progress });
  screen.done();
  const lines = json ? [JSON.stringify(report, null, 2)] : describeProbe(report, { verbose });
  for (const line of lines) print(`${line}\n`);
  return report.sources.every(({ verdict }) => isFine(verdict)) ? exitCodes.fine : exitCodes.unreadable;
}

// lmi verify: a data directory against its catalogue. Exit code 1 where anything is not as it was published.
import { chooseDirectory } from '../data-directory.ts';
import { verifyDirectory } from '../operations/verify.ts';
import { count, exitCodes } from '../report.ts';

export interface VerifyArguments {
  readonly data?: string;
  readonly json?: boolean;
}

/** The directory is named by itself or by --data; without either, the one that every other command reads. */
export function verifyCommand(named: string | undefined, { data, json = false }: VerifyArguments): number {
  if (named !== undefined && data !== undefined) {
    process.stderr.write(`${named} --data ${data}: expected one data directory\n`);
    return exitCodes.usage;
  }
  const directory = chooseDirectory(named ?? data);
  const verification = verifyDirectory(directory);
  const { faults, remarks, editions, files } = verification;
  if (json) {
    process.stdout.write(`${JSON.stringify({ directory, ...verification })}\n`);
  } else {
    for (const line of [...faults, ...remarks].slice(0, 20)) process.stderr.write(`${line}\n`);
    const verdict = faults.length === 0 ? 'as published' : count(faults.length, 'fault');
    process.stdout.write(`${directory}: ${count(editions, 'edition')}, ${count(files, 'file')}, ${verdict}\n`);
  }
  return faults.length === 0 ? exitCodes.fine : exitCodes.refused;
}

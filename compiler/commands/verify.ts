// lmi verify: compares a data directory with its catalogue, or a bundle with its manifest. Exit code 1 if anything differs.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundleName } from '#schemas/stored-files.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { isBundle } from '../bundle/is-bundle.ts';
import { readPublicKey } from '../bundle/signature.ts';
import { verifyBundle } from '../bundle/verify-bundle.ts';
import { catalogueFile, chooseDirectory } from '../edition/data-directory.ts';
import { verifyDirectory } from '../operations/verify.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { count } from '../report/report.ts';
import { print, tell } from '../report/print.ts';

export interface VerifyArguments {
  readonly data?: string;
  /** File of the public key that a bundle must be signed with. */
  readonly key?: string;
  readonly json?: boolean;
}

/** The directory is the argument or --data. Without either, it is the default of the other commands. */
export async function verifyCommand(named: string | undefined, { data, key, json = false }: VerifyArguments): Promise<number> {
  if (named !== undefined && data !== undefined) {
    tell(`${named} --data ${data}: expected one data directory\n`);
    return exitCodes.usage;
  }
  const directory = chooseDirectory(named ?? data);
  const isOne = isBundle(directory);
  const [packed] = isOne || existsSync(join(directory, catalogueFile)) ? [] : bundlesIn(directory);
  if (packed !== undefined) {
    tell(`${directory}: holds only bundles, expected a data directory or one bundle\n  lmi verify ${join(directory, packed)}\n`);
    return exitCodes.usage;
  }
  if (!isOne && key !== undefined) {
    tell(`${directory}: is not a bundle, and --key is only for bundles\n`);
    return exitCodes.usage;
  }
  const verification = isOne ? await verifyBundle(directory, key === undefined ? null : readPublicKey(key)) : verifyDirectory(directory);
  const { faults, remarks, editions, files } = verification;
  if (json) {
    print(`${JSON.stringify({ directory, ...verification })}\n`);
  } else {
    for (const line of [...faults, ...remarks].slice(0, 20)) tell(`${line}\n`);
    const verdict = faults.length === 0 ? 'as published' : count(faults.length, 'fault');
    print(`${directory}: ${count(editions, 'edition')}, ${count(files, 'file')}, ${verdict}\n`);
  }
  return faults.length === 0 ? exitCodes.fine : exitCodes.refused;
}

/** Names of the packed bundles in a folder; none if there is no such folder. */
function bundlesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => bundleName.test(name))
    .sort(byCodeUnit);
}

// lmi verify: compares a data directory with its catalogue, or a bundle with its manifest.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleName } from '#schemas/stored-files.ts';
import { isBundle } from '../bundle/bundle-store.ts';
import { readPublicKey } from '../bundle/signature.ts';
import { verifyBundle } from '../operations/verify-bundle.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { catalogueFile, chooseDirectory } from '../edition/data-directory.ts';
import { namesIn } from '../edition/files.ts';
import { formatFaults, verifyDirectory } from '../operations/verify.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { count, onScreen } from '../report/report.ts';
import { quotedForShell } from '../report/print.ts';
import { marker } from '../store/store.ts';
import { type Given, printRun } from './arguments.ts';

/**
 * The directory is the argument, else --data. Without either, it is the default of the other
 * commands. Exit code 1 if anything differs.
 */
export async function verifyCommand(
  givenDirectory: string | undefined,
  { data, key, json = false }: Given<'key'>,
): Promise<number> {
  const directory = chooseDirectory(givenDirectory ?? data);
  const isOne = isBundle(directory);
  const [packed] =
    isOne || existsSync(join(directory, catalogueFile))
      ? []
      : namesIn(directory).filter((name) => bundleName.test(name));
  if (packed !== undefined)
    throw new ReportedError(
      `${directory}: holds only bundles, expected a data directory or one bundle\n  ` +
        `lmi verify ${quotedForShell(join(directory, packed))}`,
    );
  if (!isOne && key !== undefined)
    throw new ReportedError(`${directory}: is not a bundle, and --key is only for bundles`);
  const verified = isOne
    ? await verifyBundle(directory, key === undefined ? null : readPublicKey(key))
    : await onScreen(async ({ progress }) => verifyDirectory(directory, progress), { json });
  const isStore = !isOne && existsSync(join(directory, marker.path));
  const verification = isStore ? ofStore(directory, verified) : verified;
  const { faults, remarks, editions, files } = verification;
  const verdict = faults.length === 0 ? 'as published' : count(faults.length, 'fault');
  const line = `${directory}: ${count(editions, 'edition')}, ${count(files, 'file')}, ${verdict}`;
  printRun(json, { directory, ...verification }, [...faults, ...remarks].slice(0, 20), [line]);
  return faults.length === 0 ? exitCodes.fine : exitCodes.refused;
}

/**
 * Nothing is compiled or pulled in a store: it gets its files from a data directory, and its
 * editions in a newer format from the next day.
 */
function ofStore<Found extends { readonly faults: readonly string[] }>(
  store: string,
  verified: Found,
): Found {
  const name = quotedForShell(store);
  const repairOfFile = `lmi publish ${name} --repair --data DIR puts it back, if DIR has it`;
  const repairOfFormat = `lmi daily --store ${name} --data DIR compiles it again`;
  const outdated = new Set(formatFaults(requireCatalogue(store)).map(({ message }) => message));
  const faults = verified.faults.map((fault) => {
    const [message = ''] = fault.split('\n');
    return `${message}\n  ${outdated.has(message) ? repairOfFormat : repairOfFile}`;
  });
  return { ...verified, faults };
}

// lmi bundle: packs a data directory into one file that people can download, verify and use offline.
import { join } from 'node:path';
import { sources } from '#sources/index.ts';
import { bundlesFolder } from '../bundle/latest.ts';
import { type Made, makeBundle } from '../bundle/make-bundle.ts';
import { fingerprint } from '../bundle/signature.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { count, size, terminal } from '../report/report.ts';
import { print } from '../report/print.ts';
import { contactSetting } from '../serve/contact-setting.ts';

export interface BundleArguments {
  readonly data?: string;
  readonly out?: string;
  readonly all?: boolean;
  readonly sample?: boolean;
  /** False by --no-tables. */
  readonly tables?: boolean;
  /** In the CSV tables no text is guarded against being read as a formula. */
  readonly raw?: boolean;
  /** With the pages as files. */
  readonly site?: boolean;
  /** Address of the server for the examples of calls in them. */
  readonly api?: string;
  readonly sign?: string;
  readonly json?: boolean;
}

export async function bundleCommand({
  data,
  out,
  all = false,
  sample = false,
  tables = true,
  raw = false,
  site = false,
  api,
  sign,
  json = false,
}: BundleArguments): Promise<number> {
  const directory = chooseDirectory(data);
  const folder = out ?? join(directory, bundlesFolder);
  const screen = terminal();
  const made = await makeBundle({
    directory,
    folder,
    sources,
    all,
    sample,
    tables,
    raw,
    site: site ? { api: api?.replace(/\/+$/, '') ?? null, contact: contactSetting(process.env) } : null,
    signWith: sign ?? null,
    progress: screen.progress,
    say: screen.say,
  });
  screen.done();
  print(json ? `${JSON.stringify({ folder, ...made })}\n` : `${describeMade(folder, made)}\n`);
  return exitCodes.fine;
}

export function describeMade(folder: string, { state, latest, unpacked }: Made): string {
  const { file, bytes, root, publicKey, editions } = latest;
  if (state === 'unchanged') return `${join(folder, file)}: already holds these editions`;
  const signed = publicKey === null ? 'not signed' : `signed with the key ${fingerprint(publicKey)}`;
  return `${join(folder, file)}: ${count(editions.length, 'edition')}, ${size(bytes)}, unpacked ${size(unpacked)}, ${signed}\nroot ${root}`;
}

// lmi unpack: unpacks a bundle into a folder and verifies every file.
import { openBundle } from '../bundle/open-bundle.ts';
import { unpackInto } from '../bundle/unpack.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { count, terminal } from '../report/report.ts';
import { print } from '../report/print.ts';

export interface UnpackArguments {
  readonly json?: boolean;
}

export async function unpackCommand(file: string, out: string, { json = false }: UnpackArguments): Promise<number> {
  const screen = terminal();
  const bundle = await openBundle(file);
  const unpacked = await unpackInto(bundle, out, screen);
  screen.done();
  print(
    json
      ? `${JSON.stringify({ bundle: file, directory: out, root: bundle.root, ...unpacked })}\n`
      : `${out}: ${count(unpacked.files, 'file')} of ${count(bundle.manifest.editions.length, 'edition')} from ${file}\n`,
  );
  return exitCodes.fine;
}

// lmi logo: keeps the logo that the licence of Skills England asks pages to show.
import { defaultDirectories } from '../edition/data-directory.ts';
import { keepLogo } from '../edition/logo.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { print } from '../report/print.ts';

export function logoCommand(file: string, { data: out = defaultDirectories.live }: { readonly data?: string }): number {
  print(
    `${file}: kept, SHA-256 ${keepLogo(out, file)}\nPages show it beside the figures of Skills England. lmi publish takes it to a store.\n`,
  );
  return exitCodes.fine;
}

// lmi site: writes the pages as files that open from a disk or any static host.
import { existsSync, readdirSync } from 'node:fs';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { count, size } from '../report/report.ts';
import { print, tell } from '../report/print.ts';
import { contactSetting } from '../serve/contact-setting.ts';
import { writeSite } from '../serve/write-site.ts';

export interface SiteArguments {
  readonly out: string;
  readonly data?: string;
  /** Address of the server for the examples of calls. */
  readonly api?: string;
}

/** Exit code 2 if the folder holds something else. */
export async function siteCommand({ out, data, api }: SiteArguments): Promise<number> {
  const directory = chooseDirectory(data);
  const { sample } = await catalogueIn(directory);
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(`${out}/titles.js`)) {
    tell(`${out}: holds other files, expected an empty folder or a site that lmi site has written\n  name another folder with --out\n`);
    return exitCodes.usage;
  }
  const { files, bytes, occupations } = await writeSite({
    data: directory,
    folder: out,
    api: api?.replace(/\/+$/, '') ?? null,
    contact: contactSetting(process.env),
  });
  if (sample) tell('the synthetic sample: every page says that its figures are invented\n');
  print(`${out}: ${count(occupations, 'occupation')}, ${count(files, 'file')}, ${size(bytes)}\nopen ${out}/index.html\n`);
  return exitCodes.fine;
}

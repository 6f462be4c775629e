// Lists the files of a folder and of its subfolders.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { byCodeUnit } from '#schemas/order.ts';

/** Every entry beneath a folder that is not itself a folder, ordered by path. Links are listed and never followed. */
export function filesBeneath(directory: string, prefix = ''): { path: string; isFile: boolean }[] {
  return readdirSync(join(directory, prefix), { withFileTypes: true })
    .sort((a, b) => byCodeUnit(a.name, b.name))
    .flatMap((entry) => {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      return entry.isDirectory() ? filesBeneath(directory, path) : [{ path, isFile: entry.isFile() }];
    });
}

// Opens every workbook under a folder and does nothing with it: what compiling can never be faster than.
import { readFileSync } from 'node:fs';
import glob from 'fast-glob';
import { readWorkbook } from '#compiler/read/workbook.ts';
import { readZip } from '#compiler/read/zip.ts';

const [folder = '.'] = process.argv.slice(2);
for (const path of glob.sync('{soc-structure,soc-index,ashe}/*/*', { cwd: folder, absolute: true, ignore: ['**/_*', '_*/**'] })) {
  const bytes = readFileSync(path);
  if (path.endsWith('.zip')) for (const member of await readZip(path, bytes)) await readWorkbook(member.name, member.name, await member.read());
  else await readWorkbook(path, path, bytes);
}

// Opens every workbook of the sources under a folder and does nothing with it. Compiling can never be faster.
import { readFileSync } from 'node:fs';
import glob from 'fast-glob';
import { readWorkbook } from '#sources/kit/read/workbook.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { sources } from '#sources/index.ts';

const [folder = '.'] = process.argv.slice(2);
const isWorkbook = (name: string) => /\.(xlsx|xls|ods)$/i.test(name);
const releases = sources.map(({ key }) => `${key}/*/*`);
for (const path of glob.sync(releases, { cwd: folder, absolute: true, ignore: ['**/_*', '_*/**'] })) {
  const bytes = readFileSync(path);
  if (isWorkbook(path)) await readWorkbook(path, path, bytes);
  else if (path.endsWith('.zip')) {
    for (const member of await readZip(path, bytes)) {
      const content = await member.read();
      if (isWorkbook(member.name)) await readWorkbook(member.name, member.name, content);
    }
  }
}

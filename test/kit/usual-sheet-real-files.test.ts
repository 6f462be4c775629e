// Every cell of published workbooks is the one that exceljs reads. Skipped without ../shared/publisher-files.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { type Sheet, readWorkbook, sheetsOfXlsx } from '#sources/kit/read/workbook.ts';
import { readZip } from '#sources/kit/read/zip.ts';

const folder = fileURLToPath(new URL('../../../shared/publisher-files', import.meta.url));

/** Texts and fills of all cells. A cell that is refused has its message in their place. */
function* cellsOf(sheets: readonly Sheet[]): Generator<string> {
  for (const sheet of sheets) {
    yield `${sheet.name} ${sheet.rowCount}`;
    for (let row = 1; row <= sheet.rowCount; row += 1) {
      let cells = '';
      for (let column = 1; column <= 40; column += 1) {
        try {
          cells += `|${sheet.text(row, column)}`;
        } catch (error) {
          cells += `|${String(error)}`;
        }
        cells += sheet.fill(row, column) ?? '';
      }
      yield cells;
    }
  }
}

async function expectSame(name: string, bytes: Uint8Array): Promise<void> {
  const { sheets } = await readWorkbook(name, name, bytes);
  expect([...cellsOf(sheets)]).toEqual([...cellsOf(await sheetsOfXlsx(name, bytes))]);
}

describe.skipIf(!existsSync(folder))('as exceljs reads them (skipped without ../shared/publisher-files)', () => {
  const paths = existsSync(folder)
    ? glob.sync(['soc-structure/2025*/*.xlsx', 'aps-workforce/*/*.xlsx', 'onet/3*/*.xlsx'], { cwd: folder, absolute: true })
    : [];
  test.each(paths.map((path) => [basename(path), path]))('%s', async (name, path) => expectSame(name, readFileSync(path)));

  test.each(['14.7a', '14.1b'])('a workbook of pay, Table %s', async (table) => {
    const [path = ''] = glob.sync('ashe/2024*/*.zip', { cwd: folder, absolute: true });
    const members = await readZip('ashe', readFileSync(path));
    const member = members.find(({ name }) => name.includes(`Table ${table} `));
    expect(member).toBeDefined();
    if (member !== undefined) await expectSame(member.name, await member.read());
  });
});

// Every cell of published legacy workbooks is the one that the library reads. Skipped without ../shared/publisher-files.
import { readFileSync } from 'node:fs';
import glob from 'fast-glob';
import { expect, test } from 'vitest';
import { usualXls } from '#sources/kit/read/usual-xls.ts';
import { sheetsOfOthers } from '#sources/kit/read/workbook.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';

describeRealFiles('workbooks of pay, as the library reads them', () => {
  test.each([
    ['2022', '14.7a'],
    ['2022', '14.12'],
    ['2023', '14.1b'],
  ])('%s, Table %s', async (year, table) => {
    const [path = ''] = glob.sync(`ashe/${year}*/*.zip`, { cwd: publisherFiles, absolute: true });
    const members = await readZip('ashe', readFileSync(path));
    const bytes = await members.find(({ name }) => name.includes(`Table ${table} `))?.read();
    if (bytes === undefined) throw new Error(`${path} has no Table ${table}`);
    const sheets = usualXls(bytes);
    expect(sheets).not.toBeNull();
    expect(sheets).toEqual(await sheetsOfOthers(bytes));
  });
});

// lmi search --batch as a person who codes a survey meets it: every row comes back, in order, with
// its columns and its answer.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { sampleDirectory } from '../compiled-data.ts';
import { type Ran, lmi } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const sample = sampleDirectory();
const folder = temporaryDirectory();
const listPath = join(folder, 'list.csv');
const plainPath = join(folder, 'list.txt');
const column = ['--column', 'job'];

/** What becomes of a list of these bytes: a CSV if the arguments name a column. */
function batch(bytes: string | Uint8Array, ...args: readonly string[]): Promise<Ran> {
  const path = args.includes('--column') ? listPath : plainPath;
  writeFileSync(path, bytes);
  return lmi('search', '--batch', path, '--data', sample, ...args);
}

type Result = Readonly<Record<string, unknown>> & {
  readonly query: string;
  readonly groups: readonly string[];
};

function resultsIn(stdout: string): Result[] {
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Result]));
}

const tableIn = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, bom: true });

test('a title a line, empty ones too, from standard input to CSV', () => {
  const cli = fileURLToPath(new URL('../../compiler/cli.ts', import.meta.url));
  const { status, stdout } = spawnSync(
    process.execPath,
    [cli, 'search', '--batch', '-', '--data', sample],
    { encoding: 'utf8', input: 'care taker\n\n"a", b\n' },
  );
  expect(status).toBe(0);
  const [head = '', first = '', second = '', third = ''] = stdout.split('\n');
  expect(head).toMatch(
    /^query,soc2020,title,matchedTitle,qualifier,confidence,matchType,soc2020_2,.*,matchType_5,ambiguous,groups,groupCodes,setAside$/,
  );
  expect(first).toMatch(/^care taker,6232,Caretakers,Care taker,,1,exact,/);
  expect(second).toBe(','.repeat(34));
  expect(third).toMatch(/^"""a"", b",/);
});

test('a thousand rows of a survey come back row for row, each cell as it was', async () => {
  const titles = [
    'nurse, staff',
    'sofware engineer',
    'Chef',
    'Café owner',
    '',
    'qqqqq',
    '=SUM(A1)',
    'care "home" manager',
  ];
  const texts = ['likes, commas and "quotes"', 'two\r\nlines', 'plain'];
  const cell = (one: string) => (/[",\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one);
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    id: `00${at}`,
    job: titles[at % titles.length] ?? '',
    text: texts[at % 3] ?? '',
  }));
  const lines = rows.map(({ id, job, text }) => [id, job, text].map(cell).join(','));
  lines[17] = '0017,chef';
  lines[18] = '';
  const bytes = `id,job,text\r\n${lines.join('\r\n')}\r\n`;
  const { status, stdout, stderr } = await batch(bytes, ...column);
  const answers = tableIn(stdout);
  const cellsOf = ({ id, job, text }: Record<string, string>) => ({ id, job, text });
  const expected = rows.map((row, place) =>
    place === 17
      ? { id: '0017', job: 'chef', text: '' }
      : place === 18
        ? { id: '', job: '', text: '' }
        : { ...row, job: row.job.replace(/^=/, "'=") },
  );
  expect(answers.map(cellsOf)).toEqual(expected);
  expect(answers[1]).toMatchObject({ soc2020: '2134', damage: '' });
  expect(answers[17]).toMatchObject({ soc2020: '', damage: '2 cells, expected 3' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/list\.csv: line \d+: 2 cells, expected 3; kept, and not coded\n/);
  expect(stderr).toMatch(/^1,000 rows: [\d,]+ exact, [\d,]+ fuzzy, .* 1 damaged, 1 blank$/m);
  expect(stderr).toMatch(/^coded with SOC 2020 Volume 2.* \(edition [0-9a-f-]{36}\)$/m);
});

test('a text that a spreadsheet would run is guarded, and in JSON it is as it was', async () => {
  const bytes = 'id,job\n=1+1,chef\n-5.5,-cook\n-,chef\n';
  expect((await batch(bytes, ...column)).stdout).toMatch(
    /^'=1\+1,chef,.*\n-5\.5,'-cook,.*\n-,chef,/m,
  );
  expect((await batch(bytes, ...column, '--json')).stdout).toContain('"id":"=1+1"');
});

test('a column of the list keeps its name, and ours gets another', async () => {
  const bytes = 'title,soc2020,lmi_title\nchef,old,x\n';
  const { stdout, stderr } = await batch(bytes, '--column', 'title');
  expect(stdout).toMatch(/^title,soc2020,lmi_title,lmi_soc2020,lmi_lmi_title,matchedTitle,/);
  expect(stderr).toMatch(/the list has a column "title", so ours is called "lmi_lmi_title"/);
  expect(tableIn(stdout)[0]).toMatchObject({ title: 'chef', soc2020: 'old', lmi_soc2020: '5434' });
});

test('JSON lines have the cells of the list, ambiguity and a decision', async () => {
  const bytes = 'id,id,,job\n1,x,y,chef\n2,,,Manager\n';
  const { stdout, stderr } = await batch(bytes, ...column, '--json', '--threshold', '0.9');
  const [chef, manager] = resultsIn(stdout);
  expect(chef).toMatchObject({
    query: 'chef',
    soc2020: '5434',
    confidence: 1,
    ambiguous: false,
    decision: 'coded',
    input: { id: '1', id_2: 'x', column_3: 'y', job: 'chef' },
    damage: null,
  });
  expect(manager).toMatchObject({ ambiguous: true, decision: 'look at' });
  expect(manager?.groups.length).toBeGreaterThan(1);
  expect(stderr).toMatch(/^threshold 0\.9: 1 coded, 1 to be looked at/m);
});

test('results go to a file, with a byte order mark if the list has one', async () => {
  const out = join(folder, 'out.csv');
  const bytes = '\uFEFFid,job\r\n1,Café owner\r\n';
  expect(await batch(bytes, ...column, '--out', out)).toMatchObject({ status: 0, stdout: '' });
  const text = readFileSync(out, 'utf8');
  expect(text.startsWith('\uFEFFid,job,soc2020,')).toBe(true);
  expect(tableIn(text)).toMatchObject([{ id: '1', job: 'Café owner' }]);
});

test.each<[string, string | Uint8Array, readonly string[], RegExp]>([
  [
    'of another encoding',
    Buffer.from('chef\ncaf\u00e9\n', 'latin1'),
    [],
    /line 2: is not UTF-8\n {2}save the list as UTF-8/,
  ],
  ['in UTF-16', Buffer.from('\uFEFFchef\n', 'utf16le'), [], /line 1: is not UTF-8/],
  ['in UTF-16 without a mark', Buffer.from('chef\n', 'utf16le'), [], /line 1: is not UTF-8/],
  [
    'without the column',
    'name,n\nchef,1\n',
    column,
    /row 1: no column is headed "job", found "name", "n"/,
  ],
  ['with other separators', 'id;job\n1;chef\n', column, /the cells seem to be separated by ";"/],
  [
    'with the heading twice',
    'job,job\nchef,1\n',
    column,
    /row 1: 2 columns are headed "job", expected one/,
  ],
  ['that is empty', '\n\n', column, /the list is empty, expected a CSV with headings/],
  ['with a quotation that never ends', 'id,job\n1,chef\n2,"cook\n', column, /line \d+: Quote/],
  ['with text after a quotation', 'id,job\n1,"nurse"x\n', column, /line 2: Invalid Closing Quote/],
  [
    'with a threshold above 1',
    'chef\n',
    ['--threshold', '80'],
    /--threshold <n>' argument '80' is invalid\. expected a confidence from 0 to 1/,
  ],
])('a list %s is refused with the place', async (_, bytes, args, line) => {
  const { status, stdout, stderr } = await batch(bytes, ...args);
  expect(stderr).toMatch(line);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect([status, stdout]).toEqual([2, '']);
});

test.each([
  ['over the list', listPath, /list\.csv: is the list itself, expected another file/],
  [
    'where they cannot be written',
    join(folder, 'nowhere', 'x.csv'),
    /x\.csv: cannot be written \(ENOENT\)/,
  ],
])('results never go %s', async (_, out, line) => {
  expect(await batch('job\nchef\n', ...column, '--out', out)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(line),
  });
  expect(readFileSync(listPath, 'utf8')).toBe('job\nchef\n');
});

test('a CSV without a column to code is refused, inverted titles too', async () => {
  writeFileSync(listPath, 'id,job\n1,chef\n');
  expect(await lmi('search', '--batch', listPath, '--data', sample)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/columns "id", "job"\n {2}say which .*: --column "job"/),
  });
  const { stdout } = await batch('nurse, staff\ndriver, HGV\n', '--json');
  expect(resultsIn(stdout).map(({ query }) => query)).toEqual(['nurse, staff', 'driver, HGV']);
});

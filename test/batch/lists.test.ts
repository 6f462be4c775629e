// lmi search --batch as a person who codes a survey meets it: every row comes back, in order, with
// its columns and its answer.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { sampleDirectory } from '../compiled-data.ts';
import { type Ran, lmi } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const sample = sampleDirectory();
const folder = temporaryDirectory();
const listPath = join(folder, 'list.csv');
const plainPath = join(folder, 'list.txt');

/** What becomes of a list of these bytes: a CSV if the arguments name a column. */
function batch(bytes: string | Uint8Array, ...args: readonly string[]): Promise<Ran> {
  const path = args.includes('--column') ? listPath : plainPath;
  writeFileSync(path, bytes);
  return lmi('search', '--batch', path, '--data', sample, ...args);
}

type Result = Readonly<Record<string, unknown>> & {
  readonly query: string;
  readonly soc2020: string | null;
  readonly next: readonly unknown[];
  readonly groups: readonly string[];
};

function resultsIn(stdout: string): Result[] {
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Result]));
}

const queriesIn = (stdout: string) => resultsIn(stdout).map(({ query }) => query);
const tableIn = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, bom: true });

test('a title a line, empty ones too, from standard input to CSV', () => {
  const cli = fileURLToPath(new URL('../../compiler/cli.ts', import.meta.url));
  const { status, stdout } = spawnSync(
    process.execPath,
    [cli, 'search', '--batch', '-', '--format', 'csv', '--data', sample],
    {
      encoding: 'utf8',
      input: 'care taker\n\n"a", b\n',
    },
  );
  expect(status).toBe(0);
  const [head = '', first = '', second = '', third = ''] = stdout.split('\n');
  expect(head).toMatch(
    /^query,soc2020,title,matchedTitle,qualifier,confidence,matchType,soc2020_2,.*,matchType_5,ambiguous,groups,groupCodes,chosenBy,setAside$/,
  );
  expect(first).toMatch(/^care taker,6232,Caretakers,Care taker,,1,exact,/);
  expect(second).toBe(','.repeat(35));
  expect(third).toMatch(/^"""a"", b",/);
});

test('a thousand rows of a survey come back row for row, each column as it was', async () => {
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
  const rows = Array.from({ length: 1000 }, (_, at) =>
    [
      `00${at}`,
      cell(titles[at % titles.length] ?? ''),
      at % 2 === 0 ? 'Q' : 'retail trade',
      cell(texts[at % 3] ?? ''),
    ].join(','),
  );
  rows[17] = '0017,chef,Q';
  rows[500] = '00500,"nurse"x,Q,torn';
  const bytes = `id,job,industry,text\r\n${rows.join('\r\n')}\r\n`;
  const { status, stdout, stderr } = await batch(
    bytes,
    '--column',
    'job',
    '--industry',
    'industry',
    '--format',
    'csv',
    '--raw',
  );
  // The row of the list is the beginning of the row of the results, to the byte.
  let at = stdout.indexOf('\n') + 1;
  for (const [place, row] of rows.entries()) {
    if (place !== 17 && place !== 500)
      expect(stdout.startsWith(`${row},`, at), `row ${place}: ${stdout.slice(at, at + 60)}`).toBe(
        true,
      );
    at = stdout.indexOf(`\n00${place + 1},`, at) + 1;
  }
  const answers = tableIn(stdout);
  expect(answers.map(({ id }) => id)).toEqual(rows.map((_, place) => `00${place}`));
  expect(answers[1]).toMatchObject({ job: 'sofware engineer', soc2020: '2134', damage: '' });
  expect(answers[17]).toMatchObject({
    id: '0017',
    job: 'chef',
    soc2020: '',
    damage: '3 cells, expected 4',
    damagedRow: '0017,chef,Q',
  });
  expect(answers[500]).toMatchObject({
    id: '00500',
    job: '"nurse"x',
    soc2020: '',
    damagedRow: '00500,"nurse"x,Q,torn',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /list\.csv: line \d+: 3 cells, expected 4; kept, and not coded\n.*line \d+: text follows a quotation/,
  );
  expect(stderr).toMatch(/^1,000 rows: [\d,]+ exact, [\d,]+ fuzzy, .* 2 damaged$/m);
  expect(stderr).toMatch(/^coded with SOC 2020 Volume 2.* \(edition [0-9a-f-]{36}\)$/m);
});

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])(
  'rows that end in %s end so in the results, and a blank line stays blank and is counted apart',
  async (_, end) => {
    const { stdout, stderr } = await batch(
      ['id,job', '1,chef', '', '"2",', '3,"two"'].join(end),
      ...['--column', 'job', '--format', 'csv', '--threshold', '1'],
    );
    const lines = stdout.split(end);
    expect(lines.map((line) => line.replace(/^((?:[^,]*,){1}[^,]*).*/, '$1'))).toEqual([
      'id,job',
      '1,chef',
      '',
      '"2",',
      '3,"two"',
      '',
    ]);
    expect(stderr).toMatch(/^4 rows: 1 exact, .* 1 blank$/m);
    expect(stderr).toMatch(/^threshold 1: 1 coded, 2 to be looked at/m);
    // One title a line: an empty title is a row.
    const plain = await batch(`chef${end}${end}nurse${end}`, '--format', 'csv');
    expect(plain.stdout.split(end).map((line) => line.split(',')[0])).toEqual([
      'query',
      'chef',
      '',
      'nurse',
      '',
    ]);
    expect(plain.stderr).toMatch(/^3 rows: .* 1 blank$/m);
  },
);

test('a text that a spreadsheet would run is guarded, and with --raw it is not; other rows stand as they stood', async () => {
  const bytes = 'id,job\n=1+1,chef\n"-5.5",-cook\n"-","chef"\n';
  expect((await batch(bytes, '--column', 'job', '--format', 'csv')).stdout).toMatch(
    /^'=1\+1,chef,.*\n-5\.5,'-cook,.*\n"-","chef",/m,
  );
  expect((await batch(bytes, '--column', 'job', '--format', 'csv', '--raw')).stdout).toMatch(
    /^=1\+1,chef,/m,
  );
});

test('a column of the list keeps its name, and ours gets another', async () => {
  const { stdout, stderr } = await batch(
    'title,soc2020,lmi_title\nchef,old,x\n',
    '--column',
    'title',
    '--format',
    'csv',
  );
  expect(stdout).toMatch(/^title,soc2020,lmi_title,lmi_soc2020,lmi_lmi_title,matchedTitle,/);
  expect(stderr).toMatch(/the list has a column "title", so ours is called "lmi_lmi_title"/);
  expect(tableIn(stdout)[0]).toMatchObject({ title: 'chef', soc2020: 'old', lmi_soc2020: '5434' });
});

test('an industry chooses among the unit groups that share a title, and says so; a number of SIC is its section', async () => {
  const bytes = 'job,trade\nManager,computers\nManager,\nManager,shoes\nManager,Q\nManager,86101\n';
  const { stdout, stderr } = await batch(
    bytes,
    ...['--column', 'job', '--industry', 'trade', '--threshold', '0.9'],
  );
  const [chosen, open, other, letter, number] = resultsIn(stdout).map(
    ({ input: _, ...result }) => result,
  );
  expect(open).toMatchObject({ ambiguous: true, chosenBy: null, decision: 'look at' });
  expect(other).toMatchObject({ ambiguous: true, soc2020: open?.['soc2020'] });
  expect(chosen).toMatchObject({
    ambiguous: false,
    chosenBy: 'industry',
    qualifier: 'computer services',
    decision: 'coded',
  });
  expect([chosen?.['soc2020'], open?.['soc2020'], chosen?.['groups']]).toEqual([
    '2132',
    '1257',
    open?.['groups'],
  ]);
  expect(number).toEqual(letter);
  expect(stderr).toMatch(
    /list\.csv: column "trade": 1 row has an industry that names no section and no qualifier/,
  );
});

test('results are written to a Parquet file, with types, and to a CSV by its name', async () => {
  const parquet = join(folder, 'out.parquet');
  const bytes = 'id,id,,job\n01,1,x,chef\n02,2,,\n';
  const { status, stdout } = await batch(bytes, '--column', 'job', '--out', parquet);
  expect([status, stdout]).toEqual([0, '']);
  const connection = await (await DuckDBInstance.create()).connect();
  const rows = (await connection.runAndReadAll(`select * from '${parquet}'`)).getRowObjectsJson();
  expect(rows).toMatchObject([
    {
      id: '01',
      id_2: '1',
      column_3: 'x',
      job: 'chef',
      soc2020: '5434',
      confidence: 1,
      ambiguous: false,
      groups: 1,
    },
    { id: '02', soc2020: null, confidence: null, ambiguous: null },
  ]);
  connection.closeSync();
  const csv = join(folder, 'out.csv');
  await batch(bytes, '--column', 'job', '--out', csv);
  expect(readFileSync(csv, 'utf8')).toMatch(/^id,id,,job,soc2020,title,.*\n01,1,x,chef,5434,/);
});

const marked = '\uFEFFid,job\r\n1,Café owner\r\n';

test.each<[string, Uint8Array, readonly string[]]>([
  ['UTF-8 with a byte order mark', Buffer.from(marked), []],
  ['UTF-16 with a byte order mark', Buffer.from(marked, 'utf16le'), []],
  ['UTF-16, the other end first', Buffer.from(marked, 'utf16le').swap16(), []],
  [
    'Windows-1252, if it is named',
    Buffer.from(marked.slice(1), 'latin1'),
    ['--encoding', 'windows-1252'],
  ],
])('a list in %s is read', async (_, bytes, args) => {
  const { status, stdout, stderr } = await batch(
    bytes,
    '--column',
    'job',
    '--format',
    'csv',
    ...args,
  );
  expect(status, stderr).toBe(0);
  expect(tableIn(stdout)).toMatchObject([{ id: '1', job: 'Café owner' }]);
  // What came with a mark goes with one, so that a spreadsheet shows the accent.
  expect(stdout.startsWith('\uFEFF')).toBe(args.length === 0);
});

const column = ['--column', 'title'];

test.each<[string, string | Uint8Array, readonly string[], readonly string[], RegExp]>([
  [
    'of another encoding',
    Buffer.from('chef\ncaf\u00e9\n', 'latin1'),
    [],
    ['chef'],
    /line 2: is not UTF-8\n {2}.*--encoding windows-1252/,
  ],
  ['in UTF-16 without a mark', Buffer.from('chef\n', 'utf16le'), [], [], /line 1: is not UTF-8/],
  [
    'in an encoding that is none',
    'chef\n',
    ['--encoding', 'ebcdic'],
    [],
    /--encoding is "ebcdic", expected a name such as utf-8/,
  ],
  [
    'without the column',
    'name,n\nchef,1\n',
    column,
    [],
    /row 1: no column is headed "title", found "name", "n"/,
  ],
  [
    'with other separators',
    'id;title\n1;chef\n',
    column,
    [],
    /the cells seem to be separated by ";"/,
  ],
  [
    'with the heading twice',
    'title,title\nchef,1\n',
    column,
    [],
    /row 1: 2 columns are headed "title", expected one/,
  ],
  [
    'with damaged headings',
    '"title"x,n\nchef,1\n',
    column,
    [],
    /line 1: the headings are damaged: text follows a quotation/,
  ],
  ['that is empty', '\n\n', column, [], /the list is empty, expected a CSV with headings/],
  [
    'with columns and none named',
    'id,job,n\n1,chef,1\n',
    [],
    [],
    /is a CSV with the columns "id", "job", "n"\n {2}say which has/,
  ],
  [
    'with tabs and none named',
    'id\tjob\n1\tchef\n',
    [],
    [],
    /the cells seem to be separated by "tab": save the list with commas/,
  ],
  [
    'into a file of another kind',
    'chef\n',
    ['--out', 'results.xlsx'],
    [],
    /--out is "results\.xlsx", expected a name that ends in/,
  ],
  [
    'with an industry and no column',
    'chef\n',
    ['--industry', 'sic'],
    [],
    /--qualifier and --industry name columns of a CSV/,
  ],
  [
    'with a threshold above 1',
    'chef\n',
    ['--threshold', '80'],
    [],
    /--threshold is 80, expected a confidence from 0 to 1/,
  ],
  [
    'as Parquet to standard output',
    'chef\n',
    ['--format', 'parquet'],
    [],
    /a Parquet file needs --out FILE\.parquet/,
  ],
])(
  'a list %s is told, after the results of what stands before',
  async (_, bytes, args, queries, line) => {
    const { status, stdout, stderr } = await batch(bytes, ...args);
    expect(stderr).toMatch(line);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect([status, queriesIn(stdout)]).toEqual([2, queries]);
  },
);

test.each([
  ['over the list', listPath, /list\.csv: is the list itself, expected another file/],
  [
    'where they cannot be written',
    join(folder, 'nowhere', 'x.parquet'),
    /x\.parquet: cannot be written \(ENOENT\)/,
  ],
])('results never go %s', async (_, out, line) => {
  expect(await batch('job\nchef\n', '--column', 'job', '--out', out)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(line),
  });
  expect(readFileSync(listPath, 'utf8')).toBe('job\nchef\n');
});

test('a CSV is known by its name even with two columns, and a list of inverted titles is none', async () => {
  writeFileSync(listPath, 'id,job\n1,chef\n');
  expect(await lmi('search', '--batch', listPath, '--data', sample)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/columns "id", "job"/),
  });
  expect(queriesIn((await batch('nurse, staff\ndriver, HGV\n')).stdout)).toEqual([
    'nurse, staff',
    'driver, HGV',
  ]);
});

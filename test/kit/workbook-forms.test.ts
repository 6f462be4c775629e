// Workbooks as other programs write them. Both readers, of whole workbooks and row by row, give the
// same cells for every form, and the same fault for what nobody can read.
import { CFB } from '@e965/xlsx';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Lookup, recordLookups } from '#sources/kit/lookups.ts';
import { readWorkbook, sheetNames } from '#sources/kit/read/workbook.ts';
import { readWorkbookRows } from '#sources/kit/read/workbook-rows.ts';
import { readZip, writeArchive } from '#sources/kit/read/zip.ts';
import { escapeXml } from '#sources/kit/sample/workbook.ts';

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The parts of a workbook as Excel names them. */
type Parts = Readonly<Record<string, string>>;

const texts = ['code', 'median', 'Nurses & midwives', 'x'];
const shared = (number: number) => `t="s"><v>${number}</v>`;

const styles =
  `<styleSheet xmlns="${spreadsheet}"><numFmts count="1"><numFmt numFmtId="164" ` +
  'formatCode="mmm\\-yy"/></numFmts>' +
  '<fonts count="1"><font/></fonts><fills count="2"><fill><patternFill ' +
  'patternType="none"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor indexed="49"/></patternFill></fill></fills>' +
  '<borders count="1"><border/></borders><cellXfs count="4"><xf numFmtId="0" fillId="0"/>' +
  '<xf numFmtId="0" fillId="1" applyFill="1"/><xf numFmtId="14" fillId="0"/><xf ' +
  'numFmtId="164" fillId="0"/></cellXfs></styleSheet>';

const sheet = (cells: string) =>
  `<worksheet xmlns="${spreadsheet}"><sheetData>${cells}</sheetData></worksheet>`;

const cells =
  `<row r="1"><c r="A1" ${shared(0)}</c><c r="B1" ${shared(1)}</c></row>` +
  `<row r="2"><c r="A2" ${shared(2)}</c><c r="B2" s="1"><v>45.5</v></c></row>` +
  `<row r="4"><c r="A4"><v>2134</v></c><c r="C4" ${shared(3)}</c></row>`;

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;

const plain: Parts = {
  '_rels/.rels':
    '<Relationships ' +
    `xmlns="${packages}">${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets><sheet name="Notes" ` +
    'sheetId="7" r:id="n"/><sheet name="All" sheetId="3" r:id="b"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${packages}">` +
    relation('n', 'worksheet', 'worksheets/sheet1.xml') +
    relation('b', 'worksheet', 'worksheets/sheet2.xml') +
    relation('s', 'styles', 'styles.xml') +
    relation('t', 'sharedStrings', 'sharedStrings.xml') +
    '</Relationships>',
  'xl/styles.xml': styles,
  'xl/sharedStrings.xml':
    `<sst xmlns="${spreadsheet}">` +
    `${texts.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`,
  'xl/worksheets/sheet1.xml': sheet('<row r="1"><c r="A1" t="str"><v>about</v></c></row>'),
  'xl/worksheets/sheet2.xml': sheet(cells),
};

const grid = {
  Notes: [['about']],
  All: [['code', 'median'], ['Nurses & midwives', '45.5'], [], ['2134', '', 'x']],
};

function packed(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  return writeArchive(
    Object.entries(parts).map(([name, content]) => {
      const bytes = Buffer.from(content);
      return { name, method: 0, bytes, crc32: crc32(bytes), length: bytes.length };
    }),
  );
}

/** The workbook with other parts: a new text, a text made of the plain one, or null for none. */
function workbook(
  changes: Readonly<Record<string, string | ((plain: string) => string) | null>>,
): Buffer {
  const parts: Record<string, string> = { ...plain };
  for (const [name, change] of Object.entries(changes)) {
    const before = parts[name] ?? '';
    delete parts[name];
    if (change !== null) parts[name] = typeof change === 'string' ? change : change(before);
  }
  return packed(parts);
}

/** The workbook with other names of parts, in the archive and in relationships. */
function renamed(names: Readonly<Record<string, string>>): Buffer {
  return packed(
    Object.fromEntries(
      Object.entries(plain).map(([name, content]) => {
        let text = content;
        for (const [from, to] of Object.entries(names))
          text = text
            .replaceAll(`Target="${from.replace(/^xl\//, '')}"`, `Target="/${to}"`)
            .replaceAll(`Target="${from}"`, `Target="/${to}"`);
        return [names[name] ?? name, text];
      }),
    ),
  );
}

const inSheet = (content: string) => workbook({ 'xl/worksheets/sheet2.xml': sheet(content) });
const row = (content: string) => inSheet(`<row r="1">${content}</row>`);

/** All elements of a part with a prefix. */
const prefixed = (xml: string) =>
  xml.replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1x:').replace(' xmlns="', ' xmlns:x="');

type Read = Readonly<Record<string, readonly (readonly string[])[]>>;

const withoutEmptyEnd = (row: readonly string[]) =>
  row.slice(0, row.findLastIndex((text) => text !== '') + 1);

async function readWhole(bytes: Uint8Array): Promise<Read> {
  const { sheets } = await readWorkbook('here', 'a.xlsx', bytes);
  const rowsOf = (read: (typeof sheets)[number]) =>
    Array.from({ length: read.rowCount }, (_, index) =>
      withoutEmptyEnd(Array.from({ length: 5 }, (__, column) => read.text(index + 1, column + 1))),
    );
  return Object.fromEntries(sheets.map((read) => [read.name, rowsOf(read)]));
}

async function readRowByRow(bytes: Uint8Array): Promise<Read> {
  const read: Record<string, string[][]> = {};
  await readWorkbookRows('here', bytes, (name) => {
    const rows: string[][] = [];
    read[name] = rows;
    return (number, row) => {
      while (rows.length < number - 1) rows.push([]);
      rows.push(withoutEmptyEnd(row));
    };
  });
  return read;
}

const readers = [
  ['whole', readWhole],
  ['row by row', readRowByRow],
] as const;

const messageOf = (read: Promise<unknown>): Promise<string> =>
  read.then(
    () => 'read without a fault',
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );

describe.each(readers)('read %s', (_, read) => {
  test.each<[string, () => Buffer]>([
    ['as Excel names the parts', () => packed(plain)],
    [
      'with prefixes of elements, as of the Open XML SDK',
      () =>
        packed(
          Object.fromEntries(Object.entries(plain).map(([name, text]) => [name, prefixed(text)])),
        ),
    ],
    [
      'with another prefix of relationships',
      () =>
        workbook({
          'xl/workbook.xml': (xml) =>
            xml.replaceAll('r:id', 'rel:id').replace('xmlns:r', 'xmlns:rel'),
        }),
    ],
    [
      'with sheets of other names',
      () =>
        renamed({
          'xl/worksheets/sheet1.xml': 'xl/worksheets/sheet.xml',
          'xl/worksheets/sheet2.xml': 'xl/data/data_1.xml',
        }),
    ],
    [
      'with names in other letters',
      () =>
        workbook({
          'xl/sharedStrings.xml': null,
          'xl/SharedStrings.xml': plain['xl/sharedStrings.xml'] ?? '',
        }),
    ],
    [
      'with all names in capitals',
      () =>
        packed(
          Object.fromEntries(
            Object.entries(plain).map(([name, text]) => [name.toUpperCase(), text]),
          ),
        ),
    ],
    [
      'with a main part of another name',
      () =>
        workbook({
          '_rels/.rels': (xml) => xml.replace('xl/workbook.xml', '/xl/workbook22.xml'),
          'xl/workbook.xml': null,
          'xl/workbook22.xml': plain['xl/workbook.xml'] ?? '',
          'xl/_rels/workbook.xml.rels': null,
          'xl/_rels/workbook22.xml.rels': plain['xl/_rels/workbook.xml.rels'] ?? '',
        }),
    ],
    ['without relationships of the package', () => workbook({ '_rels/.rels': null })],
    [
      'by the strict standard',
      () =>
        packed(
          Object.fromEntries(
            Object.entries(plain).map(([name, text]) => [
              name,
              text
                .replaceAll(office, 'http://purl.oclc.org/ooxml/officeDocument/relationships')
                .replaceAll(spreadsheet, 'http://purl.oclc.org/ooxml/spreadsheetml/main'),
            ]),
          ),
        ),
    ],
    [
      'with the texts at the end of the archive',
      () => packed(Object.fromEntries(Object.entries(plain).toReversed())),
    ],
    [
      'in UTF-16',
      () =>
        packed(
          Object.fromEntries(
            Object.entries(plain).map(([name, text]) => [
              name,
              Buffer.from(`\ufeff${text}`, 'utf16le'),
            ]),
          ),
        ),
    ],
    [
      'printed with line breaks and single quotation marks',
      () =>
        packed(
          Object.fromEntries(
            Object.entries(plain).map(([name, text]) => [
              name,
              text.replaceAll('"', "'").replaceAll('><', '>\n  <'),
            ]),
          ),
        ),
    ],
    [
      'without the addresses of rows and cells',
      () =>
        inSheet(
          `<row><c ${shared(0)}</c><c ${shared(1)}</c></row><row><c ` +
            `${shared(2)}</c><c><v>45.5</v></c></row>` +
            `<row/><row><c><v>2134</v></c><c/><c ${shared(3)}</c></row>`,
        ),
    ],
    [
      'with texts in the cells, in runs and with readings',
      () =>
        inSheet(
          '<row r="1"><c r="A1" t="inlineStr"><is><t>code</t></is></c><c r="B1" ' +
            't="inlineStr"><is><r><rPr><b/></rPr><t>me</t></r><r><t>dian</t></r>' +
            '<rPh sb="0" eb="1"><t>reading</t></rPh></is></c></row><row r="2"><c r="A2" ' +
            't="str"><v>Nurses &amp; midwives</v></c><c r="B2" ' +
            't="n"><v>4.55E1</v></c></row><row r="4"><c r="A4"><v>2134</v></c><c r="C4" ' +
            't="inlineStr"><is><t><![CDATA[x]]></t></is></c></row>',
        ),
    ],
    [
      'with shared texts in runs, with readings and escapes',
      () =>
        workbook({
          'xl/sharedStrings.xml':
            `<sst xmlns="${spreadsheet}"><si><r><t>co</t></r><r><rPr/><t>de</t></r></si>` +
            '<si><t>median</t><rPh sb="0" eb="1"><t>reading</t></rPh></si>' +
            '<si><t>_x004E_urses &amp; midwives</t></si><si><t>x</t></si></sst>',
        }),
    ],
    [
      'with formulas and their results',
      () =>
        inSheet(
          '<row r="1"><c r="A1" t="str"><f>"code"</f><v>code</v></c><c r="B1" ' +
            't="str"><f t="shared" si="0"/><v>median</v></c></row>' +
            `<row r="2"><c r="A2" ${shared(2)}</c><c ` +
            'r="B2"><f>SUM(B5:B9)</f><v>45.5</v></c></row>' +
            '<row r="4"><c r="A4"><f>1+1</f><v>2134</v></c><c r="B4" ' +
            't="str"><f>IF(1,"","")</f><v></v></c><c r="C4" t="str"><f>"x"</f><v>x</v></c></row>',
        ),
    ],
  ])('%s', async (__, bytes) => {
    expect(await read(bytes())).toEqual(grid);
  });

  test.each<[string, string, string]>([
    ['an error', '<c r="A1" t="e"><v>#N/A</v></c>', '#N/A'],
    ['an error of a formula', '<c r="A1" t="e"><f>NA()</f><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['a truth', '<c r="A1" t="b"><v>1</v></c>', 'true'],
    ['a truth of a formula', '<c r="A1" t="b"><f>1=2</f><v>0</v></c>', 'false'],
    ['a date', '<c r="A1" s="2"><v>11200</v></c>', '1930-08-30T00:00:00.000Z'],
    [
      'a date in a format of the publisher',
      '<c r="A1" s="3"><v>42736</v></c>',
      '2017-01-01T00:00:00.000Z',
    ],
    [
      'a carriage return',
      '<c r="A1" t="inlineStr"><is><t>India_x000D_\nand_x005F_x000D_</t></is></c>',
      'India\nand_x000D_',
    ],
    [
      'an escaped carriage return of a formula',
      '<c r="A1" t="str"><v>India_x000d__x000A_b</v></c>',
      'India\nb',
    ],
    ['an ampersand that is escaped twice', '<c r="A1" t="str"><v>&amp;lt;</v></c>', '&lt;'],
    [
      'blanks at the ends',
      '<c r="A1" t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>',
      ' a ',
    ],
    ['many digits', '<c r="A1"><v>0.30000000000000004</v></c>', '0.30000000000000004'],
  ])('%s', async (__, content, text) => {
    expect((await read(row(content)))['All']).toEqual([[text]]);
  });

  test.each<[string, () => Buffer, string]>([
    [
      'a text that is not there',
      () => row(`<c r="A1" ${shared(4)}</c>`),
      "here 'All'!A1: holds text 4 of the workbook, which has 4 texts\n  " +
        'open the workbook in Excel',
    ],
    [
      'texts of a workbook without them',
      () => workbook({ 'xl/sharedStrings.xml': null }),
      "here 'All'!A1: holds text 0 of the workbook, which has 0 texts",
    ],
    [
      'a formula without a result',
      () => row('<c r="A1"><f>SUM(B1:B2)</f></c>'),
      "here 'All'!A1: the cell has a formula and no result\n  " +
        'open the workbook in Excel or LibreOffice and save it',
    ],
    [
      'a formula with an empty result, as of openpyxl',
      () => row('<c r="A1"><f>SUM(B1:B2)</f><v></v></c>'),
      "'All'!A1: the cell has a formula and no result",
    ],
    [
      'a shared formula without a result',
      () => row('<c r="A1"><v>1</v></c><c r="B1" t="str"><f t="shared" si="0"/></c>'),
      "'All'!B1: the cell has a formula and no result",
    ],
    [
      'a number that is none',
      () => row('<c r="A1"><v>45,5</v></c>'),
      'here \'All\'!A1: holds "45,5", expected a number',
    ],
    [
      'a cell that occurs twice',
      () => row('<c r="A1"><v>1</v></c><c r="A1"><v>2</v></c>'),
      "here 'All'!A1: follows A1",
    ],
    [
      'a row that occurs twice',
      () => inSheet('<row r="1"><c r="A1"><v>1</v></c></row><row r="1"/>'),
      "here 'All'!row 1: follows row 1",
    ],
    [
      'a sheet that is not there',
      () => workbook({ 'xl/worksheets/sheet2.xml': null }),
      'here: lacks the sheet "All", xl/worksheets/sheet2.xml',
    ],
    [
      'a sheet without a relationship',
      () => workbook({ 'xl/workbook.xml': (xml) => xml.replace('r:id="b"', 'r:id="c"') }),
      'here: lacks the sheet "All"',
    ],
    [
      'parts that differ in their letters',
      () => workbook({ 'xl/SharedStrings.xml': '<sst/>' }),
      'here: has two parts of one name, "xl/sharedStrings.xml" and "xl/SharedStrings.xml"',
    ],
    [
      'cells of another prefix',
      () => workbook({ 'xl/worksheets/sheet2.xml': '<worksheet><x:sheetData/></worksheet>' }),
      'here: has a sheet without cells, xl/worksheets/sheet2.xml',
    ],
    [
      'a part that is cut',
      () => workbook({ 'xl/worksheets/sheet2.xml': (xml) => xml.slice(0, -20) }),
      'here: has a part that cannot be read, xl/worksheets/sheet2.xml',
    ],
    [
      'a DTD',
      () => workbook({ 'xl/worksheets/sheet2.xml': (xml) => `<!DOCTYPE a>${xml}` }),
      'declares a DTD',
    ],
    [
      'a page in place of the workbook',
      () => Buffer.from('<!DOCTYPE html><p>503'),
      'here: found an HTML page, expected a zip archive',
    ],
    [
      'a page of XHTML',
      () =>
        Buffer.from(
          '\ufeff<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 ' +
            'Strict//EN"><html/>',
        ),
      'open the file in a browser',
    ],
    [
      'a password',
      () => encrypted(),
      'here: the workbook is protected by a password\n  ' +
        'ask the publisher for a file without a password',
    ],
    [
      'sheets that are all hidden',
      () =>
        workbook({
          'xl/workbook.xml': (xml) => xml.replaceAll('<sheet ', '<sheet state="hidden" '),
        }),
      'here: all its sheets are hidden: "Notes", "All"',
    ],
  ])('%s is refused in words', async (__, bytes, message) => {
    expect(await messageOf(read(bytes()))).toContain(message);
  });

  test.each(['hidden', 'veryHidden'])(
    'a sheet that is %s is left out and reported',
    async (state) => {
      const bytes = workbook({
        'xl/workbook.xml': (xml) =>
          xml.replace('<sheet name="All"', `<sheet state="${state}" name="All"`),
        // Nobody reads it.
        'xl/worksheets/sheet2.xml': '<worksheet/>',
      });
      const lookups: Lookup[] = [];
      expect(await recordLookups(lookups, () => read(bytes))).toEqual({ Notes: [['about']] });
      expect(lookups).toEqual([
        { place: 'here', what: 'hidden sheet', wanted: [], present: ['All'] },
      ]);
      expect(await sheetNames('here', bytes)).toEqual(['Notes']);
    },
  );
});

/**
 * What Excel makes of a workbook with a password: one encrypted stream in a file of the old kind.
 */
function encrypted(): Buffer {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, '/EncryptionInfo', Buffer.from([4, 0, 4, 0]));
  CFB.utils.cfb_add(file, '/EncryptedPackage', Buffer.alloc(5000, 7));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

const namespaces = ['office', 'table', 'text', 'style', 'number', 'calcext']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const openTable = (cell: string, style = '') =>
  `<table:table table:name="All"${style}><table:table-row>` +
  '<table:table-cell office:value-type="string"><text:p>code</text:p></table:table-cell>' +
  `${cell}</table:table-row></table:table>`;
function openDocument(
  tables: string,
  { mimetypeFirst = true, styles: automatic = '' } = {},
): Buffer {
  const mimetype = { mimetype: 'application/vnd.oasis.opendocument.spreadsheet' };
  const others = {
    'META-INF/manifest.xml': '<manifest:manifest/>',
    'styles.xml': `<office:document-styles ${namespaces}/>`,
    'content.xml':
      `<office:document-content ${namespaces}>${automatic}<office:body><office:spreadsheet>` +
      `${tables}</office:spreadsheet></office:body></office:document-content>`,
  };
  return packed(mimetypeFirst ? { ...mimetype, ...others } : { ...others, ...mimetype });
}

describe('OpenDocument', () => {
  const number =
    '<table:table-cell office:value-type="float" ' +
    'office:value="45.5"><text:p>45.5</text:p></table:table-cell>';
  test.each([
    ['as LibreOffice writes it', openDocument(openTable(number)), '45.5'],
    [
      'with its type at the end, as SheetJS writes it',
      openDocument(openTable(number), { mimetypeFirst: false }),
      '45.5',
    ],
    [
      'with a date',
      openDocument(
        openTable(
          '<table:table-cell table:style-name="d" office:value-type="date" ' +
            'office:date-value="1930-08-30"><text:p>30/08/30</text:p></table:table-cell>',
        ),
      ),
      '1930-08-30T00:00:00.000Z',
    ],
    [
      'with an error',
      openDocument(
        openTable(
          '<table:table-cell table:formula="of:=NA()" office:value-type="string" ' +
            'office:string-value="" ' +
            'calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>',
        ),
      ),
      '#N/A',
    ],
    [
      'with a formula and its result',
      openDocument(
        openTable(
          '<table:table-cell table:formula="of:=1+1" office:value-type="float" ' +
            'office:value="2"><text:p>2</text:p></table:table-cell>',
        ),
      ),
      '2',
    ],
  ])('%s', async (_, bytes, text) => {
    expect(await readWhole(bytes)).toEqual({ All: [['code', text]] });
    expect(await sheetNames('here', bytes)).toEqual(['All']);
  });

  test('a formula without a result is refused', async () => {
    const bytes = openDocument(openTable('<table:table-cell table:formula="of:=SUM([.A1:.A2])"/>'));
    expect(await messageOf(readWhole(bytes))).toContain(
      "here 'All'!B1: the cell has a formula and no result",
    );
  });

  test('a password is refused', async () => {
    const manifest =
      '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml">' +
      '<manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
    const members = await readZip('t', openDocument(openTable(number)));
    const parts = await Promise.all(
      members.map(
        async ({ name, read }) =>
          [name, name.startsWith('META') ? manifest : await read()] as const,
      ),
    );
    expect(await messageOf(readWhole(packed(Object.fromEntries(parts))))).toContain(
      'here: the workbook is protected by a password',
    );
  });

  test('a hidden sheet is left out and reported', async () => {
    const style =
      '<office:automatic-styles><style:style style:name="ta2" ' +
      'style:family="table"><style:table-properties ' +
      'table:display="false"/></style:style></office:automatic-styles>';
    const hidden = openTable(number, ' table:style-name="ta2"').replace('"All"', '"Draft"');
    const lookups: Lookup[] = [];
    const bytes = openDocument(`${openTable(number)}${hidden}`, { styles: style });
    expect(await recordLookups(lookups, () => readWhole(bytes))).toEqual({
      All: [['code', '45.5']],
    });
    expect(lookups).toEqual([
      { place: 'here', what: 'hidden sheet', wanted: [], present: ['Draft'] },
    ]);
    expect(await sheetNames('here', bytes)).toEqual(['All']);
  });
});

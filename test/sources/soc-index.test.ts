// The coding index: the traps of the publisher's workbook, on small edits of the sample's rows and files.
import { describe, expect, it } from 'vitest';
import type { Problem } from '#sources/kit/problem.ts';
import { writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { Examined, Needs, NeededObservations, PublishedFile, Release } from '#sources/kit/source.ts';
import type { OccupationProfile, OccupationSummary, OccupationTitle } from '#schemas/resources/occupations.ts';
import type { EntryRow, Row, Rows } from '#sources/soc-index/layout.ts';
import { type IndexObservations, crossReferenceOf, qualifierOf, titleOf } from '#sources/soc-index/reshape.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { bodiesOf, foundBy } from './data-set.ts';

type Edition = Examined<Rows, IndexObservations>;

const noNeeds: Needs = {
  get(key) {
    throw new Error(`soc-structure does not need ${key}`);
  },
};
const structure = await sampleStructure();
const needs: Needs = {
  get(key) {
    if (key !== 'soc-structure') throw new Error(`soc-index does not need ${key}`);
    return structure as NeededObservations[typeof key];
  },
};

async function sampleStructure(): Promise<NeededObservations['soc-structure']> {
  const [sample] = await socStructure.sample({ full: false });
  const read = socStructure.release('2025-04-16');
  if (sample === undefined || read === null) throw new Error('there is no sample');
  const release: Release = { source: 'soc-structure', name: sample.release, sample: true, ...read };
  return socStructure.reshape(release, await socStructure.parse(release, sample.files), noNeeds, []);
}

function releaseNamed(name: string): Release {
  const read = socIndex.release(name.replace(/^sample-/, ''));
  if (read === null) throw new Error(`"${name}" is no release`);
  return { source: 'soc-index', name, sample: name.startsWith('sample-'), ...read };
}

const [sampleRelease] = await socIndex.sample({ full: false });
if (sampleRelease === undefined) throw new Error('there is no sample');
const { files } = sampleRelease;
const release = releaseNamed(sampleRelease.release);
const sampleRows = await socIndex.parse(release, files);
const sample = examine(sampleRows);

function examine(rows: Rows, of: Release = release): { edition: Edition; problems: Problem[] } {
  const problems: Problem[] = [];
  return { edition: { release: of, rows, observations: socIndex.reshape(of, rows, needs, problems), needs }, problems };
}

const found = (name: string, edition: Edition, previous: Edition | null = null) => foundBy(socIndex, name, edition, previous);

/** The sample's rows with the first entry of a title changed. */
function edited(natural: string, change: Partial<Omit<EntryRow, 'kind' | 'row'>>): Rows {
  let done = false;
  return sampleRows.map((row): Row => {
    if (done || row.kind !== 'index' || row.natural !== natural) return row;
    done = true;
    return { ...row, ...change };
  });
}

function rowOf(natural: string): EntryRow {
  const row = sampleRows.find((candidate): candidate is EntryRow => candidate.kind === 'index' && candidate.natural === natural);
  if (row === undefined) throw new Error(`the sample has no "${natural}"`);
  return row;
}

function documentsOf(edition: Edition): ReadonlyMap<string, unknown> {
  return bodiesOf(socIndex, edition, ({ soc }, endpoint) => `${endpoint} ${soc ?? ''}`);
}

function bodyOf<Body>(documents: ReadonlyMap<string, unknown>, endpoint: string, soc = ''): Body {
  return documents.get(`${endpoint} ${soc}`) as Body;
}

const indexHeaders = [
  'UNIQUE ID',
  'RECNO',
  'D',
  'SOC_90',
  'SOC_2000',
  'SOC_2010',
  'SOC_2020',
  'SOC_2020_ext',
  'INDEXOCC',
  'ADD',
  'IND',
  'SEE',
  'ISCO-08 code based on SOC2020',
  'VERSNO',
  'CHANGE',
  'SOC2020_unit_group_title',
  'INDEXOCC_-_natural_word_order',
];
const softwareEngineer = [
  'b4ec',
  1,
  'O',
  214,
  2132,
  2136,
  2134,
  '2134/03',
  'Engineer, software',
  null,
  null,
  null,
  2512,
  null,
  null,
  'Programmers',
  'Software engineer',
];

/** A small workbook in V12's layout; `change` is applied to the names of its sheets and to the headers of the index. */
async function workbookOf(
  change: (text: string) => string,
  order: (headers: readonly string[]) => readonly number[] = (all) => all.map((_, at) => at),
) {
  const places = order(indexHeaders);
  const sheets = [
    { name: 'Information', rows: [[], [null, 'Version 13 Of The Standard Occupational Classification 2020 Index']] },
    { name: 'FILE SPEC', rows: [[null, 'Number of records in the SOC2020 coding index: 1']] },
    {
      name: 'SOC2020 coding index',
      rows: [places.map((at) => change(indexHeaders[at] ?? '')), places.map((at) => softwareEngineer[at] ?? null)],
    },
    { name: 'Abbreviations', rows: [['Abbreviation', 'Meaning']] },
    {
      name: 'ISCO-08 framework',
      rows: [
        [null, 2512, 'Software Developers'],
        [null, '0110', 'Commissioned Armed Forces Officers'],
      ],
    },
  ].map((sheet) => ({ ...sheet, name: change(sheet.name) }));
  return [{ name: files[0]?.name ?? '', bytes: await writeWorkbook(sheets) }] satisfies PublishedFile[];
}

describe('the release', () => {
  it.each([
    ['2025-04-16', ['2025-04-16', 1]],
    ['2026-08-27-v2', ['2026-08-27', 2]],
  ])('%s', (name, order) => expect(socIndex.release(name)?.order).toEqual(order));
  it('is labelled with its version', () => {
    expect(socIndex.label?.(releaseNamed('2025-04-16'), sample.edition.observations)).toBe('2025-04-16 V12');
  });
});

describe('the sample', () => {
  it('passes every blocking check and reads without a problem', () => {
    expect(sample.problems).toEqual([]);
    const findings = socIndex.checks.flatMap((check) =>
      check.check(sample.edition, sample.edition).map((finding) => `${check.name}: ${finding.message}`),
    );
    expect(findings).toEqual([]);
  });
  it('holds a document for every occupation, and the list and the search index once', () => {
    const documents = documentsOf(sample.edition);
    const count = (endpoint: string) => [...documents.keys()].filter((key) => key.split(' ')[0] === endpoint).length;
    expect({
      occupations: count('occupations'),
      search: count('search'),
      titles: count('titles'),
      occupation: count('occupation'),
    }).toEqual({
      occupations: 1,
      search: 1,
      titles: 412,
      occupation: 412,
    });
    expect(socIndex.axes(sample.edition.observations).occupations).toHaveLength(412);
  });
  it('has every marker of the publisher', () => {
    const rows = sampleRows.filter((row) => row.kind === 'index');
    expect(new Set(rows.map(({ marker }) => marker))).toEqual(new Set(['', 'O', 'I', 'M', 'A', 'Q', 'QS']));
    expect(rows.filter(({ soc2020 }) => soc2020 === '}}}}')).toHaveLength(200);
    expect(new Set(rows.map(({ isco08 }) => isco08)).has('0110')).toBe(true);
  });
});

describe('traps', () => {
  it('compares editions by UNIQUE ID, whatever the order of the rows', () => {
    const shuffled = examine(sampleRows.toReversed()).edition;
    expect(found('recoded', shuffled, sample.edition)).toEqual([]);
  });
  it('emits the braces nowhere', () => {
    expect(JSON.stringify([...documentsOf(sample.edition)])).not.toContain('}}}}"');
    expect(JSON.stringify(sample.edition.observations.entries)).not.toMatch(/"\}{3}/);
  });
  it('stops at braces in the title of a coded entry', () => {
    const { problems } = examine(edited('Software engineer', { natural: '}}}}', inverted: '}}}}' }));
    expect(problems.map(({ place }) => place)).toEqual([
      `soc-index sample-2025-04-16 'SOC2020 coding index'!V${rowOf('Software engineer').row}`,
    ]);
  });
  it('pads ISCO-08 codes of the armed forces, whether text or number', () => {
    const { entries } = examine(edited('Soldier', { isco08: '310' })).edition.observations;
    expect(entries.find(({ title }) => title === 'Soldier')?.isco08).toBe('0310');
    const profile = bodyOf<OccupationProfile>(documentsOf(sample.edition), 'occupation', '1161');
    expect(profile.isco08.mapping[0]).toMatchObject({ code: '0110', title: 'Commissioned Armed Forces Officers' });
  });
  it('takes the unit group from its own column, not from the extension', () => {
    const edition = examine(edited('Director', { soc2020: '1132', extension: '1139/02' })).edition;
    expect(edition.observations.entries.find(({ title }) => title === 'Director')?.soc2020).toBe('1132');
    expect(found('ext-agrees', edition)).toHaveLength(1);
  });
  it('takes unit titles from Volume 1', () => {
    const edition = examine(edited('Van driver', { unitGroupTitle: 'Rail transport operatives' })).edition;
    expect(found('titles-agree', edition)).toHaveLength(1);
    expect(found('codes-mean-their-groups', edition)).toEqual([]);
    expect(bodyOf<OccupationSummary[]>(documentsOf(edition), 'occupations').find(({ soc2020 }) => soc2020 === '8214')?.title).toBe(
      'Delivery drivers and couriers',
    );
  });
  it('takes a default marker on an entry with a qualifier for no default of the bare title', () => {
    const { entries } = sample.edition.observations;
    expect(entries.find(({ title, soc2020 }) => title === 'Manager' && soc2020 === '2132')).toMatchObject({
      qualifier: 'computer services',
      isDefault: false,
    });
    expect(entries.find(({ title, qualifier }) => title === 'Nurse' && qualifier === null)).toMatchObject({
      soc2020: '2237',
      isDefault: true,
    });
  });
  it.each([
    ['see Engineer (professional)', { to: 'Engineer', qualifier: 'professional' }],
    ['see also Manager ( )', { to: 'Manager', qualifier: '' }],
    ['see Hand, datal', { to: 'Hand, datal', qualifier: '' }],
    ['see notes', null],
    ['see also notes', null],
    ['see also notes for SOC90 to 2010 codes', null],
    ['', null],
  ])('reads "%s"', (see, expected) => {
    expect(crossReferenceOf({ natural: 'Dataller', inverted: 'Dataller', see })).toEqual(
      expected === null ? null : { from: 'Dataller', ...expected },
    );
  });
  it('makes no entry of a cross-reference', () => {
    expect(sample.edition.observations.entries.some(({ title }) => title === 'Chartered engineer')).toBe(false);
  });
  // Rows of V12.
  it.each([
    ['Hgv driver', 'Driver, HGV', 'HGV driver'],
    ['Youtuber', 'YouTuber', 'YouTuber'],
    ['Higher (d) executive officer', 'Officer, executive, higher (D)', 'Higher (D) executive officer'],
    ['IT technical archITect', 'Architect, technical, IT', 'IT technical architect'],
    ['Royal air force airman', 'Airman, Force, Air, Royal', 'Royal Air Force airman'],
    ['R&d engineer', 'Engineer, R&D', 'R&D engineer'],
    ['Software engineer', 'Engineer, software', 'Software engineer'],
    ['AP(T)', 'AP(T)', 'AP(T)'],
    ["Driver's mate", "Mate, driver's", "Driver's mate"],
    ['Café worker', 'Worker, café', 'Café worker'],
    ['Registrar of births, deaths and marriages', 'Registrar of births, deaths and marriages', 'Registrar of births, deaths and marriages'],
  ])('gives "%s" the capitals of "%s"', (natural, inverted, expected) => {
    expect(titleOf({ natural, inverted })).toBe(expected);
  });
  it.each([
    ['', '', null],
    ['qualified', '', 'qualified'],
    ['', 'retail pharmacy', 'retail pharmacy'],
    ['ward', 'hospital service', 'ward, hospital service'],
  ])('joins "%s" and "%s"', (additional, industry, expected) => expect(qualifierOf({ additional, industry })).toBe(expected));
  it('keeps the abbreviations that search may write out, and no grades', () => {
    expect(sample.edition.observations.abbreviations).toEqual([
      { short: 'HGV', long: 'Heavy Goods Vehicle' },
      { short: 'mfr', long: 'Manufacturing' },
      { short: 'Nos', long: 'Not Otherwise Specified' },
      { short: 'r and d', long: 'Research and development' },
      { short: 'TA', long: 'Teaching assistant' },
    ]);
  });
  it('prints a qualifier as given, abbreviations and all', () => {
    const titles = bodyOf<OccupationTitle[]>(documentsOf(sample.edition), 'titles', '2134');
    expect(titles.some(({ qualifier }) => qualifier?.includes('mfr'))).toBe(true);
  });
  it('finds moved columns, other spellings of headers and the names of V13', async () => {
    const renames: Record<string, string> = {
      Information: 'INFO',
      'INDEXOCC_-_natural_word_order': 'INDEXOCC-natural_word_order',
      SOC_2020: 'SOC\n2020 ',
      RECNO: 'RECNO ',
    };
    const moved = await workbookOf(
      (text) => renames[text] ?? text,
      (headers) => headers.map((_, at) => headers.length - 1 - at),
    );
    const rows = await socIndex.parse(release, moved);
    const { edition, problems } = examine(rows);
    expect(problems).toEqual([]);
    expect(edition.observations.entries).toEqual([
      {
        id: 'b4ec',
        title: 'Software engineer',
        inverted: 'Engineer, software',
        qualifier: null,
        isDefault: true,
        soc2020: '2134',
        soc2010: '2136',
        isco08: '2512',
      },
    ]);
    expect(edition.observations).toMatchObject({ version: 13, statedRecords: 1 });
  });
  it('recognises the index with a version after its name', async () => {
    await expect(
      socIndex.parse(release, await workbookOf((text) => (text === 'SOC2020 coding index' ? `${text} V4` : text))),
    ).resolves.toBeDefined();
  });
});

describe('documents', () => {
  const documents = documentsOf(sample.edition);
  it('order titles by title, then qualifier, the bare title first', () => {
    const titles = bodyOf<OccupationTitle[]>(documents, 'titles', '2211').filter(({ title }) => !title.startsWith('Sample'));
    expect(titles).toEqual([
      { title: 'Doctor', qualifier: null },
      { title: 'Doctor', qualifier: 'GP' },
      { title: 'GP', qualifier: null },
    ]);
  });
  it('map to ISCO-08 with the most entries first, ties by code, and shares of all entries', () => {
    const profile = bodyOf<OccupationProfile>(documents, 'occupation', '3311');
    const { mapping, unmappedEntries, derivation } = profile.isco08;
    expect(mapping.map(({ code }) => code)).toEqual(['0310', '0210']);
    expect(mapping.reduce((sum, { indexEntries }) => sum + indexEntries, unmappedEntries)).toBe(profile.jobTitles);
    expect(mapping[0]?.sharePercent).toBe(53.8);
    expect(derivation).toMatch(/not of people.*International Labour Organization/);
  });
  it('list and count a title once that the index repeats', () => {
    const nurse = rowOf('Staff nurse');
    const { edition } = examine([...sampleRows, { ...nurse, id: 'z9zz', row: 9999 }]);
    const twice = documentsOf(edition);
    for (const endpoint of ['titles', 'search']) {
      const place = endpoint === 'titles' ? nurse.soc2020 : undefined;
      expect(bodyOf(twice, endpoint, place)).toEqual(bodyOf(documents, endpoint, place));
    }
    const counted = (of: ReadonlyMap<string, unknown>) => bodyOf<OccupationProfile>(of, 'occupation', nurse.soc2020).jobTitles;
    expect(counted(twice)).toBe(counted(documents));
  });
  it('count entries without an ISCO-08 code apart', () => {
    expect(bodyOf<OccupationProfile>(documents, 'occupation', '8160').isco08.unmappedEntries).toBe(1);
  });
  it('give the place in the hierarchy', () => {
    expect(bodyOf<OccupationSummary[]>(documents, 'occupations').find(({ soc2020 }) => soc2020 === '2134')?.hierarchy).toEqual({
      majorGroup: { code: '2', title: 'Professional occupations' },
      subMajorGroup: { code: '21', title: 'Science, research, engineering and technology professionals' },
      minorGroup: { code: '213', title: 'Information technology professionals' },
    });
  });
});

describe('faults, each told with its place', () => {
  it.each([
    ['soc2020', '21E4', /!G\d+: unknown marker "21E4", expected a code of four digits or }}}}/],
    ['soc2010', '', /!F\d+: unknown marker ""/],
    ['isco08', 'n/a', /!M\d+: unknown marker "n\/a"/],
  ] as const)('an unknown marker in %s', (column, value, message) => {
    const { problems } = examine(edited('Software engineer', { [column]: value }));
    expect(problems.map(({ place, message: text }) => `${place}: ${text}`).join('\n')).toMatch(message);
  });
  it.each([
    ['row-count', {}, 'FILE SPEC'],
    ['codes-known', { soc2020: '6115' }, 'G'],
    ['ids-unique', { id: 'a1aa' }, 'A'],
    ['cross-references', { soc2020: '}}}}', see: '' }, 'L'],
    ['isco-known', { isco08: '9999' }, 'M'],
    ['d-values', { marker: 'X' }, 'C'],
  ] as const)('%s finds %o', (name, change, column) => {
    const rows =
      column === 'FILE SPEC'
        ? sampleRows.filter((row) => row.kind !== 'index' || row.natural !== 'Zoologist')
        : edited('Staff nurse', change);
    const findings = found(name, examine(rows).edition);
    expect(findings).toHaveLength(1);
    if (column !== 'FILE SPEC') expect(findings[0]?.place).toContain(`'SOC2020 coding index'!${column}${rowOf('Staff nurse').row}`);
  });
  it('misses a unit group without titles', () => {
    const rows = sampleRows.filter((row) => row.kind !== 'index' || row.soc2020 !== '2225');
    expect(found('every-unit-has-titles', examine(rows).edition).map(({ message }) => message)).toEqual([
      'the unit groups of the entries lack "2225", expected all 412',
    ]);
  });
  it('finds a bare title in two unit groups', () => {
    const rows = sampleRows.map(
      (row): Row => (row.kind === 'index' && row.natural === 'Nurse' && row.soc2020 === '6131' ? { ...row, additional: '' } : row),
    );
    expect(found('search-keeps-exact', examine(rows).edition)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^finds "Nurse" \(\d{4}\) at 1 first$/) }),
    ]);
  });
  it('reads anchors of V12 alone', () => {
    expect(found('anchors', sample.edition)).toEqual([]);
    expect(found('anchors', { ...sample.edition, release: releaseNamed('2025-04-16') })).not.toEqual([]);
    expect(found('anchors', { ...sample.edition, release: releaseNamed('2026-08-27-v2') })).toEqual([]);
  });
});

describe('against the previous edition', () => {
  const titleOf8113 = structure.groups.get('8113')?.title ?? '';
  const consistent = { extension: '8113/01', unitGroupTitle: titleOf8113 };
  const recoded = (count: number, change: (row: EntryRow) => Partial<EntryRow> = () => ({})) => {
    let left = count;
    const moves = (row: Row) => row.kind === 'index' && row.soc2020 !== '}}}}' && row.soc2020 !== '8113' && left-- > 0;
    return examine(sampleRows.map((row): Row => (moves(row) ? ({ ...row, soc2020: '8113', ...change(row as EntryRow) } as Row) : row)))
      .edition;
  };
  const marked = ({ version }: EntryRow) => ({ version: `${version}/V13 amended` });
  it.each([
    ['nothing', 0, () => ({}), 0, 0],
    ['four codes alone', 4, () => ({}), 1, 0],
    ['five codes alone', 5, () => ({}), 1, 5],
    ['five codes with their extensions', 5, () => ({ extension: '8113/01' }), 1, 5],
    ['five codes with their titles', 5, () => ({ unitGroupTitle: titleOf8113 }), 1, 5],
    ['five codes with both, not marked as amended', 5, () => consistent, 1, 5],
    ['500 codes with both, marked as amended', 500, (row: EntryRow) => ({ ...consistent, ...marked(row) }), 1, 0],
  ] as const)('%s of other unit groups', (_, count, change, known, blocking) => {
    const edition = recoded(count, change);
    expect(found('recoded', edition, sample.edition)).toHaveLength(known);
    expect(found('coded-elsewhere', edition, sample.edition)).toHaveLength(blocking);
  });
  it('names the titles that have moved, cut at ten', () => {
    const [one] = found('recoded', examine(edited('Software engineer', { soc2020: '2136' })).edition, sample.edition);
    expect(one).toMatchObject({
      message: '1 title has moved to another unit group since sample-2025-04-16: "Software engineer: 2134 → 2136"',
    });
    const [many] = found('recoded', recoded(12), sample.edition);
    expect(String(many?.message)).toMatch(/^12 titles have moved .*: (".*: \d{4} → 8113"(, )?){10} … \(12 in all\)$/);
  });
  it('knows an entry again by its title if its identifier is new', () => {
    const moved = examine(edited('Software engineer', { id: 'z9zz', soc2020: '2136' })).edition;
    expect(found('recoded', moved, sample.edition)).toHaveLength(1);
    expect(found('recoded', examine(edited('Software engineer', { id: 'z9zz' })).edition, sample.edition)).toEqual([]);
  });
  it('holds an index with too few rows', () => {
    const fewer = examine(sampleRows.filter((row) => row.kind !== 'index' || !row.soc2020.startsWith('81'))).edition;
    expect(found('row-count', fewer, sample.edition)).toHaveLength(2);
  });
});

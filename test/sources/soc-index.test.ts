// The coding index: the traps of the publisher's workbook, on small edits of the sample's rows and
// files.
import { describe, expect, it } from 'vitest';
import { writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type {
  OccupationProfile,
  OccupationSummary,
  OccupationTitle,
} from '#schemas/resources/occupations.ts';
import type { EntryRow, Rows } from '#sources/soc-index/layout.ts';
import { crossReferenceOf, qualifierOf, titleOf } from '#sources/soc-index/reshape.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { structureOfSample } from './classification.ts';
import { bodiesOf, findingsOf } from './data-set.ts';
import { examineSample, needsOf, reshaped } from './examine.ts';

const structure = await structureOfSample();
const needs = needsOf({ 'soc-structure': structure });
const { edition: sample } = await examineSample(socIndex, needs);

const withRows = (rows: Rows, name?: string) => reshaped(socIndex, sample, rows, name);
type Outcome = ReturnType<typeof withRows>;
const isEntry = (row: Rows[number]): row is EntryRow => row.kind === 'index';
const changed = (edit: (row: EntryRow) => EntryRow | null) =>
  withRows(sample.rows.flatMap((row) => (isEntry(row) ? (edit(row) ?? []) : row)));
const rowOf = (natural: string) =>
  sample.rows.filter(isEntry).find((row) => row.natural === natural) ?? expect.fail(natural);
/** The sample with the first entry of a title changed. */
const edited = (natural: string, change: Partial<Omit<EntryRow, 'kind' | 'row'>>) =>
  changed((row) => (row === rowOf(natural) ? { ...row, ...change } : row));
const found = (
  check: string,
  { edition }: { edition: typeof sample },
  previous: typeof sample | null = null,
) => findingsOf(socIndex, check, edition, previous);
const bodyOf = <Body>({ edition }: { edition: typeof sample }, key: string) =>
  bodiesOf<Body>(socIndex, edition, ({ soc }, endpoint) => [endpoint, soc].join(' ').trim()).get(
    key,
  ) ?? expect.fail(key);

/** One entry in V12's layout, by its headers. */
const entry: Readonly<Record<string, string | number>> = {
  'UNIQUE ID': 'b4ec',
  RECNO: 1,
  D: 'O',
  SOC_90: 214,
  SOC_2000: 2132,
  SOC_2010: 2136,
  SOC_2020: 2134,
  SOC_2020_ext: '2134/03',
  INDEXOCC: 'Engineer, software',
  ADD: '',
  IND: '',
  SEE: '',
  'ISCO-08 code based on SOC2020': 2512,
  VERSNO: '',
  CHANGE: '',
  SOC2020_unit_group_title: 'Programmers',
  'INDEXOCC_-_natural_word_order': 'Software engineer',
};
/**
 * A small workbook of that entry; `change` is applied to the names of its sheets and to the headers
 * of the index.
 */
async function parse(change: (text: string) => string, headers = Object.keys(entry)) {
  const sheets = {
    Information: [[], [null, 'Version 13 Of The Standard Occupational Classification 2020 Index']],
    'FILE SPEC': [[null, 'Number of records in the SOC2020 coding index: 1']],
    'SOC2020 coding index': [headers.map(change), headers.map((header) => entry[header] || null)],
    Abbreviations: [['Abbreviation', 'Meaning']],
    'ISCO-08 framework': [[null, 2512, 'Software Developers']],
  };
  const bytes = await writeWorkbook(
    Object.entries(sheets).map(([name, rows]) => ({ name: change(name), rows })),
  );
  return socIndex.parse(sample.release, [
    { name: 'soc2020volume2thecodingindexexcel16042025.xlsx', bytes },
  ]);
}

describe('traps', () => {
  it('braces stop at a coded entry, and are emitted nowhere', () => {
    const { problems } = edited('Software engineer', { natural: '}}}}', inverted: '}}}}' });
    expect(problems.map(({ place }) => place)).toEqual([
      `soc-index sample-2025-04-16 'SOC2020 coding index'!M${rowOf('Software engineer').row}`,
    ]);
    expect(sample.rows.filter((row) => isEntry(row) && row.soc2020 === '}}}}')).toHaveLength(4);
    expect(JSON.stringify(sample.observations.entries)).not.toMatch(/"\}{3}/);
  });
  it('ISCO-08 codes of the armed forces keep their zero, whether text or number', () => {
    const { entries } = edited('Soldier', { isco08: '310' }).edition.observations;
    expect(entries.find(({ title }) => title === 'Soldier')?.isco08).toBe('0310');
    const { isco08 } = bodyOf<OccupationProfile>({ edition: sample }, 'occupation 1161');
    expect(isco08.mapping[0]).toMatchObject({
      code: '0110',
      title: 'Commissioned Armed Forces Officers',
    });
  });
  it('the unit group is of its own column, titled as in Volume 1', () => {
    const { edition } = edited('Director', { soc2020: '1132', extension: '1139/02' });
    expect(edition.observations.entries.find(({ title }) => title === 'Director')?.soc2020).toBe(
      '1132',
    );
    const list = bodyOf<OccupationSummary[]>(
      edited('Van driver', { unitGroupTitle: 'Rail transport operatives' }),
      'occupations',
    );
    expect(list.find(({ soc2020 }) => soc2020 === '8214')?.title).toBe(
      'Delivery drivers and couriers',
    );
  });
  it('a default marker on an entry with a qualifier makes no default of the bare title', () => {
    const { entries } = sample.observations;
    const manager = entries.find(({ title, soc2020 }) => title === 'Manager' && soc2020 === '2132');
    expect([manager?.qualifier, manager?.isDefault]).toEqual(['computer services', false]);
    expect(entries.find(({ title, isDefault }) => title === 'Nurse' && isDefault)).toMatchObject({
      soc2020: '2237',
      qualifier: null,
    });
  });
  it.each([
    ['see Engineer (professional)', { to: 'Engineer', qualifier: 'professional' }],
    ['see also Manager ( )', { to: 'Manager', qualifier: '' }],
    ['see notes', null],
  ])('the reference "%s" leads to %j', (see, expected) => {
    const from = { natural: 'Dataller', inverted: 'Dataller', see };
    expect(crossReferenceOf(from)).toEqual(expected && { from: 'Dataller', ...expected });
  });
  // Rows of V12.
  it.each([
    ['Hgv driver', 'Driver, HGV', 'HGV driver'],
    ['IT technical archITect', 'Architect, technical, IT', 'IT technical architect'],
    ['Royal air force airman', 'Airman, Force, Air, Royal', 'Royal Air Force airman'],
  ])('gives "%s" the capitals of "%s"', (natural, inverted, expected) =>
    expect(titleOf({ natural, inverted })).toBe(expected),
  );
  it.each([
    ['qualified', '', 'qualified'],
    ['ward', 'hospital service', 'ward, hospital service'],
  ])('the qualifiers "%s" and "%s" are joined', (additional, industry, expected) =>
    expect(qualifierOf({ additional, industry })).toBe(expected),
  );
  it('keeps abbreviations for search, no grades, and printed qualifiers', () => {
    const more = [
      ['&   *', 'And'],
      ['TA', 'Teaching/Teachers assistant'],
      ['Nos', 'Not Otherwise Specified.'],
      ['Gd', 'Grade of work'],
    ];
    const rows = more.map(([short = '', long = ''], at): Rows[number] => ({
      kind: 'abbreviations',
      row: 90 + at,
      short,
      long,
    }));
    const { abbreviations } = withRows([...sample.rows, ...rows]).edition.observations;
    expect(abbreviations.map(({ short, long }) => `${short} ${long}`)).toEqual([
      'HGV Heavy Goods Vehicle',
      'mfr Manufacturing',
      'TA Teaching assistant',
      'Nos Not Otherwise Specified',
    ]);
    const titles = bodyOf<OccupationTitle[]>({ edition: sample }, 'titles 2134');
    expect(titles.some(({ qualifier }) => qualifier?.includes('mfr'))).toBe(true);
  });
  it('moved columns, other spellings of headers and the names of V13 are found', async () => {
    const names: Readonly<Record<string, string>> = {
      Information: 'INFO',
      SOC_2020: 'SOC\n2020 ',
      RECNO: 'RECNO ',
      'SOC2020 coding index': 'SOC2020 coding index V4',
      'INDEXOCC_-_natural_word_order': 'INDEXOCC-natural_word_order',
    };
    const { edition, problems } = withRows(
      await parse((text) => names[text] ?? text, Object.keys(entry).toReversed()),
    );
    expect([problems, edition.observations.version, edition.observations.statedRecords]).toEqual([
      [],
      13,
      1,
    ]);
    expect(edition.observations.entries).toMatchObject([
      { id: 'b4ec', title: 'Software engineer', soc2020: '2134', isco08: '2512' },
    ]);
  });
  it('an unknown marker for a code', () => {
    const { lines } = edited('Software engineer', { soc2020: '21E4' });
    expect(lines.join('\n')).toMatch(
      /!D\d+: unknown marker "21E4", expected a code of four digits or }}}}/,
    );
  });
});

describe('documents', () => {
  it('order titles by title, then qualifier, the bare title first', () => {
    const titles = bodyOf<OccupationTitle[]>({ edition: sample }, 'titles 2211').filter(
      ({ title }) => !title.startsWith('Sample'),
    );
    expect(titles.map(({ title, qualifier }) => `${title}, ${qualifier}`)).toEqual([
      'Doctor, null',
      'Doctor, GP',
      'GP, null',
    ]);
  });
  it('list and count once a title that the index repeats', () => {
    const nurse = rowOf('Staff nurse');
    const twice = withRows([...sample.rows, { ...nurse, id: 'z9zz', row: 9999 }]);
    for (const key of [`titles ${nurse.soc2020}`, 'search', 'occupations'])
      expect(bodyOf(twice, key)).toEqual(bodyOf({ edition: sample }, key));
  });
});

describe('checks', () => {
  const bareNurse = changed((row) =>
    row.natural === 'Nurse' && row.soc2020 === '6131' ? { ...row, additional: '' } : row,
  );
  const nobody = sample.rows.map((row) => (isEntry(row) ? { ...row, natural: 'Nobody' } : row));
  it.each<[string, Outcome, RegExp]>([
    [
      'row-count',
      changed((row) => (row.natural === 'Zoologist' ? null : row)),
      /'FILE SPEC' states/,
    ],
    [
      'every-unit-has-titles',
      changed((row) => (row.soc2020 === '2225' ? null : row)),
      /entries lack "2225", expected all 412/,
    ],
    [
      'codes-known',
      edited('Staff nurse', { soc2020: '6115' }),
      /!D\d+: "6115" is not a unit group of SOC 2020/,
    ],
    ['ids-unique', edited('Staff nurse', { id: 'a1aa' }), /!A\d+: .*"a1aa"/],
    [
      'cross-references',
      edited('Staff nurse', { soc2020: '}}}}', see: '' }),
      /!I\d+: there is neither a code nor a reference/,
    ],
    [
      'ext-agrees',
      edited('Director', { soc2020: '1132', extension: '1139/02' }),
      /"1139\/02" is beside unit group "1132"/,
    ],
    [
      'isco-known',
      edited('Staff nurse', { isco08: '9999' }),
      /!J\d+: "9999" is not in the ISCO-08 structure/,
    ],
    ['d-values', edited('Staff nurse', { marker: 'X' }), /!B\d+: unknown marker "X"/],
    ['search-keeps-exact', bareNurse, /finds "Nurse" \(\d{4}\) at 0\.\d+ first$/],
    ['natural-order', withRows(nobody), /"Nobody" is beside/],
  ])('%s', (check, altered, message) => {
    expect(found(check, { edition: sample })).toEqual([]);
    expect(found(check, altered).join('\n')).toMatch(message);
  });
});

describe('against the previous edition', () => {
  const title = structure.groups.get('8113')?.title ?? '';
  /** So many entries moved to 8113, with more changed beside their codes. */
  const moved = (count: number, more: (row: EntryRow) => Partial<EntryRow> = () => ({})) => {
    let left = count;
    return changed((row) => {
      const isMoved = row.soc2020 !== '}}}}' && row.soc2020 !== '8113' && (left -= 1) >= 0;
      return isMoved ? { ...row, soc2020: '8113', ...more(row) } : row;
    });
  };
  const consistent = { extension: '8113/01', unitGroupTitle: title };
  const amended = ({ version }: EntryRow) => ({ ...consistent, version: `${version}/V13 amended` });
  it.each([
    ['four codes alone', moved(4), 1, 0],
    ['five codes alone', moved(5), 1, 5],
    ['five codes with both, not marked as amended', moved(5, () => consistent), 1, 5],
    ['500 codes with both, marked as amended', moved(500, amended), 1, 0],
  ])('recoded, coded-elsewhere: %s of other unit groups', (_, outcome, known, blocking) => {
    expect([
      found('recoded', outcome, sample).length,
      found('coded-elsewhere', outcome, sample).length,
    ]).toEqual([known, blocking]);
  });
  it('recoded lists ten titles, and follows entries across rows', () => {
    const [one] = found(
      'recoded',
      edited('Software engineer', { id: 'z9zz', soc2020: '2136' }),
      sample,
    );
    expect(one).toMatch(
      /: 1 title has moved .* since sample-2025-04-16: "Software engineer: 2134 → 2136"$/,
    );
    expect(found('recoded', moved(12), sample)[0]).toMatch(
      /12 titles have moved .*: (".*: \d{4} → 8113"(, )?){10} … \(12 in all\)$/,
    );
    expect(found('recoded', edited('Software engineer', { id: 'z9zz' }), sample)).toEqual([]);
    expect(found('recoded', withRows(sample.rows.toReversed()), sample)).toEqual([]);
  });
  it('row-count, titles-exchanged: too few rows, and two titles swapped', () => {
    const fewer = changed((row) => (row.soc2020.startsWith('81') ? null : row));
    expect(found('row-count', fewer, sample)).toHaveLength(2);
    const one = rowOf('Software engineer');
    const other = rowOf('Staff nurse');
    const printed = ({ inverted, natural, additional, industry }: EntryRow) => ({
      inverted,
      natural,
      additional,
      industry,
    });
    const swapped = changed((row) =>
      row === one
        ? { ...row, ...printed(other) }
        : row === other
          ? { ...row, ...printed(one) }
          : row,
    );
    expect(found('titles-exchanged', swapped, sample).join('\n')).toMatch(/two titles are swapped/);
  });
});

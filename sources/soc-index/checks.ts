// What a version of the coding index must show before it is served: counts, codes, cross-references, rows read by eye, and a search that finds every title.
import { quoteList } from '#sources/kit/problem.ts';
import type { Check, Examined, Finding, IndexEntry } from '#sources/kit/source.ts';
import { wordsOf } from '#server/search/normalise.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import { titleIndexOf } from './documents.ts';
import { type EntryRow, type IndexColumn, type Rows, layoutOf, placeOf } from './parse.ts';
import { type IndexObservations, defaultMarkers, noCode } from './reshape.ts';

type IndexCheck = Check<Rows, IndexObservations>;
type Edition = Examined<Rows, IndexObservations>;

// Rows of V12 read by eye from ONS's workbook, found by their identifier: rows move from version to version, and these are evaluated for V12 alone.
const anchorRelease = '2025-04-16';
const anchors: readonly ({ readonly id: string; readonly row: number } & Partial<Record<IndexColumn, string>>)[] = [
  { id: 'a1aa', row: 2, soc2020: '2439', extension: '2439/99', inverted: 'A', industry: 'Cabinet Office', isco08: '2422' },
  { id: 'a1ad', row: 5, soc2020: '4111', extension: '4111/01', inverted: 'A1', industry: 'Jobcentre Plus', isco08: '3353' },
  { id: 'a1pc', row: 592, soc2020: '}}}}', extension: '}}}}/}}', inverted: 'Advisor', see: 'see Adviser' },
  {
    id: 'b1zb',
    row: 8179,
    marker: 'O',
    soc2020: '1132',
    extension: '1139/02',
    inverted: 'Director',
    additional: 'marketing',
    isco08: '1221',
  },
  {
    id: 'b4ec',
    row: 9946,
    marker: 'O',
    soc2020: '2134',
    extension: '2134/03',
    inverted: 'Engineer, software',
    natural: 'Software engineer',
    isco08: '2512',
  },
  { id: 'b6xg', row: 11939, soc2020: '8160', inverted: 'Foreman, factory', isco08: '}}}}' },
  {
    id: 'c8jf',
    row: 19886,
    marker: 'O',
    soc2020: '2132',
    inverted: 'Manager',
    industry: 'computer services',
    isco08: '1330',
    version: 'V11 amended',
  },
  { id: 'd1ju', row: 21393, marker: 'M', soc2020: '2237', inverted: 'Nurse', isco08: '2221' },
  { id: 'e6lp', row: 32192, marker: 'M', soc2020: '9252', inverted: 'Yardsman', isco08: '9333' },
  { id: 'e6lq', row: 32196, soc2020: '2112', extension: '2112/07', inverted: 'Zoologist', isco08: '2131' },
];
const entryAnchors: readonly (readonly [unitGroup: string, entries: number])[] = [
  ['8112', 1196],
  ['8113', 827],
  ['4159', 138],
  ['9223', 128],
  ['2134', 127],
  ['6135', 124],
  ['1161', 63],
  ['2237', 62],
  ['1111', 51],
  ['2231', 9],
  ['2225', 2],
];
const iscoAnchors: readonly (readonly [unitGroup: string, isco: string, entries: number])[] = [
  ['2134', '2512', 69],
  ['2134', '2513', 28],
  ['2134', '2514', 12],
  ['2134', '2511', 6],
  ['2134', '2521', 3],
  ['2134', '2519', 2],
  ['2134', '3512', 2],
  ['2134', '2166', 2],
  ['2134', '3514', 2],
  ['2134', '2523', 1],
];
const codedEntries = 31964;

export const checks: readonly IndexCheck[] = [
  {
    name: 'row-count',
    severity: 'block',
    describe: 'As many entries as the publisher states, and between 1 % fewer and 5 % more than in the previous edition.',
    check: rowCountFindings,
  },
  {
    name: 'every-unit-has-titles',
    severity: 'block',
    describe: 'Every unit group of SOC 2020 has at least one entry.',
    check: ({ release, observations }) => {
      const used = new Set(observations.entries.map(({ soc2020 }) => soc2020));
      const without = observations.occupations.filter((code) => !used.has(code));
      return without.length === 0
        ? []
        : [{ place: `soc-index ${release.name}`, message: `no entry is classified to ${quoteList(without)}` }];
    },
  },
  {
    name: 'codes-known',
    severity: 'block',
    describe: 'Every unit group of the index is one of SOC 2020 Volume 1.',
    check: (edition) => {
      const known = new Set(edition.observations.occupations);
      return findingsByRow(edition, 'soc2020', (row) =>
        row.soc2020 === noCode || known.has(row.soc2020) ? null : `"${row.soc2020}" is no unit group of SOC 2020`,
      );
    },
  },
  {
    name: 'ids-unique',
    severity: 'block',
    describe: 'Identifiers are distinct and of the shape a1aa.',
    check: (edition) => {
      const seen = new Set<string>();
      return findingsByRow(edition, 'id', (row) => {
        if (!/^[a-z][0-9][a-z]{2}$/.test(row.id)) return `"${row.id}" has not the shape a1aa`;
        const repeated = seen.has(row.id);
        seen.add(row.id);
        return repeated ? `"${row.id}" occurs twice` : null;
      });
    },
  },
  {
    name: 'cross-references',
    severity: 'block',
    describe: 'An entry without a unit group says where to look instead.',
    check: (edition) =>
      findingsByRow(edition, 'see', (row) =>
        row.soc2020 === noCode && row.see.trim() === '' ? 'there is neither a code nor a reference' : null,
      ),
  },
  {
    name: 'cross-references-near',
    severity: 'known-issue',
    describe: 'Between 150 and 350 entries without a unit group.',
    check: ({ release, rows }) => {
      const count = entryRows(rows).filter((row) => row.soc2020 === noCode).length;
      return count >= 150 && count <= 350
        ? []
        : [{ place: `soc-index ${release.name}`, message: `${count} entries without a code, expected 150 to 350` }];
    },
  },
  {
    name: 'cross-references-lead-somewhere',
    severity: 'info',
    describe: 'The title that a cross-reference names is a title of the index; search leaves the others out.',
    check: (edition) => {
      const known = new Set(
        edition.observations.entries.flatMap(({ title, inverted }) => [wordsOf(title).join(' '), wordsOf(inverted).join(' ')]),
      );
      return edition.observations.crossReferences
        .filter(({ to }) => !known.has(wordsOf(to).join(' ')))
        .map(({ from, to }) => ({
          place: `soc-index ${edition.release.name} "${from}"`,
          message: `refers to "${to}", which is no coded title`,
        }));
    },
  },
  {
    name: 'ext-agrees',
    severity: 'known-issue',
    describe: 'The first four digits of the extension are the unit group.',
    check: (edition) =>
      findingsByRow(edition, 'extension', (row) =>
        row.soc2020 === noCode || row.extension.startsWith(`${row.soc2020}/`)
          ? null
          : `"${row.extension}" stands beside unit group "${row.soc2020}"`,
      ),
  },
  {
    name: 'isco-known',
    severity: 'block',
    describe: 'Every ISCO-08 code is in the ISCO-08 structure of the same workbook.',
    check: (edition) =>
      findingsByRow(edition, 'isco08', (row) => {
        const code = row.isco08.trim();
        return code === noCode || edition.observations.iscoTitles.has(code.padStart(4, '0'))
          ? null
          : `"${row.isco08}" is not in the ISCO-08 structure`;
      }),
  },
  {
    name: 'title-agrees',
    severity: 'known-issue',
    describe: 'The title printed beside a unit group is that of SOC 2020 Volume 1. What is served comes from Volume 1.',
    check: (edition) => titleFindings(edition, 0),
  },
  {
    name: 'title-agrees-widely',
    severity: 'block',
    describe: 'At most 10 unit groups are printed with another title than in SOC 2020 Volume 1.',
    check: (edition) => titleFindings(edition, 10),
  },
  {
    name: 'default-unique',
    severity: 'block',
    describe: 'No title has unqualified entries in two unit groups.',
    check: ({ release, observations }) => {
      const groups = new Map<string, Set<string>>();
      for (const { title, qualifier, soc2020 } of observations.entries) {
        if (qualifier !== null) continue;
        const key = title.toLowerCase();
        groups.set(key, (groups.get(key) ?? new Set<string>()).add(soc2020));
      }
      return [...groups]
        .filter(([, codes]) => codes.size > 1)
        .map(([title, codes]) => ({
          place: `soc-index ${release.name} "${title}"`,
          message: `the bare title is classified to ${quoteList([...codes])}`,
        }));
    },
  },
  {
    name: 'd-values',
    severity: 'block',
    describe: "Default markers are the publisher's own: empty, O, I, M, A, Q, QS.",
    check: (edition) =>
      findingsByRow(edition, 'marker', (row) =>
        defaultMarkers.includes(row.marker)
          ? null
          : `unknown marker "${row.marker}", expected empty or one of ${defaultMarkers.filter((marker) => marker !== '').join(' ')}`,
      ),
  },
  {
    name: 'recoded',
    severity: 'known-issue',
    describe: 'More than 50 entries have moved to another unit group since the previous edition.',
    check: (edition, previous) => recodedFindings(edition, previous, 50),
  },
  {
    name: 'recoded-widely',
    severity: 'block',
    describe: 'More than 500 entries have moved to another unit group since the previous edition.',
    check: (edition, previous) => recodedFindings(edition, previous, 500),
  },
  {
    name: 'removed',
    severity: 'known-issue',
    describe: 'More than 50 identifiers are gone since the previous edition.',
    check: ({ release, rows }, previous) => {
      if (previous === null) return [];
      const now = new Set(entryRows(rows).map(({ id }) => id));
      const gone = entryRows(previous.rows).filter(({ id }) => !now.has(id));
      return gone.length <= 50
        ? []
        : gone.map(({ id, natural }) => ({ place: `soc-index ${release.name} ${id}`, message: `"${natural}" is gone` }));
    },
  },
  {
    name: 'search-keeps-exact',
    severity: 'block',
    describe: 'Every coded title finds itself first, with confidence 1, and a bare title its own unit group.',
    check: searchFindings,
  },
  {
    name: 'no-braces-leak',
    severity: 'block',
    describe: `The marker ${noCode} occurs in no emitted value.`,
    check: ({ release, observations }) =>
      observations.entries
        .filter((entry) => [entry.title, entry.inverted, entry.qualifier ?? ''].some((text) => text.includes(noCode)))
        .map(({ id }) => ({ place: `soc-index ${release.name} ${id}`, message: `"${noCode}" stands in a text of the entry` })),
  },
  {
    name: 'anchors',
    severity: 'block',
    describe: 'Rows and counts read by eye from version 12.',
    check: anchorFindings,
  },
];

function entryRows(rows: Rows): EntryRow[] {
  return rows.filter((row): row is EntryRow => row.kind === 'index');
}

/** One finding for each entry about which the rule has something to say, placed at the column. */
function findingsByRow({ release, rows }: Edition, column: IndexColumn, rule: (row: EntryRow) => string | null): Finding[] {
  const layout = layoutOf(rows, 'index');
  return entryRows(rows).flatMap((row) => {
    const message = rule(row);
    return message === null ? [] : [{ place: placeOf(release.name, layout, row.row, column), message }];
  });
}

function rowCountFindings({ release, rows, observations }: Edition, previous: Edition | null): Finding[] {
  const place = `soc-index ${release.name}`;
  const count = entryRows(rows).length;
  const findings: Finding[] = [];
  if (observations.statedRecords === null) findings.push({ place, message: "'FILE SPEC' states no number of records" });
  else if (observations.statedRecords !== count)
    findings.push({ place, message: `${count} entries, the publisher states ${observations.statedRecords}` });
  if (previous !== null) {
    const before = entryRows(previous.rows).length;
    if (count < before * 0.99 || count > before * 1.05)
      findings.push({ place, message: `${count} entries, ${before} in ${previous.release.name}` });
  }
  return findings;
}

function titleFindings({ release, rows, needs }: Edition, allowed: number): Finding[] {
  const { groups } = needs.get('soc-structure');
  const layout = layoutOf(rows, 'index');
  const fold = (title: string) => title.trim().toLowerCase();
  const found = new Map<string, Finding>();
  for (const row of entryRows(rows)) {
    const group = groups.get(row.soc2020);
    if (group === undefined || fold(row.unitGroupTitle) === fold(group.title) || found.has(row.soc2020)) continue;
    found.set(row.soc2020, {
      place: placeOf(release.name, layout, row.row, 'unitGroupTitle'),
      message: `${row.soc2020} is "${row.unitGroupTitle}", "${group.title}" in Volume 1`,
    });
  }
  return found.size > allowed ? [...found.values()] : [];
}

function recodedFindings(edition: Edition, previous: Edition | null, allowed: number): Finding[] {
  if (previous === null) return [];
  const before = new Map(entryRows(previous.rows).map(({ id, soc2020 }) => [id, soc2020]));
  const findings = findingsByRow(edition, 'soc2020', (row) => {
    const old = before.get(row.id);
    return old === undefined || old === row.soc2020 ? null : `${row.id} moved from "${old}" to "${row.soc2020}"`;
  });
  return findings.length > allowed ? findings : [];
}

function searchFindings({ release, observations, needs }: Edition): Finding[] {
  const index = loadTitleIndex(titleIndexOf(observations, needs.get('soc-structure')));
  const known = new Set(observations.occupations);
  const bare = new Map<string, IndexEntry>();
  for (const entry of observations.entries) {
    const { title, qualifier, soc2020 } = entry;
    if (known.has(soc2020) && (qualifier === null || !bare.has(title))) bare.set(title, entry);
  }
  return [...bare.values()].flatMap(({ title, qualifier, soc2020 }) => {
    const [first] = search(index, title, 1);
    const itself = first !== undefined && first.confidence === 1 && wordsOf(first.matchedTitle).join(' ') === wordsOf(title).join(' ');
    if (itself && (qualifier !== null || first.soc2020 === soc2020)) return [];
    const found = first === undefined ? 'nothing' : `"${first.matchedTitle}" (${first.soc2020}) at ${first.confidence}`;
    return [{ place: `soc-index ${release.name} "${title}"`, message: `finds ${found} first` }];
  });
}

function anchorFindings({ release, rows, observations }: Edition): Finding[] {
  if (release.sample || release.name !== anchorRelease) return [];
  const layout = layoutOf(rows, 'index');
  const byId = new Map(entryRows(rows).map((row) => [row.id, row]));
  const findings: Finding[] = [];
  const compare = (place: string, got: string | number | undefined, expected: string | number) => {
    if (got !== expected)
      findings.push({ place, message: `got ${got === undefined ? 'no such row' : `"${got}"`}, expected "${expected}"` });
  };
  for (const { id, row, ...values } of anchors) {
    const found = byId.get(id);
    compare(`soc-index ${release.name} ${id}`, found?.row, row);
    for (const column of Object.keys(values) as (keyof typeof values)[]) {
      compare(placeOf(release.name, layout, row, column), found?.[column], values[column] ?? '');
    }
  }
  const place = `soc-index ${release.name}`;
  const entriesOf = Map.groupBy(observations.entries, ({ soc2020 }) => soc2020);
  for (const [soc, expected] of entryAnchors) compare(`${place} entries of ${soc}`, entriesOf.get(soc)?.length, expected);
  for (const [soc, isco, expected] of iscoAnchors) {
    compare(
      `${place} entries of ${soc} with ISCO-08 ${isco}`,
      entriesOf.get(soc)?.filter(({ isco08 }) => isco08 === isco).length,
      expected,
    );
  }
  compare(`${place} coded entries`, observations.entries.length, codedEntries);
  return findings;
}

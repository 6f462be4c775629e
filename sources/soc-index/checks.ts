// What a version of the coding index must show before it is served: counts, codes, references, rows
// read by eye, and a search for every title.
import * as check from '#sources/kit/checks.ts';
import { type KeyedTable, keyedCheck } from '#sources/kit/checks-keyed.ts';
import { textChecks } from '#sources/kit/checks-texts.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import type { Check, Finding } from '#sources/kit/checks.ts';
import type { IndexEntry } from '#sources/kit/needs.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { quoteList } from '#sources/kit/problem.ts';
import { foldToLetters } from '#sources/kit/read/fold.ts';
import type { Examined } from '#sources/kit/release.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { wordsOf } from '#server/search/normalise.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import { printedAs, titleIndexOf } from './documents.ts';
import { type EntryRow, type IndexColumn, type Rows, entriesIn, layout } from './layout.ts';
import { type IndexObservations, defaultMarkers, noCode, qualifierOf, titleOf } from './reshape.ts';

type Edition = Examined<Rows, IndexObservations>;

// Rows of V12, read by eye from ONS's workbook and found by their identifier. Rows move between
// versions, so the check is for V12 only.
const anchorRelease = '2025-04-16';
const anchorRows: readonly ({ readonly id: string; readonly row: number } & Partial<
  Record<IndexColumn, string>
>)[] = [
  {
    id: 'a1aa',
    row: 2,
    soc2020: '2439',
    extension: '2439/99',
    inverted: 'A',
    industry: 'Cabinet Office',
    isco08: '2422',
  },
  {
    id: 'a1pc',
    row: 592,
    soc2020: '}}}}',
    extension: '}}}}/}}',
    inverted: 'Advisor',
    see: 'see Adviser',
  },
  {
    id: 'b1zb',
    row: 8179,
    marker: 'O',
    soc2020: '1132',
    extension: '1139/02',
    inverted: 'Director',
    additional: 'marketing',
  },
  {
    id: 'b4ec',
    row: 9946,
    marker: 'O',
    soc2020: '2134',
    inverted: 'Engineer, software',
    natural: 'Software engineer',
    isco08: '2512',
  },
  {
    id: 'c8jf',
    row: 19886,
    soc2020: '2132',
    inverted: 'Manager',
    industry: 'computer services',
    version: 'V11 amended',
  },
  {
    id: 'e6lq',
    row: 32196,
    soc2020: '2112',
    extension: '2112/07',
    inverted: 'Zoologist',
    isco08: '2131',
  },
];
const anchorEntries = [
  { soc2020: '8112', entries: 1196 },
  { soc2020: '2134', entries: 127 },
  { soc2020: '2225', entries: 2 },
] as const;
const codedEntries = 31964;

// From version 12 to 13 two of 32,195 entries went, five changed their unit group and fourteen
// their ISCO-08 code. Version 12 amended 65 entries.
const seldom = { changes: 0.002 } as const;
const entriesCompared: KeyedTable<Edition> = {
  name: 'entries',
  rows: ({ rows }) =>
    entriesIn(rows).map((row) => ({
      key: row.id,
      name: `${row.inverted} (${row.id})`,
      values: {
        title: row.inverted,
        'additional words': row.additional,
        industry: row.industry,
        'natural title': row.natural,
        'unit group': row.soc2020,
        'SOC 2010 code': row.soc2010,
        'ISCO-08 code': row.isco08,
        reference: row.see,
        'default marker': row.marker,
      },
    })),
  columns: {
    title: { changes: 0.01 },
    'additional words': { changes: 0.01 },
    industry: { changes: 0.01 },
    'natural title': { changes: 0.05 },
    'unit group': seldom,
    'SOC 2010 code': seldom,
    'ISCO-08 code': seldom,
    reference: seldom,
    'default marker': seldom,
  },
  lost: 0.002,
};

const hasNoCode = ({ soc2020 }: EntryRow) => soc2020 === noCode;

/** One finding for each entry with a fault, at the entry's cell in the column. */
function eachEntry(
  column: IndexColumn,
  fault: (row: EntryRow, edition: Edition) => string | null,
): check.Rule<Edition> {
  const place = (row: EntryRow, edition: Edition) => layout.placeOf(edition, row, column);
  return check.each(({ rows }) => entriesIn(rows), place, fault);
}

const codesKnown = check.once(
  ({ observations }: Edition) => new Set([noCode, ...observations.occupations]),
);

/**
 * A printed title with its qualifiers, by which an entry is known again under another identifier.
 */
const printedTitle = ({ inverted, additional, industry }: EntryRow) =>
  [inverted, additional, industry].join('|').toLowerCase();

/** The entries with another unit group than in the edition before, and their unit group there. */
function recodedSince(
  { rows }: Edition,
  previous: Edition | null,
): { readonly row: EntryRow; readonly from: string }[] {
  const before = entriesIn(previous?.rows ?? []);
  const codes = new Map(before.map(({ id, soc2020 }) => [id, soc2020]));
  const byTitle = Map.groupBy(before, printedTitle);
  const recoded: { row: EntryRow; from: string }[] = [];
  for (const row of entriesIn(rows)) {
    // The title first: two titles that are swapped keep the codes of their identifiers.
    const [same, ...others] = byTitle.get(printedTitle(row)) ?? [];
    const from =
      (others.length === 0 ? same?.soc2020 : undefined) ?? codes.get(row.id) ?? row.soc2020;
    if (from !== row.soc2020) recoded.push({ row, from });
  }
  return recoded;
}

/**
 * Entries whose code is contradicted: by their own extension, by the title of another unit group
 * beside it, or by the edition before, if their column of versions is the same as there. The
 * publisher marks all that it amends.
 */
const contradicted: check.Rule<Edition> = (edition, previous) => {
  const codes = new Map(
    edition.needs
      .get('soc-structure')
      .unitGroups.map(({ code, title }) => [foldToLetters(title), code]),
  );
  const versions = new Map(entriesIn(previous?.rows ?? []).map(({ id, version }) => [id, version]));
  const moved = recodedSince(edition, previous).filter(
    ({ row }) => (versions.get(row.id) ?? row.version) === row.version,
  );
  const before = new Map(moved.map(({ row, from }) => [row, from]));
  const contradictionOf = (row: EntryRow): string | null => {
    if (!hasNoCode(row) && !row.extension.startsWith(`${row.soc2020}/`))
      return `the extension ${row.extension}`;
    const titled = codes.get(foldToLetters(row.unitGroupTitle)) ?? row.soc2020;
    if (titled !== row.soc2020) return `the title of ${titled}`;
    const was = before.get(row);
    if (was === undefined) return null;
    return `${was} in ${previous?.release.name}, and no mark that it was amended`;
  };
  const findings: Finding[] = [];
  for (const row of entriesIn(edition.rows)) {
    const contradiction = contradictionOf(row);
    if (contradiction === null) continue;
    const message = `"${row.inverted}" has ${row.soc2020}, and ${contradiction}`;
    findings.push({ place: layout.placeOf(edition, row, 'soc2020'), message });
  }
  return findings;
};

/**
 * All titles with another unit group in one line: a search for one of them answers differently from
 * this edition on.
 */
const recodedTitles = check.whole<Rows, IndexObservations>((edition, previous) => {
  const titles = recodedSince(edition, previous).map(
    ({ row, from }) =>
      `${printedAs({ title: titleOf(row), qualifier: qualifierOf(row) })}: ${from} → ` +
      `${row.soc2020}`,
  );
  const moved = titles.length === 1 ? '1 title has' : `${titles.length} titles have`;
  return titles.length === 0
    ? null
    : `${moved} moved to another unit group since ${previous?.release.name}: ${quoteList(titles)}`;
});

/**
 * Identifiers that have exchanged their titles since the edition before: rows of titles were moved,
 * and the other columns were not.
 */
const exchanged = check.against<Edition>((edition, previous) => {
  const before = new Map(entriesIn(previous.rows).map((row) => [row.id, printedTitle(row)]));
  const changed = entriesIn(edition.rows).filter(
    (row) => before.has(row.id) && before.get(row.id) !== printedTitle(row),
  );
  const ofTitle = Map.groupBy(changed, printedTitle);
  return changed.flatMap((row): Finding[] => {
    const partner = ofTitle
      .get(before.get(row.id) ?? '')
      ?.find((other) => before.get(other.id) === printedTitle(row));
    if (partner === undefined || partner.soc2020 === row.soc2020) return [];
    const message =
      `"${row.inverted}" was the title of ${partner.id}, which now has ` +
      `"${partner.inverted}": two titles are swapped`;
    return [{ place: layout.placeOf(edition, row, 'inverted'), message }];
  });
});

/**
 * The letters of a title in the order of the alphabet: those of "Engineer, software" and "Software
 * engineer" are the same.
 */
function lettersOf(title: string): string {
  return [...foldToLetters(title)].sort(byCodeUnit).join('');
}

/**
 * Each title once, and a bare title once for each of its unit groups: of two, search can put only
 * one first.
 */
function searchFindings({ release, observations, needs }: Edition): Finding[] {
  const index = loadTitleIndex(titleIndexOf(observations, needs.get('soc-structure')));
  const known = new Set(observations.occupations);
  const asked = new Map<string, IndexEntry>();
  for (const entry of observations.entries) {
    const { title, qualifier, soc2020 } = entry;
    if (known.has(soc2020)) asked.set(qualifier === null ? `${title}\n${soc2020}` : title, entry);
  }
  return [...asked.values()].flatMap(({ title, qualifier, soc2020 }) => {
    const [first] = search(index, title, 1);
    // The title of one group may be a short form of another title, too: "SRE". Then it is
    // ambiguous.
    const isCertain =
      first?.exactTitle === true &&
      (first.matchType === 'ambiguous' || (first.groups === 1 && first.confidence === 1));
    const itself = isCertain && wordsOf(first.matchedTitle).join(' ') === wordsOf(title).join(' ');
    if (itself && (qualifier !== null || first.soc2020 === soc2020)) return [];
    const firstMatch =
      first === undefined
        ? 'nothing'
        : `"${first.matchedTitle}" (${first.soc2020}) at ${first.confidence}`;
    return [
      { place: `${placeOfRelease(release)} "${title}"`, message: `finds ${firstMatch} first` },
    ];
  });
}

function* anchors({ release, rows, observations }: Edition): Generator<check.Agreement> {
  const place = placeOfRelease(release);
  const byId = new Map(entriesIn(rows).map((row) => [row.id, row]));
  for (const { id, row, ...values } of anchorRows) {
    const indexRow = byId.get(id);
    yield { place: `${place} ${id}`, found: indexRow?.row, expected: row };
    for (const column of Object.keys(values) as (keyof typeof values)[])
      yield {
        place: layout.placeOf({ release, rows }, { kind: 'index', row }, column),
        found: indexRow?.[column],
        expected: values[column] ?? '',
      };
  }
  const entriesOf = Map.groupBy(observations.entries, ({ soc2020 }) => soc2020);
  for (const { soc2020, entries } of anchorEntries)
    yield {
      place: `${place} entries of ${soc2020}`,
      found: entriesOf.get(soc2020)?.length,
      expected: entries,
    };
  yield {
    place: `${place} coded entries`,
    found: observations.entries.length,
    expected: codedEntries,
  };
}

export const checks: readonly Check<Rows, IndexObservations>[] = [
  check.comparing.block(
    'row-count',
    'The number of entries is the one that the publisher states, and between 1% fewer ' +
      'and 5% more than in the previous edition.',
    check.agree(({ release, rows, observations }) => [
      {
        place: placeOfRelease(release),
        found: observations.statedRecords,
        expected: entriesIn(rows).length,
        what: "the number of entries that 'FILE SPEC' states",
      },
    ]),
    check.moves(
      ({ release, rows }, previous) => [
        {
          place: placeOfRelease(release),
          now: entriesIn(rows).length,
          before: previous && entriesIn(previous.rows).length,
        },
      ],
      [-1, 5],
    ),
  ),
  check.block(
    'every-unit-has-titles',
    'Every unit group of SOC 2020 has at least one entry.',
    check.complete(
      'unit groups of the entries',
      ({ release, observations: { entries, occupations } }) => [
        {
          place: placeOfRelease(release),
          found: new Set(entries.map(({ soc2020 }) => soc2020)),
          expected: occupations,
        },
      ],
      { open: true },
    ),
  ),
  check.block(
    'codes-known',
    'Every unit group of the index is one of SOC 2020 Volume 1.',
    eachEntry('soc2020', ({ soc2020 }, edition) =>
      codesKnown(edition).has(soc2020) ? null : `"${soc2020}" is not a unit group of SOC 2020`,
    ),
  ),
  check.block(
    'ids-unique',
    'Identifiers are distinct.',
    check.unique('identifier', (edition) =>
      entriesIn(edition.rows).map((row) => [() => layout.placeOf(edition, row, 'id'), row.id]),
    ),
  ),
  check.block(
    'cross-references',
    'An entry without a unit group has a cross-reference.',
    eachEntry('see', (row) =>
      hasNoCode(row) && row.see.trim() === '' ? 'there is neither a code nor a reference' : null,
    ),
  ),
  check.knownIssue(
    'ext-agrees',
    'The first four digits of the extension are the unit group.',
    eachEntry('extension', (row) => {
      if (hasNoCode(row) || row.extension.startsWith(`${row.soc2020}/`)) return null;
      return `"${row.extension}" is beside unit group "${row.soc2020}"`;
    }),
  ),
  check.block(
    'natural-order',
    'At most 20 titles in natural order have other letters than the title of the index ' +
      '(version 12: eight, of which three are misprints).',
    check.moreThan(
      20,
      eachEntry('natural', ({ inverted, natural }) =>
        lettersOf(inverted) === lettersOf(natural) ? null : `"${natural}" is beside "${inverted}"`,
      ),
    ),
  ),
  keyedCheck(entriesCompared),
  ...textChecks<Rows, IndexObservations>((edition) =>
    entriesIn(edition.rows).map((row) => ({
      code: row.id,
      title: row.inverted,
      parts: {
        natural: [row.natural],
        additional: [row.additional],
        industry: [row.industry],
        see: [row.see],
      },
      place: (part) => layout.placeOf(edition, row, part === 'title' ? 'inverted' : part),
    })),
  ),
  check.comparing.block(
    'titles-exchanged',
    'No two titles of different unit groups are swapped since the previous edition.',
    exchanged,
  ),
  check.block(
    'isco-known',
    'Every ISCO-08 code is in the ISCO-08 structure of the same workbook.',
    eachEntry('isco08', ({ isco08 }, { observations: { iscoTitles } }) => {
      const code = isco08.trim();
      return code === noCode || iscoTitles.has(code.padStart(4, '0'))
        ? null
        : `"${isco08}" is not in the ISCO-08 structure`;
    }),
  ),
  ...titleChecks<Rows, IndexObservations>((edition) => [
    entriesIn(edition.rows).map((row) => ({
      place: () => layout.placeOf(edition, row, 'unitGroupTitle'),
      code: row.soc2020,
      title: row.unitGroupTitle,
    })),
  ]),
  check.block(
    'd-values',
    'Default markers are the known ones: empty, O, I, M, A, Q, QS.',
    eachEntry('marker', ({ marker }) => {
      if (defaultMarkers.includes(marker)) return null;
      return (
        `unknown marker "${marker}", expected empty or one of ` +
        `${defaultMarkers.filter((known) => known !== '').join(' ')}`
      );
    }),
  ),
  check.comparing.knownIssue(
    'recoded',
    'No entry has moved to another unit group since the previous edition.',
    recodedTitles,
  ),
  check.comparing.block(
    'coded-elsewhere',
    'Fewer than five entries have another unit group than their extension, their unit ' +
      'group title or the previous edition says (observed two misprints). An entry that ' +
      'is marked as amended may move.',
    check.moreThan(4, contradicted),
  ),
  check.block(
    'search-keeps-exact',
    'A search for any coded title finds that title first, with confidence 1 or as ' +
      'ambiguous. A bare title finds its own unit group.',
    searchFindings,
  ),
  check.anchors([anchorRelease], 'Rows and counts read by eye from version 12.', anchors),
];

// The Annual Survey of Hours and Earnings: pay and hours of every unit group, for the United
// Kingdom and its work regions.
import { ons } from '#sources/kit/read/ons-pages.ts';
import { type KnownByHand, type OpenedFile, hasMember } from '#sources/kit/by-hand.ts';
import { describedRow } from '#sources/kit/rows.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { discover, landingPage, regionsLandingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures, meanings } from './figures.ts';
import { type Rows, files, limits, parse, workbookNames } from './layout.ts';
import { readReleaseName } from './release-name.ts';
import { reshape } from './reshape.ts';
import { revisions } from './revisions.ts';
import { sample } from './sample.ts';

export const ashe = defineSource({
  key: 'ashe',
  title: 'Annual Survey of Hours and Earnings, Tables 14 and 15',
  ...ons,
  landingPage,
  cadence:
    'Once a year, in late October or early November: provisional figures for the year, ' +
    'revised figures for the year before.',
  retention: 'for ever',
  byHand: {
    pages: [
      { page: landingPage, take: 'the zip of Table 14 of an edition' },
      { page: regionsLandingPage, take: 'the zip of Table 15 of the same edition, if it is out' },
    ],
    example: '2024-provisional',
    releaseFrom:
      'it is the edition in the heading of the page, and the date of its newest ' +
      'correction notice if there is one',
    releaseOf: editionOf,
    files: {
      table14: knownZip(14),
      table15: knownZip(15),
    },
  },
  namedLike: '2024-provisional, 2023-revised, or 2025-provisional-2025-12-19 after a correction',
  release: readReleaseName,
  discover,
  files,
  limits,
  parse,
  describeRows,
  reshape,
  checks,
  documents,
  figures,
  meanings,
  statistics: revisions,
  sample,
});

/** A row of ours is a whole sheet. */
function describeRows(sheets: Rows) {
  return sheets.map((sheet) => {
    const { kind, table, rows, member, sheet: name } = sheet;
    return describedRow({
      kind: `${kind} ${table}`,
      count: rows.length,
      place: `${member} '${name}'`,
      cells: () => ({ ...sheet }),
    });
  });
}

function knownZip(table: 14 | 15): KnownByHand {
  return {
    shows: hasMember(workbookNames[table]),
    called: (release) => `ashetable${table}${release.slice(0, 16).replace(/-/g, '')}.zip`,
  };
}

/**
 * The edition in the name of a zip, or else in the names of its workbooks: `PROV - Occupation SOC20
 * (4) Table 14.7a ... 2024.xlsx`.
 */
function editionOf({ name, members }: OpenedFile): string | null {
  const [, year, kind] = /(\d{4})(provisional|revised)/i.exec(name) ?? [];
  if (year !== undefined && kind !== undefined) return `${year}-${kind.toLowerCase()}`;
  const [, state, yearOfMember] =
    members
      .map((member) => /^(PROV|REV)\b.*\b(20\d\d)(?: CV)?\.xlsx?$/i.exec(member))
      .find((match) => match !== null) ?? [];
  return state === undefined || yearOfMember === undefined
    ? null
    : `${yearOfMember}-${state.toUpperCase() === 'PROV' ? 'provisional' : 'revised'}`;
}

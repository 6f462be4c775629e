// The Annual Survey of Hours and Earnings: pay and hours of every unit group, for the United Kingdom and its work regions.
import { onsAttribution, openGovernmentLicence } from '#compiler/licences.ts';
import { isDay } from '#compiler/release-name.ts';
import type { Release, Source } from '#compiler/source.ts';
import { checks } from './checks.ts';
import { documents } from './documents.ts';
import { type AsheRows, parse, zipNames } from './parse.ts';
import { type AsheObservations, count, reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const ashe: Source<AsheRows, AsheObservations> = {
  key: 'ashe',
  title: 'Annual Survey of Hours and Earnings, Tables 14 and 15',
  publisher: 'Office for National Statistics',
  licence: openGovernmentLicence,
  attribution: onsAttribution,
  landingPage: 'https://www.ons.gov.uk/employmentandlabourmarket/peopleinwork/earningsandworkinghours/datasets/occupation4digitsoc2010ashetable14',
  cadence: 'Once a year, in late October or early November: a year provisional, with the year before it revised.',
  needs: ['soc-structure'],
  format: 2,
  files: [
    { match: zipNames[14], layout: 'verified', required: true, describe: 'the zip of Table 14, United Kingdom' },
    { match: zipNames[15], layout: 'documented', required: false, describe: 'the zip of Table 15, work regions' },
  ],
  checks,
  namedLike: '2024-provisional, 2023-revised, or 2025-provisional-2025-12-19 after a correction',
  release: readReleaseName,
  parse,
  reshape,
  label: (release) => release.name,
  axes: ({ occupations, areas }) => ({ occupations: [...occupations], areas: [...areas] }),
  count,
  documents,
  sample,
};

const firstSoc2020Year = 2021;

/** Reads `2024-provisional`, `2023-revised`, or with the date of a correction notice `2025-provisional-2025-12-19`. */
function readReleaseName(name: string): Omit<Release, 'name' | 'sample'> | null {
  const match = /^(\d{4})-(provisional|revised)(?:-(\d{4}-\d{2}-\d{2}))?$/.exec(name);
  if (match === null) return null;
  const year = Number(match[1]);
  const provisional = match[2] === 'provisional';
  const corrected = match[3] ?? '';
  if (corrected !== '' && !isDay(corrected)) return null;
  // Editions to 2021 provisional are classified by SOC 2010, whose codes mean other occupations; 2021 revised is the first by SOC 2020.
  if (year < firstSoc2020Year || (year === firstSoc2020Year && provisional)) return null;
  return { order: [year, provisional ? 0 : 1, corrected], year, provisional, released: null };
}

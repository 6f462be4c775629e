// Occupations in demand: the yearly assessment by the Department for Education and Skills England, for the United Kingdom.
import { eesOrigins } from '#sources/kit/read/ees-pages.ts';
import { openGovernmentLicence } from '#sources/kit/licences.ts';
import { yearRelease } from '#sources/kit/read/ees-pages.ts';
import { type NamedRelease, defineSource } from '#sources/kit/source.ts';
import { byHand } from './by-hand.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures } from './figures.ts';
import { files, limits, parse } from './parse.ts';
import { meanings } from './meanings.ts';
import { count, reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const occupationsInDemand = defineSource({
  key: 'occupations-in-demand',
  title: 'Occupations in demand',
  publisher: 'Department for Education and Skills England',
  licence: openGovernmentLicence,
  attribution:
    'Source: Department for Education and Skills England, Occupations in demand, official statistics in development. Contains public sector information licensed under the Open Government Licence v3.0.',
  landingPage,
  origins: eesOrigins,
  cadence: 'Once a year, in November or December',
  retention: 'served and one before',
  needs: ['soc-structure'],
  files,
  limits,
  byHand,
  checks,
  namedLike: '2025, the year by which the publisher names the release; releases before 2025 use another method',
  release: releaseOfMethod,
  discover,
  parse,
  reshape,
  axes: ({ occupations }) => ({ occupations: [...occupations], areas: null }),
  count,
  documents,
  figures,
  meanings,
  sample,
});

// In 2025 five indicators replaced seven, and thresholds against history replaced outliers within the year.
const firstYear = 2025;

function releaseOfMethod(name: string): NamedRelease | null {
  return Number(name) >= firstYear ? yearRelease(name) : null;
}

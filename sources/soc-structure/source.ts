// SOC 2020 Volume 1: the classification itself, and the list of unit groups on which every other source is keyed.
import { onsAttribution, openGovernmentLicence } from '#sources/kit/licences.ts';
import { dayInFileName, dayRelease } from '#sources/kit/release-name.ts';
import type { NeededObservations, Source } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage, workbookName } from './discover.ts';
import { documents } from './documents.ts';
import { parse, type Rows } from './parse.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const socStructure: Source<Rows, NeededObservations['soc-structure']> = {
  key: 'soc-structure',
  title: 'SOC 2020 Volume 1: structure and descriptions of unit groups',
  publisher: 'Office for National Statistics',
  licence: openGovernmentLicence,
  attribution: onsAttribution,
  landingPage,
  cadence: 'Irregular: one to three editions a year, together with Volume 2',
  needs: [],
  format: 1,
  files: {
    workbook: {
      match: workbookName,
      layout: 'verified',
      required: true,
      day: dayInFileName,
      describe: 'the workbook of descriptions and framework',
    },
  },
  checks,
  namedLike: '2025-04-16, or 2026-08-27-v2 where it was issued again',
  release: dayRelease,
  discover,
  parse,
  reshape: (release, rows, _needs, problems) => reshape(release, rows, problems),
  label: (release) => release.name,
  axes: ({ unitGroups }) => ({ occupations: unitGroups.map(({ code }) => code), areas: null }),
  // A classification holds no figures, and so withholds none.
  count: () => ({ published: 0, withheld: {} }),
  documents,
  sample,
};

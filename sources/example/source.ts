// An example of a source, complete but not registered: an invented survey of how many people in
// each occupation are satisfied with their work. docs/adding-a-source.md explains it.
import type { SourceKey } from '#schemas/codes.ts';
import { creditOf } from '#sources/kit/licences.ts';
import { yearRelease } from '#sources/kit/release-name.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { documents } from './documents.ts';
import { figures, meanings } from './figures.ts';
import { files, layout, parse } from './layout.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

/** A registered source has its key in `sourceKeys` of schemas/codes.ts, and states it as a text. */
const key = 'example' as string as SourceKey;

export const example = defineSource({
  key,
  title: 'Work satisfaction survey',
  publisher: 'Example Statistics Office',
  attribution: creditOf('Example Statistics Office, Work satisfaction survey'),
  landingPage: 'https://statistics.example.org/work-satisfaction',
  origins: ['https://statistics.example.org'],
  cadence: 'Once a year, in June',
  namedLike: '2025, the year of the survey',
  release: yearRelease,
  // The publisher has no pages. sources/employer-skills-survey finds a data set on real ones.
  discover: () => Promise.resolve({ releases: [], nextRelease: null, notices: [], remarks: [] }),
  files,
  parse,
  describeRows: layout.describeRows({
    satisfaction: { id: 'code', title: 'title', occupation: 'code' },
  }),
  reshape,
  checks,
  documents,
  figures,
  meanings,
  sample,
});

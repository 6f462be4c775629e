// The Annual Population Survey on Nomis: how many people work in each unit group, in the United
// Kingdom and its nations.
import { type KnownByHand, cellsOf, hasHeaders } from '#sources/kit/by-hand.ts';
import { onsAttribution } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures, meanings } from './figures.ts';
import { type QueryName, columns, files, layout, parse } from './layout.ts';
import { readReleaseName } from './release-name.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const apsEmployment = defineSource({
  key: 'aps-employment',
  title: 'Annual Population Survey: employment by occupation (SOC 2020), sex and employment type',
  publisher: 'Office for National Statistics',
  attribution: onsAttribution,
  landingPage,
  origins: ['https://www.nomisweb.co.uk'],
  cadence: 'Quarterly, for rolling years, about three and a half months after each year ends',
  byHand: {
    pages: [
      { page: landingPage, take: 'nothing to download here. The page describes the data set' },
    ],
    notByBrowser: 'the release is the answers of the Nomis service to four long queries',
    example: '2026-06',
    releaseFrom: null,
    releaseOf: (file) => cellsOf(file, columns.date)[0] ?? null,
    files: {
      employment: answer('employment', []),
      sex: answer('sex', [columns.sex]),
      'part-time': answer('part-time', [columns.hours]),
      'self-employed': answer('self-employed', [columns.status]),
    },
  },
  namedLike: '2026-06, the month in which the year described ends, or 2026-06-r2 for a revision',
  release: readReleaseName,
  discover,
  files,
  parse,
  describeRows: layout.describeRows({}),
  reshape,
  checks,
  documents,
  figures,
  meanings,
  sample,
});

/** An answer is known by the dimensions that its query varies: they have several categories. */
function answer(name: QueryName, varying: readonly string[]): KnownByHand {
  const dimensions = [columns.sex, columns.hours, columns.status];
  const isAnswer = hasHeaders(columns.period, columns.occupation, columns.value, ...dimensions);
  return {
    shows: (file) =>
      isAnswer(file) &&
      dimensions.every(
        (header) => new Set(cellsOf(file, header)).size > 1 === varying.includes(header),
      ),
    called: () => `${name}.csv`,
  };
}

// The titles that real publications print beside codes of SOC 2020, where only labels of their files are at hand. The real-file tests of
// the other sources run the same checks over whole releases.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type TitledCode, titleChecks } from '#sources/kit/checks-titles.ts';
import { csv, readDelimited } from '#sources/kit/read/delimited.ts';
import type { Needs } from '#sources/kit/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { examineReal, needsOf } from '../sources/examine.ts';

const textOf = (path: string) => readFileSync(join(publisherFiles, path), 'utf8');

/** The code and title in two columns of a file, counted from 1. */
function columns(path: string, code: number, title: number): [string, string][] {
  const sheet = readDelimited(path, path, readFileSync(join(publisherFiles, path)), csv);
  return Array.from({ length: sheet.rowCount - 1 }, (_, at) => [sheet.text(at + 2, code), sheet.text(at + 2, title)]);
}

function descriptions(path: string): [string, string][] {
  const units: Readonly<Record<string, { readonly description: string }>> = JSON.parse(textOf(path));
  return Object.entries(units).map(([code, { description }]) => [code, description]);
}

function ofNomis(path: string): [string, string][] {
  return [...textOf(path).matchAll(/"(\d{4}) : ([^"]+)"/g)].map(([, code = '', title = '']) => [code, title]);
}

const ashe2025 = 'ashe/_reference/2025-provisional-derived';

describeRealFiles('titles as real publications print them', () => {
  let needs: Needs;
  beforeAll(async () => {
    needs = needsOf({ 'soc-structure': (await examineReal(socStructure, '2025-04-16')).edition.observations });
  });

  it.each<[string, number, () => [string, string][]]>([
    ['online job adverts, England', 412, () => columns('online-job-adverts/_reference/DERIVED_job_ads_england_soc4.csv', 2, 3)],
    ['pay in 2025, Table 14', 412, () => descriptions(`${ashe2025}/ashe-2025-uk.json`)],
    ['pay in 2025, Table 15', 412, () => descriptions(`${ashe2025}/ashe-2025-scotland.json`)],
    ['pay in 2024, full-time', 412, () => columns(`${ashe2025}/DERIVED_ASHE14.7_2025prov_FullTime_median_cv.csv`, 1, 2)],
    [
      'employment 2021 to 2025',
      16,
      () => ofNomis('aps-employment/_reference/NM_218_1-extract-2021-12_2025-09/aps_employment_2021_2025.csv'),
    ],
  ])('%s: the titles of %i codes are all titles of today or earlier ones', (_, count, read) => {
    // The adverts have a row of unknown occupations.
    const printed = read().filter(([code]) => /^\d+$/.test(code));
    expect(new Set(printed.map(([code]) => code)).size).toBe(count);
    const release = { source: 'ashe', name: '2025', order: [], year: null, provisional: false, released: null, sample: false } as const;
    const table = printed.map(([code, title], at): TitledCode => [`row ${at + 2}`, code, title]);
    const found = titleChecks<readonly never[], null>(() => [table]).flatMap((check) =>
      check.check({ release, rows: [], observations: null, needs }, null),
    );
    expect(found).toEqual([]);
  });
});

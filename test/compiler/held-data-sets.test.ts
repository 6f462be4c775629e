// A data set that is not what it was is held back by the pipeline, with a line that says where; what was served before is served still.
import { beforeAll, describe, expect, test } from 'vitest';
import { cpSync } from 'node:fs';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { describeProblems } from '#compiler/report/report.ts';
import type { Source } from '#sources/kit/source.ts';
import { employerSkillsSurvey } from '#sources/employer-skills-survey/source.ts';
import { occupationsInDemand } from '#sources/occupations-in-demand/source.ts';
import { type CsvCells, editCsv } from '../sources/data-set.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { keepingRows } from '../kept.ts';
import { indexWithFewDocuments, structureWithFewDocuments, withFewDocuments } from './slim-sources.ts';
import { compileSample, edited, releaseOf, sampleOf } from './spine-releases.ts';

// What is read and checked is whole; few documents are written, because no test looks at one.
const slim = (source: Source): Source => withFewDocuments(keepingRows(source));
const employerSkills = slim(employerSkillsSurvey as Source);
const inDemand = slim(occupationsInDemand as Source);
const sources: readonly Source[] = [structureWithFewDocuments, indexWithFewDocuments, employerSkills, inDemand];
let baseline: string;

beforeAll(async () => {
  baseline = temporaryDirectory();
  await compileSample(baseline, await Promise.all(sources.map(sampleOf)), { sources });
});

/** Compiles the release of the year after, its CSV changed. */
async function compileLater(source: Source, edit: (cells: CsvCells) => CsvCells | null, header: (text: string) => string = (text) => text) {
  const directory = temporaryDirectory();
  cpSync(baseline, directory, { recursive: true });
  const { release, published } = await sampleOf(source);
  const later = (year: string) => `${Number(year) + 1}`;
  const files = editCsv(published, (cells) => edit({ ...cells, time_period: later(cells['time_period'] ?? '') })).filter(({ name }) =>
    name.endsWith('.csv'),
  );
  const renamed = files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(header(bytes.toString())) }));
  const name = `sample-${later(release.name.slice('sample-'.length))}`;
  const { outcomes } = await compileSample(directory, [releaseOf(source, name, renamed)], { sources });
  const served =
    readCatalogue(directory)?.catalogue.editions.filter((edition) => edition.source === source.key && edition.state === 'served') ?? [];
  return {
    verdicts: outcomes.map(({ verdict }) => verdict),
    lines: describeProblems(outcomes, []).join('\n'),
    served: served.map((edition) => edition.release),
    before: release.name,
    name,
  };
}

describe.each<
  [Source, string, readonly (readonly [string, (cells: CsvCells) => CsvCells | null, ((text: string) => string) | undefined, RegExp])[]]
>([
  [
    employerSkills,
    'vacancies',
    [
      [
        'a column renamed',
        (cells) => cells,
        (text) => text.replace('vac_sum', 'vacancies'),
        /'sample_vacancies_by_occupation\.csv'!row 1: no column is headed "vac_sum"/,
      ],
      [
        'a marker unknown',
        (cells) => (cells['country_name'] === 'Wales' && cells['soc_4_labelled']?.startsWith('2134') ? { ...cells, vac_sum: '#' } : cells),
        undefined,
        /csv!K\d+: unknown marker "#"/,
      ],
      [
        'a nation missing',
        (cells) => (cells['country_name'] === 'Wales' ? null : cells),
        undefined,
        /areas: the number of vacancies of all occupations is missing, expected at least 0 \(employer-skills-survey sample-2023 Wales\)/,
      ],
      [
        'thousands doubled',
        (cells) =>
          cells['country_name'] === 'England' ? { ...cells, vac_sum: cells['vac_sum']?.replace(/^(\d+)$/, '$1000') ?? '' } : cells,
        undefined,
        /density: \d+ findings in .*, the first: \d+ % is printed, \d+ of \d+ vacancies are 0(\.\d)? % \(.*csv!N\d+/,
      ],
    ],
  ],
])('$key', (source, _, cases) => {
  test.each(cases)('%s', async (title, edit, header, line) => {
    const { verdicts, lines, served, before } = await compileLater(source, edit, header);
    expect([title, verdicts, served]).toEqual([title, ['quarantined'], [before]]);
    expect(lines).toMatch(line);
  });
  test('and unchanged it is served', async () => {
    const { verdicts, served, name } = await compileLater(source, (cells) => cells);
    expect([verdicts, served]).toEqual([['published'], [name]]);
  });
});

describe('occupations-in-demand', () => {
  test.each<[string, (text: string) => string, RegExp]>([
    [
      'a row of the cube lost',
      (text) => text.replace(/^2134,Total,.*\n/m, ''),
      /cube: "2134" has 127 rows, expected 128: one for each filter with its own value or "Total" \(occupations-in-demand sample-2026 data\/raw_OID_output\.csv!A\d+\)/,
    ],
    [
      'a remark in other words',
      (text) => text.replaceAll('No indicators imputed', 'None'),
      /data\/raw_OID_output\.csv!X\d+: found "None", expected "No indicators imputed" or/,
    ],
  ])('%s', async (_, edit, line) => {
    const directory = temporaryDirectory();
    cpSync(baseline, directory, { recursive: true });
    const { published } = await sampleOf(inDemand);
    const files = await edited(published, (member, text) => (member === 'data/raw_OID_output.csv' ? edit(text) : text));
    const { outcomes } = await compileSample(directory, [releaseOf(inDemand, 'sample-2026', files)], { sources });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['quarantined']);
    expect(describeProblems(outcomes, []).join('\n')).toMatch(line);
    const editions = readCatalogue(directory)?.catalogue.editions.filter(({ source }) => source === inDemand.key) ?? [];
    expect(editions.map(({ release, state }) => [release, state])).toEqual([
      ['sample-2025', 'served'],
      ['sample-2026', 'quarantined'],
    ]);
  });
});

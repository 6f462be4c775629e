// What the two sources on Explore Education Statistics find there. The pages are made up after the platform's own source code.
import { describe, expect, test } from 'vitest';
import { PageError } from '#sources/kit/problem.ts';
import { eesAddress } from '#sources/kit/read/ees-pages.ts';
import type { Web } from '#sources/kit/source.ts';
import { employerSkillsSurvey } from '#sources/employer-skills-survey/source.ts';
import { occupationsInDemand } from '#sources/occupations-in-demand/source.ts';
import { webOf } from './web-of.ts';
import { type EesDataSet, type EesRelease, ees, eesPages } from '../publisher/ees.ts';

const csvNamed = (name: string) => ({ name, bytes: Buffer.from('a\n1\n') });
const set = (name: string, columns: readonly string[], file: string): EesDataSet => ({ name, columns, file: csvNamed(file) });
const vacancies = set(
  'Vacancy measures by occupational group',
  ['sector', 'soc_1_labelled', 'soc_2_labelled', 'soc_3_labelled', 'soc_4_labelled', 'vac_sum', 'ssv_den'],
  'vacancies_by_occupation_22.csv',
);
const training = set('Investment in training', ['sector', 'estab_size', 'spend'], 'training.csv');
const core = set('Core indicators', ['sector', 'vac_sum'], 'core_indicators_11_22.csv');
const rawDemand = set('Raw indicators', ['soc20_unit', 'visa_density', 'workers', 'indicator_demand'], 'raw_OID_output.csv');
const scaledDemand = set('Scaled indicators', ['soc20_unit', 'demand_index', 'visa_density_critical'], 'scaled_OID_output.csv');
const byIndustry = set('Demand by industry', ['soc20_unit', 'SIC_name', 'demand_level', 'indicator_demand'], 'SIC_OID_output.csv');
const release = (slug: string, dataSets: readonly EesDataSet[], more: Partial<EesRelease> = {}): EesRelease => ({
  slug,
  published: `${slug}-11-27T09:30:00Z`,
  dataSets,
  ...more,
});
const discoverVacancies = (web: Web) => employerSkillsSurvey.discover(web, '');
const vacanciesIn = (...releases: readonly EesRelease[]) => discoverVacancies(webOf(eesPages('employer-skills-survey', releases), ees));

describe('the newest release that can be used', () => {
  test('is not the newest release: the smaller wave has no data set by unit group, and that is said', async () => {
    const newest = release('2024', [training, core], { nextReleaseDate: { year: '2027', month: '1', day: '14' } });
    const { releases, nextRelease, notices, remarks } = await vacanciesIn(
      newest,
      release('2022', [core, vacancies, training]),
      release('2019', [vacancies]),
    );
    expect(releases).toEqual([
      {
        name: '2022',
        released: '2022-11-27',
        files: [{ name: 'vacancies_by_occupation_22.csv', url: `${eesAddress}/data-set-files/set-employer-skills-survey-2022-1/download` }],
      },
    ]);
    expect([nextRelease, notices]).toEqual(['2027-01-14', null]);
    expect(remarks).toEqual([
      '2024 cannot be used: it does not have the data set of vacancies by unit group, but "Investment in training", "Core indicators"',
    ]);
  });

  test('of demand is the zip of all its data sets, by the id of the release version', async () => {
    const pages = eesPages('occupations-in-demand', [
      release('2026', [byIndustry, scaledDemand]),
      // Two of each: the year, and the year before assessed again.
      release('2025', [rawDemand, byIndustry, scaledDemand, rawDemand, scaledDemand]),
    ]);
    const { releases, remarks } = await occupationsInDemand.discover(webOf(pages, ees), '');
    const zip = {
      name: 'occupations-in-demand_2025.zip',
      url: `${eesAddress}/releases/version-of-occupations-in-demand-2025/files?fromPage=ReleaseUsefulInfo`,
    };
    expect(releases).toEqual([{ name: '2025', released: '2025-11-27', files: [zip] }]);
    expect(Object.values(occupationsInDemand.files).filter(({ match }) => match.test(zip.name))).toHaveLength(1);
    expect(remarks).toEqual([
      '2026 cannot be used: it does not have the data sets of raw and scaled indicators, but "Demand by industry", "Scaled indicators"',
    ]);
  });
});

describe('pages that do not say', () => {
  const home = '/api/publications/employer-skills-survey/releases';
  const lacks = 'it does not have the data set of vacancies by unit group, but';
  const pagesOf2022 = () => [...eesPages('employer-skills-survey', [release('2022', [vacancies])])];
  const withoutFiles = () => pagesOf2022().map(([at, page]) => [at, at.includes('?releaseId=') ? { results: [] } : page] as const);
  test.each<[string, () => Promise<unknown>, string]>([
    [
      'no release has the data set',
      () => vacanciesIn(release('2024', [training]), release('2022', [])),
      `/releases: 2024 cannot be used: ${lacks} "Investment in training"; 2022 cannot be used: ${lacks} no data set`,
    ],
    [
      'the list of files lacks it',
      () => discoverVacancies(webOf(new Map(withoutFiles()), ees)),
      'does not list the file file-employer-skills-survey-2022-0 of "Vacancy measures by occupational group", found none',
    ],
    [
      'a page is of another shape',
      () => discoverVacancies(webOf({ [home]: { results: [] } }, ees)),
      `${ees}${home}: the body must be array; the publisher has changed its pages`,
    ],
  ])('%s', async (_, discover, line) => {
    await expect(discover()).rejects.toThrow(PageError);
    await expect(discover()).rejects.toThrow(line);
  });
});

// The validator is tested before it is trusted: every schema must refuse nothing at all, what lacks a member, and what has one more.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { Catalogue, EditionRecord } from '#schemas/catalogue.ts';
import { PayRevision } from '#schemas/resources/pay-revisions.ts';
import { ProblemDetails } from '#schemas/problem.ts';
import { responses } from '#schemas/responses.ts';
import { sampleDirectory } from '../compiled-data.ts';

const directory = sampleDirectory();
const catalogue: Catalogue = JSON.parse(readFileSync(join(directory, 'catalogue.json'), 'utf8'));
const answer = async (path: string): Promise<unknown> => (await answerOffline(directory)(path)).json();
const stored = (source: string, path: string): unknown => {
  const [edition] = catalogue.sources.find((candidate) => candidate.key === source)?.served ?? [];
  return JSON.parse(readFileSync(join(directory, 'editions', String(edition), path), 'utf8'));
};

// The sample holds no revised edition, so its series says nothing of revisions.
const statistics = {
  comparableMedians: 1,
  medianAbsolutePercent: 1,
  percentile90AbsolutePercent: 1,
  meanPercent: -1,
  movedMoreThanOnePercentPercent: 0,
};
const [provisional, revised] = ['00000000-0000-8000-8000-000000000001', '00000000-0000-8000-8000-000000000002'];
const revisions = {
  measure: 'annual_pay_gross',
  sex: 'all',
  workPattern: 'all',
  area: { code: 'K02000001', slug: 'uk', name: 'United Kingdom' },
  description: 'How far medians moved.',
  years: [
    {
      year: 2023,
      provisional: { edition: '2023-provisional', editionId: provisional },
      revised: { edition: '2023-revised', editionId: revised },
      ...statistics,
    },
  ],
};

const examples: Readonly<Record<string, { readonly schema: object; readonly example: unknown }>> = {
  OccupationList: { schema: responses.OccupationList, example: await answer('/v1/occupations') },
  OccupationProfile: { schema: responses.OccupationProfile, example: await answer('/v1/occupations/2134') },
  OccupationTitleList: { schema: responses.OccupationTitleList, example: await answer('/v1/occupations/2134/titles') },
  OccupationMatchList: { schema: responses.OccupationMatchList, example: await answer('/v1/occupations/search?q=nurse') },
  PayResponse: { schema: responses.PayResponse, example: await answer('/v1/occupations/2134/pay') },
  PayRegionsResponse: { schema: responses.PayRegionsResponse, example: await answer('/v1/occupations/2134/pay/regions') },
  PayRegionsDocument: { schema: responses.PayRegionsDocument, example: stored('ashe', 'pay-regions/2134.json') },
  PaySeriesResponse: { schema: responses.PaySeriesResponse, example: await answer('/v1/occupations/2134/pay/series') },
  'PaySeriesResponse with revisions': {
    schema: responses.PaySeriesResponse,
    example: { ...Object(await answer('/v1/occupations/2134/pay/series')), revisions, revisionsWithheld: null },
  },
  PayRevision: {
    schema: PayRevision,
    example: { year: 2023, provisional, revised, measures: [{ measure: 'annual_pay_gross', ...statistics }], code: '0'.repeat(64) },
  },
  PayDocument: { schema: responses.PayDocument, example: stored('ashe', 'pay/2134/uk.json') },
  EmploymentResponse: { schema: responses.EmploymentResponse, example: await answer('/v1/occupations/2134/employment') },
  VacancyResponse: { schema: responses.VacancyResponse, example: await answer('/v1/occupations/2134/vacancies') },
  DemandResponse: { schema: responses.DemandResponse, example: await answer('/v1/occupations/2212/demand') },
  DemandListResponse: { schema: responses.DemandListResponse, example: await answer('/v1/demand?level=critical') },
  DemandListDocument: { schema: responses.DemandListDocument, example: stored('occupations-in-demand', 'demand-list.json') },
  ProjectionResponse: { schema: responses.ProjectionResponse, example: await answer('/v1/occupations/2134/projections') },
  JobAdvertResponse: { schema: responses.JobAdvertResponse, example: await answer('/v1/occupations/2134/job-adverts') },
  JobAdvertDocument: { schema: responses.JobAdvertDocument, example: stored('online-job-adverts', 'job-adverts/2134.json') },
  JobAdvertListResponse: { schema: responses.JobAdvertListResponse, example: await answer('/v1/job-adverts?limit=1') },
  LocalAdvertAreasResponse: { schema: responses.LocalAdvertAreasResponse, example: await answer('/v1/occupations/2134/job-adverts/local') },
  LocalAdvertResponse: { schema: responses.LocalAdvertResponse, example: await answer('/v1/occupations/2134/job-adverts/local/london') },
  LocalAdvertDocument: { schema: responses.LocalAdvertDocument, example: stored('online-job-adverts', 'job-adverts-local-area/2134.json') },
  AreaAdvertsResponse: { schema: responses.AreaAdvertsResponse, example: await answer('/v1/local-areas/cambridge/job-adverts?limit=1') },
  AreaAdvertsDocument: {
    schema: responses.AreaAdvertsDocument,
    example: stored('online-job-adverts', 'local-area-job-adverts/cambridge.json'),
  },
  LocalAreaList: { schema: responses.LocalAreaList, example: await answer('/v1/local-areas') },
  LocalAreasDocument: { schema: responses.LocalAreasDocument, example: stored('local-authorities', 'local-areas.json') },
  ApprenticeshipsResponse: { schema: responses.ApprenticeshipsResponse, example: await answer('/v1/occupations/2134/apprenticeships') },
  ApprenticeshipsDocument: { schema: responses.ApprenticeshipsDocument, example: stored('occupational-maps', 'apprenticeships/2134.json') },
  VisaResponse: { schema: responses.VisaResponse, example: await answer('/v1/occupations/2134/visas') },
  VisaListResponse: { schema: responses.VisaListResponse, example: await answer('/v1/visas') },
  HowToBecomeResponse: { schema: responses.HowToBecomeResponse, example: await answer('/v1/occupations/2134/how-to-become') },
  WorkProfileResponse: { schema: responses.WorkProfileResponse, example: await answer('/v1/occupations/2134/work-profile') },
  'WorkProfileResponse with a correction': {
    schema: responses.WorkProfileResponse,
    example: await answer('/v1/occupations/3544/work-profile'),
  },
  'WorkProfileResponse of nothing': { schema: responses.WorkProfileResponse, example: await answer('/v1/occupations/1161/work-profile') },
  SkillsResponse: { schema: responses.SkillsResponse, example: await answer('/v1/occupations/2134/skills') },
  SkillsDocument: { schema: responses.SkillsDocument, example: stored('esco', 'skills/1161.json') },
  TitleIndex: { schema: responses.TitleIndex, example: stored('soc-index', 'search/titles.json') },
  WorkforceResponse: { schema: responses.WorkforceResponse, example: await answer('/v1/occupations/2134/workforce') },
  SourceList: { schema: responses.SourceList, example: await answer('/v1/meta/sources') },
  EditionList: { schema: responses.EditionList, example: await answer('/v1/meta/editions?source=ashe') },
  IngestStatusResponse: { schema: responses.IngestStatusResponse, example: await answer('/v1/meta/ingest') },
  ProblemDetails: { schema: ProblemDetails, example: await answer('/v1/occupations/2134/pay?measure=pay') },
  Catalogue: { schema: Catalogue, example: catalogue },
  EditionRecord: { schema: EditionRecord, example: stored('soc-index', 'edition.json') },
};

test('every response schema has an example here', () => {
  expect(Object.keys(examples)).toEqual(expect.arrayContaining(Object.keys(responses)));
});

/** Every object inside a value, with a way to put another in its place. Records with free names are passed over: they require nothing. */
function* objectsIn(
  value: unknown,
  rebuild: (replacement: unknown) => unknown,
  path: string,
): Generator<{ path: string; object: Record<string, unknown>; rebuild: (replacement: unknown) => unknown }> {
  if (Array.isArray(value)) {
    if (value.length > 0) yield* objectsIn(value[0], (replacement) => rebuild([replacement, ...value.slice(1)]), `${path}[0]`);
  } else if (typeof value === 'object' && value !== null) {
    const object: Record<string, unknown> = { ...value };
    if (!/\.(withheldFigures|markers|shading|withheld)$/.test(path)) yield { path, object, rebuild };
    for (const [name, member] of Object.entries(object))
      yield* objectsIn(member, (replacement) => rebuild({ ...object, [name]: replacement }), `${path}.${name}`);
  }
}

describe.each(Object.entries(examples))('%s', (name, { schema, example }) => {
  const validate = compileSchema(schema);
  const optional = new Set([
    'errors',
    'retryAfterSeconds',
    'limit',
    'windowSeconds',
    'allowed',
    'nearest',
    'shading',
    'uncertainty',
    'imputation',
    'capping',
  ]);

  test('accepts its example and refuses null, {} and a text', () => {
    expect(faultOf(validate, example)).toBeNull();
    for (const other of [null, {}, 'text', 5]) expect(faultOf(validate, other), JSON.stringify(other)).not.toBeNull();
  });

  test('refuses the example with any required member taken out or one more put in', () => {
    for (const { path, object, rebuild } of objectsIn(example, (replacement) => replacement, name)) {
      expect(faultOf(validate, rebuild({ ...object, surplus: 1 })), `${path} with a surplus member`).not.toBeNull();
      for (const member of Object.keys(object)) {
        if (optional.has(member)) continue;
        const { [member]: _, ...rest } = object;
        expect(faultOf(validate, rebuild(rest)), `${path} without ${member}`).not.toBeNull();
      }
    }
  });

  test('refuses a null where a figure cannot be withheld', () => {
    for (const { path, object, rebuild } of objectsIn(example, (replacement) => replacement, name)) {
      if (path !== name && path !== `${name}[0]`) continue;
      for (const [member, value] of Object.entries(object)) {
        if (typeof value !== 'string' && typeof value !== 'boolean') continue;
        if (['qualifier', 'qualityBasis', 'sampleSize', 'previous', 'released', 'rows', 'code', 'level'].includes(member)) continue;
        if (['qualifier', 'qualityBasis', 'sampleSize', 'previous', 'released', 'rows', 'code', 'match'].includes(member)) continue;
        expect(faultOf(validate, rebuild({ ...object, [member]: null })), `${path}.${member} null`).not.toBeNull();
      }
    }
  });
});

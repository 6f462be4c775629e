// Every schema by its name: what the endpoint table, validation, OpenAPI and the tests refer to.
import { JobAdvertDocument, JobAdvertListResponse, JobAdvertResponse } from './job-adverts.ts';
import { AreaAdvertsDocument, AreaAdvertsResponse, LocalAdvertAreasResponse, LocalAdvertDocument, LocalAdvertResponse } from './local-adverts.ts';
import { LocalAreaList, LocalAreasDocument } from './local-areas.ts';
import { EditionList, IngestStatusResponse, SourceList } from './meta.ts';
import { OccupationList, OccupationMatchList, OccupationProfile, OccupationTitleList } from './occupations.ts';
import { PayDocument, PayResponse } from './pay.ts';
import { PayRegionsDocument, PayRegionsResponse } from './pay-regions.ts';
import { PaySeriesResponse } from './pay-series.ts';
import { TitleIndex } from './title-index.ts';

export const responses = {
  AreaAdvertsDocument,
  AreaAdvertsResponse,
  EditionList,
  IngestStatusResponse,
  JobAdvertDocument,
  JobAdvertListResponse,
  JobAdvertResponse,
  LocalAdvertAreasResponse,
  LocalAdvertDocument,
  LocalAdvertResponse,
  LocalAreaList,
  LocalAreasDocument,
  OccupationList,
  OccupationMatchList,
  OccupationProfile,
  OccupationTitleList,
  PayDocument,
  PayRegionsDocument,
  PayRegionsResponse,
  PayResponse,
  PaySeriesResponse,
  SourceList,
  TitleIndex,
} as const;

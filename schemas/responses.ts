// Every schema by its name: what the endpoint table, validation, OpenAPI and the tests refer to.
import { EditionList, IngestStatusResponse, SourceList } from './meta.ts';
import { OccupationList, OccupationMatchList, OccupationProfile, OccupationTitleList } from './occupations.ts';
import { PayDocument, PayResponse } from './pay.ts';
import { PayRegionsDocument, PayRegionsResponse } from './pay-regions.ts';
import { PaySeriesResponse } from './pay-series.ts';
import { SkillsDocument, SkillsResponse } from './skills.ts';
import { TitleIndex } from './title-index.ts';
import { WorkProfileResponse } from './work-profile.ts';

export const responses = {
  EditionList,
  IngestStatusResponse,
  OccupationList,
  OccupationMatchList,
  OccupationProfile,
  OccupationTitleList,
  PayDocument,
  PayRegionsDocument,
  PayRegionsResponse,
  PayResponse,
  PaySeriesResponse,
  SkillsDocument,
  SkillsResponse,
  SourceList,
  TitleIndex,
  WorkProfileResponse,
} as const;

// Every schema by its name: what the endpoint table, validation, OpenAPI and the tests refer to.
import { ApprenticeshipsDocument, ApprenticeshipsResponse } from './apprenticeships.ts';
import { HowToBecomeResponse } from './how-to-become.ts';
import { EditionList, IngestStatusResponse, SourceList } from './meta.ts';
import { OccupationList, OccupationMatchList, OccupationProfile, OccupationTitleList } from './occupations.ts';
import { PayDocument, PayResponse } from './pay.ts';
import { PayRegionsDocument, PayRegionsResponse } from './pay-regions.ts';
import { PaySeriesResponse } from './pay-series.ts';
import { TitleIndex } from './title-index.ts';

export const responses = {
  ApprenticeshipsDocument,
  ApprenticeshipsResponse,
  EditionList,
  HowToBecomeResponse,
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
  SourceList,
  TitleIndex,
} as const;

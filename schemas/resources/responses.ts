// Every schema by its name, as the endpoint table, validation, OpenAPI and the tests use it.
import { ApprenticeshipsDocument, ApprenticeshipsResponse } from './apprenticeships.ts';
import { DemandListDocument, DemandListResponse, DemandResponse } from './demand.ts';
import { EmploymentResponse } from './employment.ts';
import { HowToBecomeResponse } from './how-to-become.ts';
import { JobAdvertDocument, JobAdvertListDocument, JobAdvertListResponse, JobAdvertResponse } from './job-adverts.ts';
import {
  AreaAdvertsDocument,
  AreaAdvertsResponse,
  LocalAdvertAreasResponse,
  LocalAdvertDocument,
  LocalAdvertResponse,
} from './local-adverts.ts';
import { LocalAreaList, LocalAreasDocument } from './local-areas.ts';
import { EditionList, IngestStatusResponse, SourceList } from './meta.ts';
import { OccupationList, OccupationMatchList, OccupationProfile, OccupationTitleList } from './occupations.ts';
import { PayRegionsDocument, PayRegionsResponse } from './pay-regions.ts';
import { PaySeriesResponse } from './pay-series.ts';
import { PayDocument, PayResponse } from './pay.ts';
import { ProjectionResponse } from './projections.ts';
import { SkillsDocument, SkillsResponse } from './skills.ts';
import { TitleIndex } from '../title-index.ts';
import { VacancyResponse } from './vacancies.ts';
import { VisaListDocument, VisaListResponse, VisaResponse } from './visas.ts';
import { WorkProfileResponse } from './work-profile.ts';
import { WorkforceResponse } from './workforce.ts';

export const responses = {
  ApprenticeshipsDocument,
  ApprenticeshipsResponse,
  AreaAdvertsDocument,
  AreaAdvertsResponse,
  DemandListDocument,
  DemandListResponse,
  DemandResponse,
  EditionList,
  EmploymentResponse,
  HowToBecomeResponse,
  IngestStatusResponse,
  JobAdvertDocument,
  JobAdvertListDocument,
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
  ProjectionResponse,
  SkillsDocument,
  SkillsResponse,
  SourceList,
  TitleIndex,
  VacancyResponse,
  VisaListDocument,
  VisaListResponse,
  VisaResponse,
  WorkProfileResponse,
  WorkforceResponse,
} as const;

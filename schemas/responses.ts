// Every schema by its name, as the endpoint table, validation, OpenAPI and the tests use it.
import { ApprenticeshipsDocument, ApprenticeshipsResponse } from './resources/apprenticeships.ts';
import { DemandListDocument, DemandListResponse, DemandResponse } from './resources/demand.ts';
import { EmploymentResponse } from './resources/employment.ts';
import { HowToBecomeResponse } from './resources/how-to-become.ts';
import { JobAdvertDocument, JobAdvertListDocument, JobAdvertListResponse, JobAdvertResponse } from './resources/job-adverts.ts';
import {
  AreaAdvertsDocument,
  AreaAdvertsResponse,
  LocalAdvertAreasResponse,
  LocalAdvertDocument,
  LocalAdvertResponse,
} from './resources/local-adverts.ts';
import { LocalAreaList, LocalAreasDocument } from './resources/local-areas.ts';
import { EditionList, IngestStatusResponse, SourceList } from './resources/meta.ts';
import { OccupationList, OccupationMatchList, OccupationProfile, OccupationTitleList } from './resources/occupations.ts';
import { PayRegionsDocument, PayRegionsResponse } from './resources/pay-regions.ts';
import { PaySeriesResponse } from './resources/pay-series.ts';
import { PayDocument, PayResponse } from './resources/pay.ts';
import { ProjectionResponse } from './resources/projections.ts';
import { SkillsDocument, SkillsResponse } from './resources/skills.ts';
import { TitleIndex } from './title-index.ts';
import { VacancyResponse } from './resources/vacancies.ts';
import { VisaListDocument, VisaListResponse, VisaResponse } from './resources/visas.ts';
import { WorkProfileResponse } from './resources/work-profile.ts';
import { WorkforceResponse } from './resources/workforce.ts';

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

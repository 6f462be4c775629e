// The schemas of answers and stored documents. by-name.ts gives them by name.
export { ApprenticeshipsDocument, ApprenticeshipsResponse } from './apprenticeships.ts';
export {
  AreaAdvertsDocument,
  AreaAdvertsResponse,
  JobAdvertDocument,
  JobAdvertListDocument,
  JobAdvertListResponse,
} from './adverts.ts';
export {
  JobAdvertResponse,
  LocalAdvertAreasResponse,
  LocalAdvertDocument,
  LocalAdvertResponse,
} from './adverts.ts';
export { DemandListDocument, DemandListResponse, DemandResponse } from './demand.ts';
export { EditionList, IngestStatusResponse, SourceList } from './meta.ts';
export {
  EmploymentListDocument,
  EmploymentListResponse,
  EmploymentResponse,
} from './employment.ts';
export { HeadlinesDocument, SummariesResponse } from './headlines.ts';
export { HowToBecomeResponse } from './how-to-become.ts';
export { LocalAreaList, LocalAreasDocument } from './local-areas.ts';
export {
  OccupationList,
  OccupationMatchList,
  OccupationProfile,
  OccupationTitleList,
} from './occupations.ts';
export {
  PayDocument,
  PayListDocument,
  PayListResponse,
  PayRegionsDocument,
  PayRegionsResponse,
  PayResponse,
  PaySeriesResponse,
} from './pay.ts';
export {
  ProjectionListDocument,
  ProjectionListResponse,
  ProjectionResponse,
} from './projections.ts';
export { RelatedByOnet, RelatedBySkills, RelatedResponse } from './related.ts';
export { SkillsDocument, SkillsResponse } from './skills.ts';
export { SummaryResponse } from './summary.ts';
export { TitleIndex } from '../title-index.ts';
export { VacancyResponse } from './vacancies.ts';
export { VisaListDocument, VisaListResponse, VisaResponse } from './visas.ts';
export {
  WorkProfileListDocument,
  WorkProfileListResponse,
  WorkProfileResponse,
} from './work-profile.ts';
export { WorkforceResponse } from './workforce.ts';

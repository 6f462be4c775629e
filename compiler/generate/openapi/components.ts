// The schemas that the OpenAPI document names: written once in its components, and referred to
// wherever they occur. Not for the worker.
import type { TSchema } from 'typebox';
import { editionStates, severities } from '#schemas/catalogue.ts';
import * as codes from '#schemas/codes.ts';
import * as figures from '#schemas/figures.ts';
import { oneOf } from '#schemas/shapes.ts';
import { ProblemDetails, Withdrawn } from '#schemas/problem.ts';
import { AdvertChange, PriorMonths, PriorQuarters } from '#schemas/resources/adverts.ts';
import { Apprenticeship, MapOccupation } from '#schemas/resources/apprenticeships.ts';
import { DemandResponse } from '#schemas/resources/demand.ts';
import { EmploymentPart } from '#schemas/resources/employment.ts';
import { JobProfile } from '#schemas/resources/how-to-become.ts';
import { IscoMapping } from '#schemas/resources/isco-shares.ts';
import { LocalArea, LocalAreaName } from '#schemas/resources/local-areas.ts';
import { Match, Paragraph, TextLink } from '#schemas/figures.ts';
import { EditionResponse, FailedCheck, SourceResponse } from '#schemas/resources/meta.ts';
import {
  OccupationMatch,
  OccupationSummary,
  OccupationTitle,
} from '#schemas/resources/occupations.ts';
import {
  PayFigure,
  PayResponse,
  PayRegionsResponse,
  RevisedEdition,
} from '#schemas/resources/pay.ts';
import { directions } from '#schemas/resources/projections.ts';
import { usOccupation } from '#schemas/resources/related.ts';
import { SkillsResponse } from '#schemas/resources/skills.ts';
import { SummaryResponse } from '#schemas/resources/summary.ts';
import { VacancyResponse, vacancyLevels } from '#schemas/resources/vacancies.ts';
import { WorkProfileResponse } from '#schemas/resources/work-profile.ts';
import { VisaResponse } from '#schemas/resources/visas.ts';
import { WorkforceResponse, WorkforceShare } from '#schemas/resources/workforce.ts';

/** Of enumerations that may get more values within v1 (server/pages/guides/versioning.md). */
const growing = 'More values may be added within v1.';

/**
 * By name. The contract has some of these names for the members of its bare arrays (§2.2, §2.6).
 */
export const components: Readonly<Record<string, TSchema>> = {
  Apprenticeship,
  EditionResponse,
  EmploymentPart,
  FailedCheck,
  IscoMapping,
  JobProfile,
  LocalArea,
  LocalAreaName,
  MapOccupation,
  Match,
  OccupationMatch,
  OccupationSummary,
  OccupationTitle,
  Paragraph,
  PayFigure,
  ProblemDetails,
  RevisedEdition,
  AdvertChange,
  PriorMonths,
  PriorQuarters,
  SourceResponse,
  TextLink,
  Withdrawn,
  WorkforceShare,
  Area: figures.AreaSchema,
  Change: figures.Change,
  Coverage: figures.Coverage,
  Hierarchy: OccupationSummary.properties.hierarchy,
  OccupationGroup: OccupationSummary.properties.hierarchy.properties.majorGroup,
  Provenance: figures.Provenance,
  PayRegionFigures: PayRegionsResponse.properties.uk.properties.figures,
  PeopleCoverage: figures.PeopleCoverage,
  ReferenceDates: figures.ReferenceDates,
  Rank: figures.rankAmong(),
  Withheld: figures.Withheld,
  WithheldLegend: figures.WithheldLegend,
  WithheldMeaning: figures.WithheldLegend.items,

  UsOccupation: usOccupation('An occupation of O*NET.'),
  DemandAssessmentIndicator: DemandResponse.properties.indicators.items,
  DemandCaveat: DemandResponse.properties.imputation,
  DemandWorkers: DemandResponse.properties.workers,
  PayDistribution: PayResponse.properties.distribution,
  Scale: WorkProfileResponse.properties.abilities.properties.levelScale,
  SharedSkill: SkillsResponse.properties.skills.items,
  SourceStatus: SourceResponse.properties.status,
  SummaryFigure: SummaryResponse.properties.figures.items,
  VacancyEmployers: VacancyResponse.properties.employers,
  VacancyShare: VacancyResponse.properties.hardToFillShare,
  VacancyCount: VacancyResponse.properties.vacancies,
  VisaBreakdown: VisaResponse.properties.byRoute,
  WorkforceTotal: WorkforceResponse.properties.ages.properties.total,

  DemandIndicator: oneOf(codes.demandIndicatorKeys, 'Key of an indicator of demand.'),
  DemandLevel: oneOf(codes.demandLevels, 'Level of demand.'),
  Direction: oneOf(directions, 'The sign of the change.'),
  EditionState: oneOf(editionStates, 'State of an edition.'),
  InterestType: oneOf(codes.interestTypes, 'One of the six types of career interest (RIASEC).'),
  PayMeasure: oneOf(codes.measureKeys, 'What is measured.'),
  PayUnit: oneOf(codes.units, 'Unit of the figures.'),
  Quality: figures.QualityBand,
  QualityBasis: oneOf(codes.qualityBases, `Basis of a quality band. ${growing}`),
  Severity: oneOf(severities, 'How grave a failed check is.'),
  Sex: oneOf(codes.sexes, 'Whose pay.'),
  SourceKey: oneOf(codes.sourceKeys, `Key of a source, as /v1/meta/sources lists them. ${growing}`),
  VacancyLevel: oneOf(vacancyLevels, 'Level of SOC 2020, finest first.'),
  WithheldReason: oneOf(codes.withheldReasons, `Why a figure is null. ${growing}`),
  WorkPattern: oneOf(codes.patterns, 'Work pattern.'),
};

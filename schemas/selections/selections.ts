// The pure functions that pick answers from stored documents, by endpoint. The server answers with them, and the compiler validates every
// answer with them before it publishes an edition.
import type { ApprenticeshipsDocument } from '../resources/apprenticeships.ts';
import { demandLevels, measureKeys, patterns, rankOrders, rankedMeasures, sexes } from '../codes.ts';
import { cutList, selectDemandList, selectSkills } from './lists.ts';
import type { DemandListDocument } from '../resources/demand.ts';
import type { DocumentPlace } from '../document-path.ts';
import type { EmploymentListDocument } from '../resources/employment.ts';
import type { JobAdvertDocument, JobAdvertListDocument, AreaAdvertsDocument, LocalAdvertDocument } from '../resources/adverts.ts';
import type { LocalAreasDocument } from '../resources/local-areas.ts';
import type { PayRegionsDocument, PayDocument, PayListDocument } from '../resources/pay.ts';
import type { Joining } from './joins.ts';
import { joinPaySeries } from './join-pay-series.ts';
import { joinRelated } from './join-related.ts';
import { joinSummary } from './join-summary.ts';
import type { ProjectionListDocument } from '../resources/projections.ts';
import type { QueryValues } from '../query-values.ts';
import { selectApprenticeships } from './select-apprenticeships.ts';
import { selectJobAdverts, selectAreaAdverts, selectLocalAdverts } from './select-adverts.ts';
import { selectEmploymentList, selectPayList, selectProjectionList } from './rankings.ts';
import { selectPayRegions } from './select-pay-regions.ts';
import { type PayQuery, payVariantIndex, selectPay } from './select-pay.ts';
import type { SkillsDocument } from '../resources/skills.ts';
import type { VisaListDocument } from '../resources/visas.ts';

/** Turns a validated stored document, a checked query and the values of the path into the response. */
export type Selection = (document: unknown, values: QueryValues, place: DocumentPlace) => unknown;

/** The selections by endpoint id, for every endpoint whose answer is `select`. */
export const selections: Readonly<Record<string, Selection>> = {
  apprenticeships: (document, values) => selectApprenticeships(document as ApprenticeshipsDocument, values.get('includeInactive') === true),
  pay: (document, values) => selectPay(document as PayDocument, payQuery(values)),
  'pay-regions': (document, values) => selectPayRegions(document as PayRegionsDocument, payQuery(values)),
  'demand-list': (document, values) =>
    selectDemandList(document as DemandListDocument, values.get('level') === null ? null : memberOf(demandLevels, values, 'level')),
  'job-adverts': (document, _, { area }) => selectJobAdverts(document as JobAdvertDocument, area ?? ''),
  'job-adverts-list': (document, values) => cutList(document as JobAdvertListDocument, limitOf(values)),
  'job-adverts-local-area': (document, _, { area }) => selectLocalAdverts(document as LocalAdvertDocument, area ?? ''),
  'local-area-job-adverts': (document, values) => selectAreaAdverts(document as AreaAdvertsDocument, limitOf(values)),
  'pay-list': (document, values) =>
    selectPayList(document as PayListDocument, memberOf(rankedMeasures, values, 'measure'), orderOf(values), limitOf(values)),
  'employment-list': (document, values) => selectEmploymentList(document as EmploymentListDocument, orderOf(values), limitOf(values)),
  'projections-list': (document, values) => selectProjectionList(document as ProjectionListDocument, orderOf(values)),
  'visas-list': (document, values) => cutList(document as VisaListDocument, limitOf(values)),
  skills: (document, values) => selectSkills(document as SkillsDocument, limitOf(values)),
  'local-areas': (document) => (document as LocalAreasDocument).areas,
};

/** How joined answers are made of their parts, by endpoint id. */
export const joinings: Readonly<Record<string, Joining>> = {
  'pay-series': joinPaySeries,
  related: (parts, { values }) => joinRelated(parts, limitOf(values)),
  summary: joinSummary,
};

/**
 * The areas in documents that hold the answers of several areas. `empty`: nothing is published for the area, so these answers differ only
 * in the area's name.
 */
export const areasWithin: Readonly<Record<string, (document: unknown) => readonly { readonly slug: string; readonly empty: boolean }[]>> = {
  'job-adverts': (document) => (document as JobAdvertDocument).areas.map(({ area }) => ({ slug: area, empty: false })),
  'job-adverts-local-area': (document) =>
    (document as LocalAdvertDocument).areas.map(({ area: { slug }, cells }) => ({ slug, empty: cells === null })),
};

/**
 * Of answers without any figure, what they say otherwise than the document's other answers without figures: answers of equal texts are alike. Null for
 * an answer with figures.
 */
export const emptyAnswers: Readonly<Record<string, (document: unknown, values: QueryValues) => string | null>> = {
  pay: (document, values) => {
    const query = payQuery(values);
    return (document as PayDocument).variants[payVariantIndex(query)] === null ? query.measure : null;
  },
  'pay-regions': (document, values) => {
    const query = payQuery(values);
    return (document as PayRegionsDocument).variants[payVariantIndex(query)]?.values.every((row) => row === null) === true
      ? query.measure
      : null;
  },
};

/** The variant of a pay document that a checked query names. */
export function payQuery(values: QueryValues): PayQuery {
  const [measure, sex] = [memberOf(measureKeys, values, 'measure'), memberOf(sexes, values, 'sex')];
  return { measure, sex, pattern: memberOf(patterns, values, 'pattern') };
}

/** The most members that a list may have. */
export function limitOf(values: QueryValues): number {
  const limit = values.get('limit');
  if (typeof limit !== 'number') throw new Error('the endpoint table does not give the list its limit');
  return limit;
}

const orderOf = (values: QueryValues) => memberOf(rankOrders, values, 'order');

/** The value of an enumeration. Throws if the endpoint table allows a value that the selection does not know. */
function memberOf<Value extends string>(allowed: readonly Value[], values: QueryValues, name: string): Value {
  const found = allowed.find((candidate) => candidate === values.get(name));
  if (found === undefined) throw new Error(`the endpoint table allows a value of "${name}" that the selection does not know`);
  return found;
}

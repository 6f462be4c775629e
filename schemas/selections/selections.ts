// The pure functions that pick answers from stored documents, by endpoint. The server answers with
// them, and the compiler validates every answer with them before it publishes an edition.
import { measureKeys, patterns, sexes } from '../codes.ts';
import type { DocumentPlace } from '../document-path.ts';
import { type QueryValues, limitOf, memberOf } from '../query-values.ts';
import type { JobAdvertDocument, LocalAdvertDocument } from '../resources/adverts.ts';
import type { LocalAreasDocument } from '../resources/local-areas.ts';
import type { PayDocument, PayRegionsDocument } from '../resources/pay.ts';
import { joinPaySeries } from './join-pay-series.ts';
import { type Joining, joinRelated, joinSummaries, joinSummary } from './joins.ts';
import {
  cutList,
  selectDemandList,
  selectEmploymentList,
  selectPayList,
  selectProjectionList,
  selectSkills,
} from './lists.ts';
import { selectAreaAdverts, selectJobAdverts, selectLocalAdverts } from './select-adverts.ts';
import { selectApprenticeships } from './select-apprenticeships.ts';
import { type PayQuery, payVariantIndex, selectPay } from './select-pay.ts';
import { selectPayRegions } from './select-pay-regions.ts';

/**
 * Turns a validated stored document, a checked query and the values of the path into the response.
 * Each takes the documents of its endpoint alone.
 */
export type Selection = (document: never, values: QueryValues, place: DocumentPlace) => unknown;

/** The selections by endpoint id, for every endpoint whose answer is `select`. */
export const selections: Readonly<Record<string, Selection>> = {
  apprenticeships: selectApprenticeships,
  pay: (document: PayDocument, values) => selectPay(document, payQuery(values)),
  'pay-regions': (document: PayRegionsDocument, values) =>
    selectPayRegions(document, payQuery(values)),
  'demand-list': selectDemandList,
  'job-adverts': (document: JobAdvertDocument, _, { area = '' }) =>
    selectJobAdverts(document, area),
  'job-adverts-list': cutList,
  'job-adverts-local-area': (document: LocalAdvertDocument, _, { area = '' }) =>
    selectLocalAdverts(document, area),
  'local-area-job-adverts': selectAreaAdverts,
  'pay-list': selectPayList,
  'employment-list': selectEmploymentList,
  'projections-list': selectProjectionList,
  'visas-list': cutList,
  skills: selectSkills,
  'local-areas': ({ areas }: LocalAreasDocument) => areas,
};

/** How joined answers are made of their parts, by endpoint id. */
export const joinings: Readonly<Record<string, Joining>> = {
  'pay-series': joinPaySeries,
  related: (parts, { values }) => joinRelated(parts, limitOf(values)),
  summary: joinSummary,
  summaries: joinSummaries,
};

/**
 * The areas in documents that hold the answers of several areas. `empty`: nothing is published for
 * the area, so these answers differ only in the area's name.
 */
export const areasWithin: Readonly<
  Record<string, (document: never) => readonly { readonly slug: string; readonly empty: boolean }[]>
> = {
  'job-adverts': ({ areas }: JobAdvertDocument) =>
    areas.map(({ area }) => ({ slug: area, empty: false })),
  'job-adverts-local-area': ({ areas }: LocalAdvertDocument) =>
    areas.map(({ area: { slug }, cells }) => ({ slug, empty: cells === null })),
};

/**
 * Of answers without any figure, what they say otherwise than the document's other answers without
 * figures: answers of equal texts are alike. Null for an answer with figures.
 */
export const emptyAnswers: Readonly<
  Record<string, (document: never, values: QueryValues) => string | null>
> = {
  pay: ({ variants }: PayDocument, values) => {
    const query = payQuery(values);
    return variants[payVariantIndex(query)] === null ? query.measure : null;
  },
  'pay-regions': ({ variants }: PayRegionsDocument, values) => {
    const query = payQuery(values);
    return variants[payVariantIndex(query)]?.values.every((row) => row === null) === true
      ? query.measure
      : null;
  },
};

/** The variant of a pay document that a checked query names. */
function payQuery(values: QueryValues): PayQuery {
  const measure = memberOf(measureKeys, values, 'measure');
  const sex = memberOf(sexes, values, 'sex');
  return { measure, sex, pattern: memberOf(patterns, values, 'pattern') };
}

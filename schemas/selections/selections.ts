// The pure functions that pick answers from stored documents, by endpoint. The server answers with
// them, and the compiler validates every answer with them before it publishes an edition. The
// worker carries all of schemas/selections, so nothing there imports a library.
import { measureKeys, patterns, sexes } from '../codes.ts';
import type { DocumentPlace } from '../document-path.ts';
import { type QueryValues, limitOf, memberOf } from '../query-values.ts';
import type {
  AreaAdvertsDocument,
  JobAdvertDocument,
  LocalAdvertDocument,
} from '../resources/adverts.ts';
import type { ApprenticeshipsDocument } from '../resources/apprenticeships.ts';
import type { DemandListDocument } from '../resources/demand.ts';
import type { EmploymentListDocument } from '../resources/employment.ts';
import type { LocalAreasDocument } from '../resources/local-areas.ts';
import type { PayDocument, PayListDocument, PayRegionsDocument } from '../resources/pay.ts';
import type { ProjectionListDocument } from '../resources/projections.ts';
import type { SkillsDocument } from '../resources/skills.ts';
import type { WorkProfileListDocument } from '../resources/work-profile.ts';
import { joinPaySeries } from './join-pay-series.ts';
import { type Joining, joinRelated, joinSummaries, joinSummary } from './joins.ts';
import {
  type StoredList,
  cutList,
  selectDemandList,
  selectEmploymentList,
  selectPayList,
  selectProjectionList,
  selectSkills,
  selectWorkProfileList,
} from './lists.ts';
import { selectAreaAdverts, selectJobAdverts, selectLocalAdverts } from './select-adverts.ts';
import { selectApprenticeships } from './select-apprenticeships.ts';
import { type PayQuery, payVariantIndex, selectPay } from './select-pay.ts';
import { selectPayRegions } from './select-pay-regions.ts';

/** The documents from which answers are selected, by endpoint id. */
interface SelectedDocuments {
  readonly apprenticeships: ApprenticeshipsDocument;
  readonly pay: PayDocument;
  readonly 'pay-regions': PayRegionsDocument;
  readonly 'demand-list': DemandListDocument;
  readonly 'job-adverts': JobAdvertDocument;
  readonly 'job-adverts-list': StoredList;
  readonly 'job-adverts-local-area': LocalAdvertDocument;
  readonly 'local-area-job-adverts': AreaAdvertsDocument;
  readonly 'pay-list': PayListDocument;
  readonly 'employment-list': EmploymentListDocument;
  readonly 'projections-list': ProjectionListDocument;
  readonly 'visas-list': StoredList;
  readonly 'work-profile-list': WorkProfileListDocument;
  readonly skills: SkillsDocument;
  readonly 'local-areas': LocalAreasDocument;
}

/** An endpoint whose answer is `select`. */
export type SelectedId = keyof SelectedDocuments;

/**
 * A stored document of such an endpoint. The compiler writes it after validation only, and a server
 * reads it by its digest, so both may take its bytes for one.
 */
export type SelectedDocument = SelectedDocuments[SelectedId];

/** Turns a stored document, a checked query and the values of the path into the response. */
type Selection<Document> = (
  document: Document,
  values: QueryValues,
  place: DocumentPlace,
) => unknown;

const selections: { readonly [Id in SelectedId]: Selection<SelectedDocuments[Id]> } = {
  apprenticeships: selectApprenticeships,
  pay: (document, values) => selectPay(document, payQuery(values)),
  'pay-regions': (document, values) => selectPayRegions(document, payQuery(values)),
  'demand-list': selectDemandList,
  'job-adverts': (document, _, { area = '' }) => selectJobAdverts(document, area),
  'job-adverts-list': cutList,
  'job-adverts-local-area': (document, _, { area = '' }) => selectLocalAdverts(document, area),
  'local-area-job-adverts': selectAreaAdverts,
  'pay-list': selectPayList,
  'employment-list': selectEmploymentList,
  'projections-list': selectProjectionList,
  'visas-list': cutList,
  'work-profile-list': selectWorkProfileList,
  skills: selectSkills,
  'local-areas': ({ areas }) => areas,
};

/** Whether a selection is known for an endpoint. */
export function isSelected(id: string): id is SelectedId {
  return Object.hasOwn(selections, id);
}

/** How an endpoint picks its answers from its stored documents. */
export function selectionOf<Id extends SelectedId>(id: Id): Selection<SelectedDocuments[Id]> {
  return selections[id];
}

/** How joined answers are made of their parts, by endpoint id. */
export const joinings: Readonly<Record<string, Joining>> = {
  'pay-series': joinPaySeries,
  related: (parts, { values }) => joinRelated(parts, limitOf(values)),
  summary: joinSummary,
  summaries: joinSummaries,
};

/** Something that only some endpoints read from their stored documents. */
type ReadFromSome<Read extends unknown[], Result> = {
  readonly [Id in SelectedId]?: (document: SelectedDocuments[Id], ...values: Read) => Result;
};

const areasWithin: ReadFromSome<[], AreaWithin[]> = {
  'job-adverts': ({ areas }) => areas.map(({ area }) => ({ slug: area, empty: false })),
  'job-adverts-local-area': ({ areas }) =>
    areas.map(({ area: { slug }, cells }) => ({ slug, empty: cells === null })),
};

interface AreaWithin {
  readonly slug: string;
  /** Nothing is published for the area. Such answers differ only in the area's name. */
  readonly empty: boolean;
}

/** The areas of a document that holds the answers of several; null for one that does not. */
export function areasIn<Id extends SelectedId>(
  id: Id,
  document: SelectedDocuments[Id],
): readonly AreaWithin[] | null {
  return areasWithin[id]?.(document) ?? null;
}

const emptyAnswers: ReadFromSome<[QueryValues], string | null> = {
  pay: ({ variants }, values) => {
    const query = payQuery(values);
    return variants[payVariantIndex(query)] === null ? query.measure : null;
  },
  'pay-regions': ({ variants }, values) => {
    const query = payQuery(values);
    return variants[payVariantIndex(query)]?.values.every((row) => row === null) === true
      ? query.measure
      : null;
  },
};

/**
 * What tells an answer without any figure from the document's other answers without figures: those
 * of equal texts are alike. Null for an answer with figures.
 */
export function emptyAnswerIn<Id extends SelectedId>(
  id: Id,
  document: SelectedDocuments[Id],
  values: QueryValues,
): string | null {
  return emptyAnswers[id]?.(document, values) ?? null;
}

/** The variant of a pay document that a checked query names. */
function payQuery(values: QueryValues): PayQuery {
  const measure = memberOf(measureKeys, values, 'measure');
  const sex = memberOf(sexes, values, 'sex');
  return { measure, sex, pattern: memberOf(patterns, values, 'pattern') };
}

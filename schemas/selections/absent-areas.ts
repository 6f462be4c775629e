// Documents of areas that an edition does not cover, made from the document of an area that it covers. Names and origin stay. Every figure is
// null, withheld as not-received. Pure and without a library, because the worker carries it.
import { type Area, areaOf } from '../codes.ts';
import type { Explained } from '../figures.ts';
import { byCodeUnit } from '../order.ts';
import type { PayDocument, PayListDocument } from '../resources/pay.ts';
import type { ProjectionListDocument, ProjectionResponse } from '../resources/projections.ts';
import { withLegend } from '../withheld-legend.ts';
import { judgeFigure, notPrinted } from './pay-figures.ts';

/** By endpoint id, for the endpoints whose releases can lack an area: from the document of another area to the one of the area asked for. */
export const absentAreas: Readonly<Record<string, (document: unknown, slug: string) => unknown>> = {
  pay: (document, slug) => payWithout(document as PayDocument, areaOf(slug)),
  'pay-list': (document, slug) => payListWithout(document as PayListDocument, areaOf(slug)),
  projections: (document, slug) => projectionsWithout(document as ProjectionResponse, areaOf(slug)),
  'projections-list': (document, slug) => projectionListWithout(document as ProjectionListDocument, areaOf(slug)),
};

function payWithout(document: PayDocument, area: Area): PayDocument {
  return { ...document, area: { ...area }, markers: {}, variants: document.variants.map(() => null) };
}

function payListWithout({ withheldLegend: _, ...document }: PayListDocument, area: Area): PayListDocument {
  const median = judgeFigure(notPrinted, {});
  const lists = document.lists.map(({ measure, occupations }) => ({
    measure,
    occupations: occupations
      .map(({ soc2020, title }) => ({ soc2020, title, rank: null, median }))
      .sort((a, b) => byCodeUnit(a.soc2020, b.soc2020)),
  }));
  return withLegend<PayListDocument>({ ...document, area: { ...area }, lists });
}

function projectionListWithout({ withheldLegend: _, ...document }: ProjectionListDocument, area: Area): ProjectionListDocument {
  const subMajorGroups = document.subMajorGroups
    .map(({ code, title, unitGroups }) => ({ code, title, unitGroups, rank: null, ...noProjection }))
    .sort((a, b) => byCodeUnit(a.code, b.code));
  return withLegend<ProjectionListDocument>({ ...document, area: { ...area }, ranked: 0, subMajorGroups, notes: [] });
}

const notReceived: Explained = {
  reason: 'not-received',
  marker: null,
  explanation: "We have not received the publisher's file of this area.",
};

const noProjection = {
  employmentBase: null,
  employmentTarget: null,
  netChange: null,
  netChangePercent: null,
  direction: null,
  replacementDemand: null,
  totalRequirement: null,
  presentable: false,
  withheld: notReceived,
} as const;

function projectionsWithout({ withheldLegend: _, ...document }: ProjectionResponse, area: Area): ProjectionResponse {
  const { outlook, byQualification } = document;
  return withLegend<ProjectionResponse>({
    ...document,
    area: { ...area },
    outlook: { baseYear: outlook.baseYear, targetYear: outlook.targetYear, ...noProjection },
    byQualification: byQualification.map(({ qualification }) => ({ qualification, ...noProjection })),
    notes: [],
  });
}

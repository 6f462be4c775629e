// Documents of areas that an edition does not cover, made from the document of an area that it covers. Names and origin stay. Every figure is
// null, withheld as not-received. Pure and without a library, because the worker carries it.
import { type Area, areaOf } from '../codes.ts';
import type { Explained } from '../figures.ts';
import type { PayDocument } from '../resources/pay.ts';
import type { ProjectionResponse } from '../resources/projections.ts';
import { withLegend } from '../withheld-legend.ts';

/** By endpoint id, for the endpoints whose releases can lack an area: from the document of another area to the one of the area asked for. */
export const absentAreas: Readonly<Record<string, (document: unknown, slug: string) => unknown>> = {
  pay: (document, slug) => payWithout(document as PayDocument, areaOf(slug)),
  projections: (document, slug) => projectionsWithout(document as ProjectionResponse, areaOf(slug)),
};

function payWithout(document: PayDocument, area: Area): PayDocument {
  return { ...document, area: { ...area }, markers: {}, variants: document.variants.map(() => null) };
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

// Documents of areas that an edition does not cover, made from the document of an area that it
// covers. Names and origin stay. Every figure is null, withheld as not-received.
import { areaOf } from '../codes.ts';
import { byCodeUnit } from '../order.ts';
import type { PayDocument, PayListDocument } from '../resources/pay.ts';
import type { ProjectionListDocument, ProjectionResponse } from '../resources/projections.ts';
import { withLegend, withheldAs } from '../withheld-legend.ts';
import { judgeFigure, notPrinted } from './select-pay.ts';

const noProjection = {
  employmentBase: null,
  employmentTarget: null,
  netChange: null,
  netChangePercent: null,
  direction: null,
  replacementDemand: null,
  totalRequirement: null,
  presentable: false,
  withheld: withheldAs('not-received', "We have not received the publisher's file of this area."),
};

/**
 * By endpoint id, for the endpoints whose releases can lack an area: from the document of another
 * area to the one of the area asked for.
 */
export const absentAreas: Readonly<Record<string, (document: unknown, slug: string) => unknown>> = {
  pay(other, slug): PayDocument {
    const document = other as PayDocument;
    return {
      ...document,
      area: { ...areaOf(slug) },
      markers: {},
      variants: document.variants.map(() => null),
    };
  },
  'pay-list'(other, slug) {
    const document = other as PayListDocument;
    const absent = judgeFigure(notPrinted, {});
    const lists = document.lists.map(({ measure, sex, pattern }) => ({
      measure,
      sex,
      pattern,
      absent,
      occupations: [],
    }));
    return withLegend<PayListDocument>({ ...document, area: { ...areaOf(slug) }, lists });
  },
  projections(other, slug) {
    const document = other as ProjectionResponse;
    const { baseYear, targetYear } = document.outlook;
    const outlook = { baseYear, targetYear, ...noProjection };
    const byQualification = document.byQualification.map(({ qualification }) => ({
      qualification,
      ...noProjection,
    }));
    return withLegend<ProjectionResponse>({
      ...document,
      area: { ...areaOf(slug) },
      outlook,
      byQualification,
      notes: [],
    });
  },
  'projections-list'(other, slug) {
    const document = other as ProjectionListDocument;
    const subMajorGroups = document.subMajorGroups
      .map(({ code, title, unitGroups }) => ({
        code,
        title,
        unitGroups,
        rank: null,
        ...noProjection,
      }))
      .sort((a, b) => byCodeUnit(a.code, b.code));
    return withLegend<ProjectionListDocument>({
      ...document,
      area: { ...areaOf(slug) },
      ranked: 0,
      subMajorGroups,
      notes: [],
    });
  },
};

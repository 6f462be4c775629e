// Makes the documents of a source. Adds the members that every answer has.
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Provenance, WithheldLegend } from '#schemas/figures.ts';
import { type Explaining, withLegend } from '#schemas/withheld-legend.ts';
import type { Needs } from './needs.ts';

/**
 * One file of an edition: the endpoint's id, its place among the occupations and areas, and the
 * body.
 */
export interface Document {
  readonly endpoint: string;
  readonly place: DocumentPlace;
  readonly body: unknown;
}

interface Credit {
  readonly attribution: string;
  readonly provenance: Provenance;
}

/**
 * The members of a body that its source states. A source with its own provenance or attribution
 * states both.
 */
export type StatedMembers<Body> = Omit<
  Body,
  'soc2020' | 'title' | keyof Credit | 'withheldLegend'
> &
  Partial<Credit>;

/** The same with an explanation beside each withheld figure, from which the legend is made. */
export type ExplainedMembers<Body> = Explaining<StatedMembers<Body>>;

export interface DocumentMaker {
  /**
   * A document with its occupation before the source's own members, and with attribution and
   * provenance after them.
   */
  document<Body>(place: DocumentPlace, endpoint: string, ownMembers: StatedMembers<Body>): Document;
  /** The same with the legend of its withheld figures at the end. */
  answer<Body extends { readonly withheldLegend: WithheldLegend }>(
    place: DocumentPlace,
    endpoint: string,
    ownMembers: ExplainedMembers<Body>,
  ): Document;
}

export function documentMaker({
  needs,
  attribution,
  provenance,
}: Credit & { readonly needs: Needs }): DocumentMaker {
  const bodyOf = ({ soc: soc2020 }: DocumentPlace, ownMembers: object) => ({
    ...(soc2020 === undefined
      ? {}
      : { soc2020, title: needs.get('soc-structure').groups.get(soc2020)?.title }),
    ...ownMembers,
    ...('provenance' in ownMembers ? {} : { attribution, provenance }),
  });
  return {
    document: (place, endpoint, ownMembers) => ({
      endpoint,
      place,
      body: bodyOf(place, ownMembers),
    }),
    answer: (place, endpoint, ownMembers) => ({
      endpoint,
      place,
      body: withLegend(bodyOf(place, ownMembers)),
    }),
  };
}

// Answers that are made of the answers of other rows of the endpoint table. Pure and without a library, because the worker carries it.
import type { PayRevision, ServingEdition } from '../catalogue.ts';
import type { DocumentPlace } from '../document-path.ts';
import type { Provenance, WithheldLegend } from '../figures.ts';
import { byCodeUnit } from '../order.ts';
import type { QueryValues } from '../query-values.ts';
import { withheldAs } from '../withheld-legend.ts';

/** The parts of an answer by their names; null for a part whose source has no published release. At least one is there. */
export type Parts = Readonly<Record<string, unknown>>;
export type Joining = (parts: Parts, joined: Joined) => unknown;

/** What is joined: the question, and the editions of all parts. */
export interface Joined {
  readonly values: QueryValues;
  readonly place: DocumentPlace;
  /** The own edition of the answer, and every other that it rests on. */
  readonly edition: ServingEdition;
  readonly needs: readonly ServingEdition[];
  /** Of a series of years, how far provisional figures moved, oldest first; null for any other answer. */
  readonly revisions: readonly PayRevision[] | null;
}

export interface Credited {
  readonly attribution?: string;
  readonly citation?: string;
  readonly provenance: Provenance;
}

/** Why a part has nothing. It is the same whatever the reason, because the tag of an answer knows only which editions are there. */
export const notPublished = withheldAs('not-received', 'No release of the source is published here.');

/**
 * The end of a joined answer: the attribution of every source, the provenance of the first part with the editions of all others as inputs,
 * and the legends together. Where two sources explain one reason differently, both sentences stand.
 */
export function creditOf(parts: readonly Credited[], explained: WithheldLegend) {
  const [first] = parts;
  if (first === undefined) throw new Error('an answer is joined of at least one part');
  const named = parts.map(({ provenance: { source, edition, editionId } }) => ({ source, edition, editionId }));
  const all = [...named, ...parts.flatMap(({ provenance }) => provenance.inputs)];
  const others = new Map(all.map((input) => [input.editionId, input]));
  others.delete(first.provenance.editionId);
  return {
    attribution: [...new Set(parts.map(({ attribution, citation }) => attribution ?? citation ?? ''))].join('\n'),
    provenance: { ...first.provenance, inputs: [...others.values()] },
    withheldLegend: mergedLegend(explained),
  };
}

function mergedLegend(entries: WithheldLegend): WithheldLegend {
  const keyOf = ({ reason, marker }: WithheldLegend[number]) => `${reason} ${JSON.stringify(marker)}`;
  return [...Map.groupBy(entries, keyOf)]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .flatMap(([, [first, ...rest]]) =>
      first === undefined
        ? []
        : [{ ...first, explanation: [...new Set([first, ...rest].map(({ explanation }) => explanation))].join(' ') }],
    );
}

// The legend of withheld figures: each explanation stands once in a document or an answer, and the figures name it by reason and marker.
// Pure and without a library, because the worker carries it.
import type { Explained, Withheld, WithheldLegend } from './figures.ts';
import { byCodeUnit } from './order.ts';

/** A part of a document before it has its legend: each withheld figure has its explanation beside it. */
export type Explaining<Part> = Part extends Withheld
  ? Explained
  : Part extends readonly (infer Member)[]
    ? Explaining<Member>[]
    : Part extends object
      ? { [Name in keyof Part]: Explaining<Part[Name]> }
      : Part;

interface WithLegend {
  readonly withheldLegend: WithheldLegend;
}

/**
 * The document with the explanations of its withheld figures in `withheldLegend`, by reason and marker. Throws if a figure has no
 * explanation, or if figures of one reason and marker have two: they then need reasons that tell them apart.
 */
export function withLegend<Document extends WithLegend>(document: Explaining<Omit<Document, keyof WithLegend>>): Document {
  return gathered(document, []) as Document;
}

/** The same for an answer that is made of a stored document: figures without an explanation have it in the document's legend. */
export function withLegendOf<Answer extends WithLegend>(stored: WithLegend, answer: Omit<Answer, keyof WithLegend>): Answer {
  return gathered(answer, stored.withheldLegend) as Answer;
}

function gathered(document: object, known: WithheldLegend): object {
  const explanations = new Map(known.map((entry) => [keyOf(entry), entry]));
  const legend = new Map<string, Explained>();
  const withoutExplanations = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(withoutExplanations);
    if (isWithheld(value)) return note(value);
    const copy: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) copy[name] = withoutExplanations(member);
    return copy;
  };
  const note = ({ reason, marker, ...own }: Withheld & Partial<Explained>): Withheld => {
    const key = keyOf({ reason, marker });
    const explanation = own.explanation ?? explanations.get(key)?.explanation;
    if (explanation === undefined) throw new Error(`a figure is withheld as ${key}, and nothing explains it`);
    const before = legend.get(key);
    if (before !== undefined && before.explanation !== explanation)
      throw new Error(`figures are withheld as ${key} with two explanations: ${quoted(before.explanation)} and ${quoted(explanation)}`);
    legend.set(key, { reason, marker, explanation });
    return { reason, marker };
  };
  const members = Object.entries(document).map(([name, member]) => [name, withoutExplanations(member)]);
  return { ...Object.fromEntries(members), withheldLegend: [...legend.values()].sort((a, b) => byCodeUnit(keyOf(a), keyOf(b))) };
}

function isWithheld(value: object): value is Withheld {
  return 'reason' in value && 'marker' in value;
}

function keyOf({ reason, marker }: Withheld): string {
  return marker === null ? reason : `${reason} ${quoted(marker)}`;
}

const quoted = (text: string) => JSON.stringify(text);

/** The sentence for a withheld figure of the answer. */
export function explanationOf({ withheldLegend }: WithLegend, { reason, marker }: Withheld): string {
  const entry = withheldLegend.find((candidate) => candidate.reason === reason && candidate.marker === marker);
  if (entry === undefined) throw new Error(`the legend does not explain the figures withheld as ${keyOf({ reason, marker })}`);
  return entry.explanation;
}

// The legend of withheld figures: each explanation is once in a document or an answer, and the
// figures name it by reason and marker.
import type { Explained, Withheld, WithheldLegend } from './figures.ts';
import { byCodeUnit } from './order.ts';

/**
 * A part of a document before it has its legend: each withheld figure has its explanation beside
 * it.
 */
export type Explaining<Part> = Part extends Withheld
  ? Explained
  : Part extends readonly (infer Member)[]
    ? readonly Explaining<Member>[]
    : Part extends object
      ? { [Name in keyof Part]: Explaining<Part[Name]> }
      : Part;

/** Why a figure is null. `marker`: what the publisher printed in its place, if anything. */
export function withheldAs(
  reason: Explained['reason'],
  explanation: string,
  marker: string | null = null,
): Explained {
  return { reason, marker, explanation };
}

/**
 * For a cell whose text we do not understand. It holds the release back, so no answer has it.
 */
export const notUnderstood = withheldAs(
  'not-available',
  'We do not understand the text of this cell. The release is held back for it.',
);

interface WithLegend {
  readonly withheldLegend: WithheldLegend;
}

/**
 * The document with the explanations of its withheld figures in `withheldLegend`, by reason and
 * marker. Throws if a figure has no explanation, or if figures of one reason and marker have two:
 * they then need reasons that tell them apart.
 */
export function withLegend<Document extends WithLegend>(
  document: Explaining<Omit<Document, keyof WithLegend>>,
): Document {
  return withGatheredLegend(document, []) as Document;
}

/**
 * Gives an answer that is made of a stored document its legend. The document's legend explains the
 * figures that have no explanation of their own. A legend that the answer has is replaced.
 */
export function withLegendOf<Answer extends WithLegend>(
  stored: WithLegend,
  answer: Omit<Answer, keyof WithLegend>,
): Answer {
  return withGatheredLegend(answer, stored.withheldLegend) as Answer;
}

/**
 * Gathers the explanations while an answer is made, which is faster than searching it afterwards.
 */
export class Legend {
  readonly #entries: Explained[] = [];

  /**
   * The figure's reason and marker. Its explanation goes to the legend. Throws if the legend has
   * another one for them.
   */
  note({ reason, marker, explanation }: Explained): Withheld {
    const before = entryOf(this.#entries, reason, marker);
    if (before === undefined) this.#entries.push({ reason, marker, explanation });
    else if (before.explanation !== explanation)
      throw new Error(
        `figures are withheld as ${keyOf(before)} with two explanations: ` +
          `${quoted(before.explanation)} and ${quoted(explanation)}`,
      );
    return { reason, marker };
  }

  /** `note`, or null for a figure that is not withheld. */
  noteIfWithheld(explained: Explained | null): Withheld | null {
    return explained === null ? null : this.note(explained);
  }

  /** The noted explanations, by reason and marker. */
  entries(): WithheldLegend {
    return this.#entries.toSorted((a, b) => byCodeUnit(keyOf(a), keyOf(b)));
  }
}

function withGatheredLegend(given: object, known: WithheldLegend): object {
  const { withheldLegend: _, ...document }: Members = { ...given };
  const legend = new Legend();
  const noted = ({ reason, marker, ...withoutKey }: Withheld & Partial<Explained>): Withheld => {
    const explanation = withoutKey.explanation ?? entryOf(known, reason, marker)?.explanation;
    if (explanation === undefined)
      throw new Error(
        `a figure is withheld as ${keyOf({ reason, marker })}, and nothing explains it`,
      );
    return legend.note({ reason, marker, explanation });
  };
  const withoutExplanations = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (isWithheld(value)) return noted(value);
    return Array.isArray(value)
      ? value.map(withoutExplanations)
      : withMembers(value as Members, withoutExplanations);
  };
  return { ...withMembers(document, withoutExplanations), withheldLegend: legend.entries() };
}

type Members = Readonly<Record<string, unknown>>;

/** The object with its members replaced: itself if all stay. */
function withMembers(object: Members, replace: (member: unknown) => unknown): Members {
  let copy: Record<string, unknown> | null = null;
  for (const name of Object.keys(object)) {
    const member = object[name];
    const replaced = replace(member);
    if (replaced !== member) (copy ??= { ...object })[name] = replaced;
  }
  return copy ?? object;
}

function isWithheld(value: object): value is Withheld {
  return 'reason' in value && 'marker' in value;
}

function entryOf(
  entries: WithheldLegend,
  reason: string,
  marker: string | null,
): Explained | undefined {
  return entries.find((entry) => entry.reason === reason && entry.marker === marker);
}

function keyOf({ reason, marker }: Withheld): string {
  return marker === null ? reason : `${reason} ${quoted(marker)}`;
}

const quoted = (text: string) => JSON.stringify(text);

// Checks the labels that a publisher chooses, such as routes and nationalities. A label written in
// two ways would split one thing into two.
import { type Check, type Place, block, each } from './checks.ts';
import { foldInvisible } from './read/fold.ts';
import type { Examined } from './release.ts';

/** A label. Labels of one kind are compared. */
export interface Label {
  readonly place: Place;
  readonly kind: string;
  readonly label: string;
}

/** `what` names the kinds of labels in the plural: "routes and pathways". */
export function labelsAlike<Rows, Observations>(
  what: string,
  look: (edition: Examined<Rows, Observations>) => Iterable<Label>,
): Check<Rows, Observations> {
  return block(
    'labels-alike',
    `No two ${what} differ only in white space, letter case or characters that nobody ` +
      'sees: what belongs to one would be given to two.',
    each(
      (edition) => alike(look(edition)),
      ({ place }) => place,
      ({ label, other }) => `found "${label}", elsewhere it is "${other}"`,
    ),
  );
}

/** The first place of each label that differs from another label only in what people cannot see. */
function* alike(labels: Iterable<Label>) {
  const seen = new Map<string, Set<string>>();
  const byFolded = new Map<string, string>();
  for (const { place, kind, label } of labels) {
    const ofKind = seen.get(kind) ?? new Set();
    if (ofKind.has(label)) continue;
    seen.set(kind, ofKind.add(label));
    const folded = `${kind} ${foldInvisible(label).toLowerCase()}`;
    const other = byFolded.get(folded);
    if (other === undefined) byFolded.set(folded, label);
    else yield { place, label, other };
  }
}

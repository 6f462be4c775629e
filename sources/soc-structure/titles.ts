// What the search may learn from Volume 1: the titles of the unit groups, their related titles,
// tasks and descriptions.
import type { NeededObservations, TitleEvidence } from '#sources/kit/needs.ts';

// Tasks and descriptions have words that are no titles ("liaises with"), so they count less.
const taskWeight = 0.2;
const descriptionWeight = 0.3;

export function* titles({
  unitGroups,
}: NeededObservations['soc-structure']): Generator<TitleEvidence> {
  for (const { code, title, relatedTitles, tasks, description } of unitGroups) {
    const evidenceOf = (text: string, weight: number): TitleEvidence => ({
      text,
      unitGroups: [[code, 1]],
      weight,
      isWeak: false,
    });
    yield evidenceOf(title, 1);
    for (const related of relatedTitles) yield evidenceOf(related, 1);
    for (const task of tasks) yield evidenceOf(task, taskWeight);
    yield evidenceOf(description, descriptionWeight);
  }
}

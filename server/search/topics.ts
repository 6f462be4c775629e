// What pupils type instead of a job title: a subject, a hobby, an employer, a wish. Each topic has
// the titles of the index that are offered for it (data/topics.json).
import topics from './data/topics.json' with { type: 'json' };
import { stemOf, wordsOf } from './normalise.ts';

/** The words around a topic: "a job working with animals", "I am good at drawing". */
const around: ReadonlySet<string> = new Set(
  (
    'a an the i im am me my to be is of in at on with for or and want like love enjoy ' +
    'good job jobs ' +
    'work working career careers something someone who do doing help helping make making'
  )
    .split(' ')
    .map(stemOf),
);

const titlesByTopic: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(topics).map(([topic, titles]) => [keyOf(topic), titles.split('|')]),
);

/** The titles that are offered for the text, best known first; none if it is no topic. */
export function titlesOfTopic(text: string): readonly string[] {
  return titlesByTopic.get(keyOf(text)) ?? [];
}

function keyOf(text: string): string {
  const stems = wordsOf(text).map(stemOf);
  return stems.filter((stem) => !around.has(stem)).join(' ');
}

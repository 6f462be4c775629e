// An area that is named in a question: "nurse in Yorkshire", "near Leeds".
import { areas } from '#schemas/codes.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import { areasNamed } from '../answers/area-names.ts';
import { wordsOf } from '../search/normalise.ts';

export interface Place {
  readonly name: string;
  /** The nation or region that it is, or is in. */
  readonly region: string;
  /** Null for a nation or region. */
  readonly local: LocalArea | null;
  /** The words of the question that name it. */
  readonly words: string;
}

const around: ReadonlySet<string> = new Set(
  'in near around at from until by to for which what are is jobs job work the and most'.split(' '),
);
/** The words of a text, without those around what it names. */
export const wordsOfName = (text: string) => wordsOf(text).filter((word) => !around.has(word));

/**
 * The area that a question names. Of what the search has set aside, or what follows “in”, a part
 * of a name is enough; the whole question, which can be a job, must be the name, or begin that of a
 * nation or region, which goes before a local area.
 */
export function placeIn(
  question: string,
  setAside: readonly string[],
  local: readonly LocalArea[],
): Place | null {
  const regions = areas.slice(1).map(({ name, slug }) => ({ name, region: slug, local: null }));
  const districts = local.map((area) => ({
    name: area.name,
    region: area.partOf.slug,
    local: area,
  }));
  const word = /\b(?:in|near|around)\s+(?=\S)/i.exec(question);
  const tail = word === null ? undefined : question.slice(word.index + word[0].length);
  for (const phrase of [...setAside, ...(tail === undefined ? [] : [tail]), question]) {
    const wantedWords = wordsOfName(phrase).join(' ');
    if (wantedWords === '') continue;
    const isWhole = ({ name }: { readonly name: string }) =>
      wordsOfName(name).join(' ') === wantedWords;
    const [area] =
      phrase === question
        ? [...areasNamed(wantedWords, regions), ...districts.filter(isWhole)]
        : areasNamed(wantedWords, [...regions, ...districts]);
    if (area !== undefined) return { ...area, words: phrase };
  }
  return null;
}

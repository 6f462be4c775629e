// The parsers of the sources, each loaded when it is asked for: the process that reads a release needs only one.
import type { SourceKey } from '#schemas/codes.ts';
import type { FileKinds, Parser } from './kit/named-files.ts';

/** A parser of a source that only its key names. The files that it is given are those of its own kinds. */
type AnyParser = Parser<readonly unknown[], FileKinds>;

/** A parser as its folder declares it. It receives files by the names of its own kinds, which AnyParser has forgotten. */
function of<Rows extends readonly unknown[], Kinds extends FileKinds>(load: () => Promise<Parser<Rows, Kinds>>): () => Promise<AnyParser> {
  return async () => (await load()) as unknown as AnyParser;
}

export const parsers: Readonly<Record<SourceKey, () => Promise<AnyParser>>> = {
  'apprenticeship-standards': of(() => import('./apprenticeship-standards/layout.ts')),
  'aps-employment': of(() => import('./aps-employment/layout.ts')),
  'aps-workforce': of(() => import('./aps-workforce/layout.ts')),
  ashe: of(() => import('./ashe/layout.ts')),
  'career-profiles': of(() => import('./career-profiles/layout.ts')),
  'employer-skills-survey': of(() => import('./employer-skills-survey/layout.ts')),
  esco: of(() => import('./esco/layout.ts')),
  'local-authorities': of(() => import('./local-authorities/layout.ts')),
  'occupational-maps': of(() => import('./occupational-maps/layout.ts')),
  'occupations-in-demand': of(() => import('./occupations-in-demand/layout.ts')),
  onet: of(() => import('./onet/layout.ts')),
  'online-job-adverts': of(() => import('./online-job-adverts/layout.ts')),
  'skills-projections': of(() => import('./skills-projections/layout.ts')),
  'soc-index': of(() => import('./soc-index/layout.ts')),
  'soc-structure': of(() => import('./soc-structure/layout.ts')),
  'work-visas': of(() => import('./work-visas/layout.ts')),
};

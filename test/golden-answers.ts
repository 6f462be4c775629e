// The answers of the sample that are stored under test/goldens, as golden-answers.tsv has them: the file, and the path that is asked.
import { typedRows } from './typed-rows.ts';

export const goldenAnswers = typedRows(new URL('golden-answers.tsv', import.meta.url)).map(
  ([file = '', path = '']): readonly [file: string, path: string] => [file, path],
);

// Where the model of job titles lies in a data directory, and whether it is whole.
import { join } from 'node:path';
import type { TitleModelRecord } from '#schemas/catalogue.ts';
import { titleModelFile } from '#schemas/standing.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import { sha256 } from './digest.ts';
import { readWhole } from './file-fault.ts';

/** Its path in a data directory, a store or a bundle. */
export function placeOfTitleModel({ id }: Pick<TitleModelRecord, 'id'>): string {
  return `editions/${id}/${titleModelFile}`;
}

/** True if the file is there with the bytes that the record names. */
export function isTitleModelWhole(directory: string, model: TitleModelRecord): boolean {
  return readOrNull(() => sha256(readWhole(join(directory, placeOfTitleModel(model))))) === model.sha256;
}

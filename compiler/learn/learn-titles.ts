// Learns from the job titles of all served sources, after every edition of a run is compiled. The model is the last artefact: no edition needs it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TitleModelRecord } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { messageOf } from '#sources/kit/problem.ts';
import type { TitleEvidence } from '#sources/kit/title-evidence.ts';
import { sha256, titleModelUuid } from '../edition/digest.ts';
import { isTitleModelWhole, placeOfTitleModel } from '../edition/title-model.ts';
import { writeAtomically } from '../edition/write-atomically.ts';
import type { Run } from '../release/run.ts';
import { modelOf } from './model-of.ts';

/**
 * Keeps the model while it is whole and its editions are served; else learns it again. With the classification and its index alone there is nothing to
 * learn that the search does not know. If an edition can no longer be read, there is no model, and the search answers from titles alone.
 */
export async function learnTitles(run: Run): Promise<void> {
  const { options, holdings } = run;
  const needs = options.sources
    .filter(({ titles }) => titles !== undefined)
    .flatMap(({ key }) =>
      holdings
        .servedOf(key)
        .slice(0, 1)
        .map(({ id }) => ({ source: key, edition: id })),
    );
  const served = new Set<string>(needs.map(({ source }) => source));
  if (!spine.every((key) => served.has(key)) || needs.length === spine.length) return holdings.putTitleModel(null);
  const format = fileFormats.titleModel.written;
  const id = titleModelUuid(
    needs.map(({ edition }) => edition),
    format,
  );
  const held = holdings.titleModel;
  if (held?.id === id && isTitleModelWhole(options.directory, held)) return;
  options.progress('learning from job titles');
  const evidence: TitleEvidence[] = [];
  for (const { source, edition } of needs) {
    const found = await evidenceOf(run, edition);
    if (typeof found === 'string') {
      options.say(`${source}: its titles cannot be read again, so the search learns nothing\n${found}`);
      return holdings.putTitleModel(null);
    }
    evidence.push(...found);
  }
  const [index] = holdings.servedOf('soc-index');
  const bytes = modelOf(index?.axes.occupations ?? [], evidence);
  const record: TitleModelRecord = { id, format, needs, sha256: sha256(bytes), bytes: bytes.length };
  mkdirSync(join(options.directory, 'editions', id), { recursive: true });
  writeAtomically(join(options.directory, placeOfTitleModel(record)), bytes);
  holdings.putTitleModel(record);
}

/** The titles of an edition, from this run or read again; a message if that is not possible. */
async function evidenceOf({ evidence, reader }: Run, edition: string): Promise<readonly TitleEvidence[] | string> {
  const known = evidence.get(edition);
  if (known !== undefined) return known;
  try {
    const { source, read } = await reader.read(edition);
    return [...(source.titles?.(read.observations, read.needs) ?? [])];
  } catch (error) {
    // Whatever it is: releases are never left unpublished because the search could not learn.
    return messageOf(error);
  }
}

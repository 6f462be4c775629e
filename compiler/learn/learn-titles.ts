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
 * learn that the search does not know. If learning fails, there is no model, and the search answers from titles alone.
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
  run.progress.last('learning from job titles');
  const bytes = await learnt(run, needs);
  if (bytes === null) return holdings.putTitleModel(null);
  const record: TitleModelRecord = { id, format, needs, sha256: sha256(bytes), bytes: bytes.length };
  mkdirSync(join(options.directory, 'editions', id), { recursive: true });
  writeAtomically(join(options.directory, placeOfTitleModel(record)), bytes);
  holdings.putTitleModel(record);
}

/** The bytes of a model of these editions. Null, and it is said, if it cannot be learnt: releases are never left unpublished because of that. */
async function learnt(
  { options, holdings, evidence, reader }: Run,
  needs: TitleModelRecord['needs'],
): Promise<Uint8Array<ArrayBuffer> | null> {
  let doing = '';
  try {
    const titles: (readonly TitleEvidence[])[] = [];
    for (const { source, edition } of needs) {
      doing = `${source}: its titles cannot be read again`;
      titles.push(evidence.get(edition) ?? (await titlesOf(reader, edition)));
    }
    doing = 'the job titles are read but nothing can be learnt from them';
    const [index] = holdings.servedOf('soc-index');
    return modelOf(index?.axes.occupations ?? [], titles.flat());
  } catch (error) {
    options.say(`${doing}, so the search answers without a model\n${messageOf(error)}`);
    return null;
  }
}

async function titlesOf(reader: Run['reader'], edition: string): Promise<readonly TitleEvidence[]> {
  const { source, read } = await reader.read(edition);
  return [...(source.titles?.(read.observations, read.needs) ?? [])];
}

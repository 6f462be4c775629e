// Learns from the job titles of all served sources. The model is the last artefact of a run: no
// edition needs it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TitleModelRecord } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { messageOf } from '#sources/kit/problem.ts';
import type { TitleEvidence } from '#sources/kit/needs.ts';
import { sha256, titleModelUuid } from '../edition/digest.ts';
import { faultOfTitleModel, placeOfTitleModel } from '../edition/edition-record.ts';
import { writeAtomically } from '../edition/files.ts';
import type { Run } from '../release/run.ts';
import { modelOf } from './model-of.ts';

/**
 * What a model is made from: the served editions that have titles, and the id that follows from
 * them.
 */
type Basis = Pick<TitleModelRecord, 'id' | 'format' | 'needs'>;

/**
 * Null if the titles are not served, or if there is nothing to learn: the search knows those of the
 * classification and of its index.
 */
function basisOf({ options, draft }: Run): Basis | null {
  const needs = options.sources.flatMap(({ key, titles }) => {
    const [served] = titles === undefined ? [] : draft.servedOf(key);
    return served === undefined ? [] : [{ source: key, edition: served.id }];
  });
  const served = new Set<string>(needs.map(({ source }) => source));
  if (!spine.every((key) => served.has(key)) || needs.length === spine.length) return null;
  const format = fileFormats.titleModel;
  const editions = needs.map(({ edition }) => edition);
  return { id: titleModelUuid(editions, format), format, needs };
}

/**
 * Learns, unless the model of the editions that are served now is here. If the titles cannot be
 * read again, or nothing can be learnt from them, it is said, and the search answers from titles
 * alone: releases are never left unpublished because of that.
 */
export async function learnTitles(run: Run): Promise<void> {
  const { options, draft } = run;
  const basis = basisOf(run);
  const held = draft.titleModel;
  if (held !== null && held.id === basis?.id && faultOfTitleModel(options.directory, held) === null)
    return;
  const bytes = basis === null ? null : await learnFrom(run, basis);
  if (basis === null || bytes === null) return draft.putTitleModel(null);
  const record: TitleModelRecord = { ...basis, sha256: sha256(bytes), bytes: bytes.length };
  mkdirSync(join(options.directory, 'editions', record.id), { recursive: true });
  writeAtomically(join(options.directory, placeOfTitleModel(record)), bytes);
  draft.putTitleModel(record);
}

async function learnFrom(
  { evidence, reader, draft, options, progress }: Run,
  { needs }: Basis,
): Promise<Uint8Array | null> {
  const titles: (readonly TitleEvidence[])[] = [];
  for (const { source, edition } of needs) {
    try {
      titles.push(evidence.get(edition) ?? (await titlesOf(reader, edition)));
    } catch (error) {
      options.say(
        `${source}: its titles cannot be read again, so the search answers without a model\n${messageOf(error)}`,
      );
      return null;
    }
  }
  progress.last('learning from job titles');
  try {
    return modelOf(draft.servedOf('soc-index')[0]?.axes.occupations ?? [], titles.flat());
  } catch (error) {
    options.say(
      `the job titles are read but nothing can be learnt from them, so the search answers without a model\n${messageOf(error)}`,
    );
    return null;
  }
}

async function titlesOf(reader: Run['reader'], edition: string): Promise<readonly TitleEvidence[]> {
  const { source, read } = reader.open(edition);
  const { observations, needs } = await read();
  return [...(source.titles?.(observations, needs) ?? [])];
}

// Learns from the job titles of all served sources. The model is the last artefact of a run: no
// edition needs it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TitleModelRecord } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { faultsOf, messageOf } from '#sources/kit/problem.ts';
import { sha256, titleModelUuid } from '../edition/digest.ts';
import { faultOfTitleModel, placeOfTitleModel } from '../edition/edition-record.ts';
import { writeAtomically } from '../edition/files.ts';
import { ProcessError } from './installation.ts';
import type { Run } from './run.ts';
import { StoppedError } from './stopped.ts';
import type { Worker, Workers } from './workers.ts';

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
  const needs: TitleModelRecord['needs'][number][] = [];
  for (const { key, titles } of options.sources) {
    if (titles === undefined) continue;
    const [served] = draft.servedOf(key);
    if (served !== undefined) needs.push({ source: key, edition: served.id });
  }
  const sourcesWithTitles = new Set<string>(needs.map(({ source }) => source));
  const hasMore = needs.length > spine.length;
  if (!spine.every((key) => sourcesWithTitles.has(key)) || !hasMore) return null;
  const format = fileFormats.titleModel;
  const editions = needs.map(({ edition }) => edition);
  return { id: titleModelUuid(editions, format), format, needs };
}

/**
 * Learns, unless the model of the editions that are served now is here. If the titles cannot be
 * read again, or nothing can be learnt from them, a message says so, and the search answers from
 * titles alone: releases are never left unpublished because of that.
 */
export async function learnTitles(run: Run, workers: Workers): Promise<void> {
  const { options, draft } = run;
  const basis = basisOf(run);
  const held = draft.titleModel;
  if (held !== null && held.id === basis?.id && faultOfTitleModel(options.directory, held) === null)
    return;
  const bytes =
    basis === null ? null : await workers.lend(null, (worker) => learnFrom(run, worker, basis));
  if (basis === null || bytes === null) return draft.putTitleModel(null);
  const record: TitleModelRecord = { ...basis, sha256: sha256(bytes), bytes: bytes.length };
  mkdirSync(join(options.directory, 'editions', record.id), { recursive: true });
  writeAtomically(join(options.directory, placeOfTitleModel(record)), bytes);
  draft.putTitleModel(record);
}

async function learnFrom(
  { evidence, draft, options, progress }: Run,
  worker: Worker,
  { needs }: Basis,
): Promise<Uint8Array | null> {
  progress.learning(worker.number);
  try {
    return await worker.learn({
      needs: needs.map((need) => ({ ...need, evidence: evidence.get(need.edition) ?? null })),
      editions: draft.withNeedsOf(needs.map(({ edition }) => edition)),
    });
  } catch (error) {
    if (error instanceof StoppedError || error instanceof ProcessError) throw error;
    const fault =
      faultsOf(error) === null
        ? 'the job titles are read but nothing can be learnt from them'
        : 'job titles cannot be read again';
    options.say(`${fault}, so the search answers without a model\n${messageOf(error)}`);
    return null;
  } finally {
    progress.learnt(worker.number);
  }
}

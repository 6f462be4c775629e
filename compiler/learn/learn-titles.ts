// Learns from the job titles of all served sources. It begins when the sources that have titles are compiled, and the rest of the run goes on
// beside it. The model is the last artefact: no edition needs it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TitleModelRecord } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { messageOf } from '#sources/kit/problem.ts';
import type { TitleEvidence } from '#sources/kit/needs.ts';
import { sha256, titleModelUuid } from '../edition/digest.ts';
import { isTitleModelWhole, placeOfTitleModel } from '../edition/edition-record.ts';
import { writeAtomically } from '../edition/files.ts';
import type { Run } from '../release/run.ts';
import type { Learning } from './learning.ts';

/** What a model is made from: the served editions that have titles, and the id that follows from them. */
type Basis = Pick<TitleModelRecord, 'id' | 'format' | 'needs'>;
/** A model that is being learnt, and the id that it will have. */
export type Begun = Learning & Pick<Basis, 'id'>;

/** Null if the titles are not served, or if there is nothing to learn: the search knows those of the classification and of its index. */
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

function isHeld({ options, draft }: Run, { id }: Basis): boolean {
  const held = draft.titleModel;
  return held?.id === id && isTitleModelWhole(options.directory, held);
}

/**
 * Begins to learn, if the model of the editions that are served now is not here. Null if there is nothing to do. Also null, and it is said, if the
 * titles cannot be read again.
 */
export async function beginToLearn(run: Run): Promise<Begun | null> {
  const basis = basisOf(run);
  if (basis === null || isHeld(run, basis)) return null;
  const { evidence, reader, draft, options } = run;
  const titles: (readonly TitleEvidence[])[] = [];
  for (const { source, edition } of basis.needs) {
    try {
      titles.push(evidence.get(edition) ?? (await titlesOf(reader, edition)));
    } catch (error) {
      options.say(`${source}: its titles cannot be read again, so the search answers without a model\n${messageOf(error)}`);
      return null;
    }
  }
  const [index] = draft.servedOf('soc-index');
  return { ...run.learn({ unitGroups: index?.axes.occupations ?? [], evidence: titles.flat() }), id: basis.id };
}

/**
 * Keeps the model while it is whole and its editions are served; else stores the one that was begun. If learning failed, there is no model, and the
 * search answers from titles alone: releases are never left unpublished because of that.
 */
export async function storeLearnt(run: Run, begun: Begun | null): Promise<void> {
  const { options, draft } = run;
  const basis = basisOf(run);
  if (basis !== null && isHeld(run, basis)) return;
  if (basis === null || begun?.id !== basis.id) return draft.putTitleModel(null);
  run.progress.last('learning from job titles');
  let bytes: Uint8Array;
  try {
    bytes = await begun.finish();
  } catch (error) {
    options.say(`the job titles are read but nothing can be learnt from them, so the search answers without a model\n${messageOf(error)}`);
    return draft.putTitleModel(null);
  }
  const { id } = basis;
  const record: TitleModelRecord = { ...basis, sha256: sha256(bytes), bytes: bytes.length };
  mkdirSync(join(options.directory, 'editions', id), { recursive: true });
  writeAtomically(join(options.directory, placeOfTitleModel(record)), bytes);
  draft.putTitleModel(record);
}

async function titlesOf(reader: Run['reader'], edition: string): Promise<readonly TitleEvidence[]> {
  const { source, read } = reader.open(edition);
  const { observations, needs } = await read();
  return [...(source.titles?.(observations, needs) ?? [])];
}

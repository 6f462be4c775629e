// Writes an edition: its documents, each validated against its schema, the files of its figures, then its record, and its entry in the new catalogue.
import type { EditionRecord } from '#schemas/catalogue.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { attributionOf, provenanceOf } from '../edition/credit.ts';
import { EditionWriter } from '../edition/edition-directory.ts';
import { writeFigures } from '../figures/figure-files.ts';
import { type Judged, recordOf } from './describe-edition.ts';
import type { ExaminedRelease } from './examine.ts';
import { holdEdition } from './hold-edition.ts';
import { type Outcome, blockingProblems, coverageOf, outcomeOf, verdictOf } from './outcome.ts';
import type { Run } from './run.ts';

/** Publishes an edition or puts it into quarantine, as judged. It fails, and keeps nothing, if our own documents are not valid. */
export async function writeEdition(run: Run, release: ExaminedRelease, judged: Judged): Promise<Outcome> {
  const { source, id, examined, problems, alone, digest } = release;
  const { options, holdings, progress, reader } = run;
  const files = release.bytes.length;
  progress.show(placeOfRelease(release.release), 'writing');
  const label = source.label?.(release.release, examined.observations) ?? release.release.name;
  const axes = source.axes(examined.observations);
  const writer = new EditionWriter(options.directory, id);
  let record: EditionRecord;
  try {
    const faults = problems.length > 0 ? [] : await writeFiles(run, release, writer, label);
    if (faults.length > 0) {
      await writer.discard();
      return outcomeOf(release, 'failed', { files, problems: faults });
    }
    const held = holdings.edition(id);
    // A held edition was never public, so its root may change.
    const root = held === undefined || held.state === 'quarantined' ? null : held.root;
    record = await writer.publish(
      judged.shelf,
      { ...recordOf(release, id), label, rows: digest, axes, checks: [...alone] },
      { pruned: held?.pruned ?? false, replace: options.afresh ?? false, root, digest: held?.record ?? null },
    );
  } catch (error) {
    await writer.discard();
    throw error;
  }
  const edition = holdEdition(run, release, record, judged, source.count(examined.observations));
  if (judged.shelf === 'editions') {
    reader.remember(id, source, release);
    if (source.titles !== undefined) run.evidence.set(id, [...source.titles(examined.observations, examined.needs)]);
  }
  const told = problems.length > 0 ? [] : (source.coverage?.(examined.observations, examined.needs) ?? []);
  return outcomeOf(release, verdictOf(edition, 'published'), {
    edition,
    files,
    coverage: coverageOf(told, axes.occupations),
    problems: problems.length > 0 ? problems : blockingProblems(edition),
  });
}

/** Writes the documents, then the files of the figures. Returns the faults of our own documents. */
async function writeFiles(run: Run, release: ExaminedRelease, writer: EditionWriter, label: string): Promise<Problem[]> {
  const { source, id, needed, inputs: files } = release;
  const { observations, needs } = release.examined;
  const inputs = needed.map((need) => ({
    source: need.source,
    edition: run.holdings.edition(need.edition)?.label ?? need.edition,
    editionId: need.edition,
  }));
  const provenance = provenanceOf(source, release.release, { id, label }, inputs);
  const attribution = attributionOf(source, release.release);
  const documents = source.documents({ release: release.release, observations, needs, provenance, attribution });
  const edition = { source, release: release.release.name, axes: source.axes(observations), attribution };
  const faults = await run.writeDocuments(writer, edition, documents);
  if (faults.length > 0) return faults;
  const read = { ...release.examined, files: files.map(({ file }) => file) };
  const names = await writeFigures(writer.folder, source, { id, release: release.release.name }, read);
  for (const name of names) writer.addWritten(name);
  return [];
}

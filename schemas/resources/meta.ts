// The answers of /v1/meta about the data itself: the sources, their editions, and the state of the
// checks at the publishers.
import { type Static, Type } from 'typebox';
import { Ingest, InputFile, editionStates, severities, sourceStatuses } from '../catalogue.ts';
import { sourceKeys } from '../codes.ts';
import { Withdrawn } from '../problem.ts';
import {
  count,
  Day,
  Instant,
  listOf,
  nullable,
  oneOf,
  record,
  Text,
  text,
  Uri,
  countFromOne,
  flag,
} from '../shapes.ts';
import { EditionId, EditionName } from '../figures.ts';

const Key = oneOf(sourceKeys, 'Key of the source, as listed at /v1/meta/sources.');

// The names are the same as in `provenance`, so that an answer can be looked up here by equal
// members.
const Release = text('Short name of the release, as in the LMI-Release header.');
const Released = nullable(Day, 'Day of publication; null if the release does not state it.');
const Year = nullable(
  Type.Integer(),
  'Reference year, for sources whose editions are served side by side by year; null for ' +
    'the others.',
);
const namingMembers = {
  edition: EditionName,
  editionId: EditionId,
  release: Release,
  released: Released,
  year: Year,
};
const Provisional = flag('True until the publisher revises the figures.');

export type SourceStatus = (typeof sourceStatuses)[number];

const Status = oneOf(
  sourceStatuses,
  'served: at least one edition is served, even if others are held back; held-back: no ' +
    'edition is served yet, because a check holds back ' +
    'every one; withdrawn: every edition that was served has been withdrawn; ' +
    'not-configured: no release is published here yet.',
);

export const SourceResponse = record('A source.', {
  source: Key,
  title: Text,
  publisher: text('Who publishes the data.'),
  licence: text('Name of the licence of the data.'),
  licenceUrl: nullable(Uri, "Null for the synthetic sample, which has no publisher's licence."),
  attribution: text('Show this text wherever you show the data.'),
  landingPage: Type.String({ format: 'uri', description: "The publisher's page for the dataset." }),
  cadence: text('How often the publisher releases it.'),
  status: Status,
  served: listOf(
    record({ ...namingMembers, provisional: Provisional }),
    'The editions served now: one, or one for each reference year, newest first. The ' +
      'first is the default.',
  ),
  endpoints: listOf(Type.String(), 'Paths of the endpoints whose answers use the source.'),
});
export type SourceResponse = Static<typeof SourceResponse>;

/** In the order in which design and documentation list the sources. */
export const SourceList = listOf(SourceResponse);

const Accepted = nullable(
  record({ reason: Text, at: Instant }),
  'Set if a check had held the edition back and a person published it, with the reason; else null.',
);

/**
 * A failed check as anybody may read it. Of an edition that is held back or withdrawn it quotes
 * nothing, so that no figure gets out.
 */
export const FailedCheck = record('A check that found something.', {
  check: text('Name of the check.'),
  severity: oneOf(
    severities,
    'block: holds the edition back; known-issue: is published with the edition; info: ' +
      'for the operator.',
  ),
  description: nullable(
    Text,
    'What the check asks of every release; null for an edition compiled before this was recorded.',
  ),
  message: text(
    'What the check found first. Figures of an edition that is held back or withdrawn ' +
      'are not quoted.',
  ),
  places: listOf(Type.String(), {
    minItems: 1,
    maxItems: 10,
    description: "The first places in the publisher's files, at most ten.",
  }),
  count: countFromOne('Number of places in all.'),
});
export type FailedCheck = Static<typeof FailedCheck>;

const Since = Type.String({
  format: 'date-time',
  description: 'When it was compiled and held back.',
});

const Checks = listOf(
  FailedCheck,
  'The failed checks. For a published edition these are its known issues, each with its ' +
    'first places.',
);

export const EditionResponse = record('An edition: one release as we compiled it.', {
  id: EditionId,
  source: Key,
  release: Release,
  edition: EditionName,
  released: Released,
  year: Year,
  provisional: Provisional,
  state: oneOf(
    editionStates,
    'served: answers requests; superseded: a newer edition answers, and this one can ' +
      'still be pinned; quarantined: held back by a check and ' +
      'not served; withdrawn: a request that pins it gets 410.',
  ),
  knownIssues: count(
    'Number of `checks`. Those of a quarantined edition include the checks that hold it back.',
  ),
  checks: Checks,
  accepted: Accepted,
  withdrawn: nullable(Withdrawn, 'Set if the edition was withdrawn; else null.'),
  pruned: flag('True: only the record of the edition is kept, without its documents.'),
  touched: nullable(
    Instant,
    'When the publisher last issued other bytes with the same cells. They make no new ' +
      'edition. Null if that never happened.',
  ),
  inputs: listOf(
    record({ source: Key, edition: EditionName, editionId: EditionId }),
    'Editions of other sources that it is compiled with, as in `provenance`.',
  ),
  documents: count('Number of files in the edition.'),
  bytes: count('Bytes of all these files.'),
  figures: count('Published figures of the edition, each once.'),
  withheldByReason: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
    description: 'Withheld figures by reason.',
  }),
  files: listOf(
    record({
      ...InputFile.properties,
      count: count(
        '1; or how many files of one kind this stands for: `file` is the first, `bytes` ' +
          'of all, `sha256` of their list.',
      ),
    }),
    "The publisher's files that it is compiled from. Many of one kind stand as one.",
  ),
  compiled: Type.String({ format: 'date-time', description: 'When it was first compiled here.' }),
  root: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'One hash over all files of the edition.',
  }),
});
export type EditionResponse = Static<typeof EditionResponse>;

/** Newest first, in the order of schemas/standing.ts. */
export const EditionList = listOf(EditionResponse);

export const IngestStatusResponse = record({
  catalogue: record('The catalogue, which lists the editions behind all answers.', {
    serial: countFromOne('Rises by one with every change.'),
    written: Type.String({ format: 'date-time', description: 'When it was last written.' }),
  }),
  sample: flag('True: every edition is synthetic and no figure is a statistic.'),
  sources: listOf(
    record({
      source: Key,
      status: Status,
      watched: flag(
        'False: the publisher requires a key that is not set, so the source is not ' +
          'checked. Its served editions stay live.',
      ),
      checked: Ingest.properties.checked,
      changed: Ingest.properties.changed,
      fault: Ingest.properties.fault,
      newestRelease: Ingest.properties.newest,
      heldBack: listOf(
        record({ ...namingMembers, since: Since, checks: Checks }),
        'Editions that a check holds back and that no later publication has made good, ' +
          'newest first. The previous edition stays live.',
      ),
      nextRelease: Ingest.properties.nextRelease,
      late: flag(
        'True: the announced day has passed (in UTC), and no release of that day or ' +
          'later has come.',
      ),
      correctionNotices: Ingest.properties.notices,
      undecided: listOf(
        record({ editionId: EditionId, ...Ingest.properties.notices.items.properties }),
        {
          description:
            'The notices of served editions, that the publisher has corrected or ' +
            'withdrawn a release, about which nobody has decided yet. Take care with ' +
            'these figures.',
        },
      ),
    }),
    'Each source, in the order of /v1/meta/sources.',
  ),
});
export type IngestStatusResponse = Static<typeof IngestStatusResponse>;

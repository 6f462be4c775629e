// What /v1/meta says of the data itself: the sources, their editions, and how the watch over the publishers stands.
import { type Static, Type } from 'typebox';
import { CheckResult, Ingest, InputFile, editionStates } from '../catalogue.ts';
import { sourceKeys } from '../codes.ts';
import { Uuid, nullable, oneOf, record } from '../figures.ts';

const Text = Type.String({ minLength: 1 });
const Day = Type.String({ format: 'date' });
const Instant = Type.String({ format: 'date-time' });
const Key = oneOf(sourceKeys, 'Key of the source, as listed at /v1/meta/sources.');

// The names are those of `provenance`, so that an answer can be looked up here by equal members.
const Label = Type.String({
  minLength: 1,
  description: "The publisher's release, as the publisher names it and as `provenance.edition` repeats it.",
});
const EditionId = Type.String({ format: 'uuid', description: 'Names this exact edition; `edition=` pins it where an endpoint takes one.' });
const Release = Type.String({ minLength: 1, description: 'Short name of the release, as the LMI-Release header carries it.' });
const Released = nullable(Day, 'Day of publication; null where the publisher does not state it in the release.');
const Year = nullable(Type.Integer(), 'Reference year, for sources whose editions are served side by side by year; null for the others.');
const Provisional = Type.Boolean({ description: 'True until the publisher revises the figures.' });

const sourceStatuses = ['served', 'held-back', 'withdrawn', 'not-configured'] as const;
export type SourceStatus = (typeof sourceStatuses)[number];

const Status = oneOf(
  sourceStatuses,
  'served: at least one edition is served, whatever else is held back; held-back: nothing is served yet, because a check holds back ' +
    'what there is; withdrawn: all that was ever served has been taken back; not-configured: there has never been an edition.',
);

export const SourceResponse = record({
  key: Key,
  title: Text,
  publisher: Text,
  licence: Type.String({ minLength: 1, description: 'Name of the licence of the data.' }),
  licenceUrl: nullable(Type.String({ format: 'uri' }), "Null for the synthetic sample, which carries no publisher's licence."),
  attribution: Type.String({ minLength: 1, description: 'Text that must stand wherever the data is shown.' }),
  landingPage: Type.String({ format: 'uri', description: "The publisher's page of the dataset." }),
  cadence: Type.String({ minLength: 1, description: 'How often the publisher releases it.' }),
  status: Status,
  served: Type.Array(
    record({ edition: Label, editionId: EditionId, release: Release, released: Released, year: Year, provisional: Provisional }),
    {
      description:
        'What is served now: one edition, or one for each reference year, newest first. The first answers where no year is asked for.',
    },
  ),
  endpoints: Type.Array(Type.String(), { description: 'Paths of the endpoints whose answers rest on the source.' }),
});
export type SourceResponse = Static<typeof SourceResponse>;

/** In the order in which design and documentation list the sources. */
export const SourceList = Type.Array(SourceResponse);

const Accepted = nullable(
  record({ reason: Text, at: Instant }),
  'Set where a check had held the edition back and a person has published it, with the reason given.',
);

/** The 410 on a withdrawn edition's pin repeats it. */
export const Withdrawn = record(
  { reason: Text, at: Instant, replacedBy: nullable(Uuid, 'The edition that takes its place; null where there is none.') },
  'Why and when an edition was taken back.',
);
export type Withdrawn = Static<typeof Withdrawn>;

const Checks = Type.Array(CheckResult, {
  description: 'The checks that failed, each with the first failing places. Of a published edition these are its known issues.',
});

export const EditionResponse = record({
  id: EditionId,
  source: Key,
  release: Release,
  edition: Label,
  released: Released,
  year: Year,
  provisional: Provisional,
  state: oneOf(
    editionStates,
    'served: answers requests; superseded: a newer edition does, this one can still be pinned; quarantined: held back by a check and never ' +
      'served; withdrawn: taken back, its pin answers 410.',
  ),
  knownIssues: Type.Integer({
    minimum: 0,
    description: 'How many of `checks` the edition was published in spite of; 0 for a quarantined one.',
  }),
  checks: Checks,
  accepted: Accepted,
  withdrawn: nullable(Withdrawn, 'Set where the edition was taken back.'),
  pruned: Type.Boolean({ description: 'True: only the record of the edition is kept, its documents are not.' }),
  touched: nullable(Instant, 'When the publisher last issued other bytes with equal cells, which make no new edition.'),
  needs: Type.Array(record({ source: Key, edition: Label, editionId: EditionId }), {
    description: 'Editions of other sources that it was compiled with.',
  }),
  documents: Type.Integer({ minimum: 0, description: 'Files in the edition.' }),
  bytes: Type.Integer({ minimum: 0, description: 'Bytes of all of them.' }),
  figures: Type.Integer({ minimum: 0, description: 'Published figures read from the release.' }),
  withheld: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), { description: 'Withheld figures by reason.' }),
  inputs: Type.Array(InputFile, { description: "The publisher's files that it was compiled from." }),
  compiled: Type.String({ format: 'date-time', description: 'When it was first compiled here.' }),
  root: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'One hash over all files of the edition.' }),
});
export type EditionResponse = Static<typeof EditionResponse>;

/** Newest first, in the order that schemas/newest-first.ts defines. */
export const EditionList = Type.Array(EditionResponse);

export const IngestStatusResponse = record({
  catalogue: record(
    {
      serial: Type.Integer({ minimum: 1, description: 'Rises by one with every change.' }),
      written: Type.String({ format: 'date-time', description: 'When it was last written.' }),
    },
    'The list of editions that all answers are chosen from.',
  ),
  sample: Type.Boolean({ description: 'True: every edition is synthetic and none of it is a statistic.' }),
  sources: Type.Array(
    record({
      source: Key,
      status: Status,
      watched: Type.Boolean({
        description: 'False: a key that the publisher asks for is not set, so nobody looks. What is served goes on being served.',
      }),
      checked: Ingest.properties.checked,
      changed: Ingest.properties.changed,
      fault: Ingest.properties.fault,
      newest: Ingest.properties.newest,
      heldBack: Type.Array(
        record({ edition: Label, editionId: EditionId, release: Release, released: Released, year: Year, since: Instant, checks: Checks }),
        {
          description:
            'Editions that a check holds back and that nothing published since has made good, newest first. What was served before goes on being served.',
        },
      ),
      nextRelease: Ingest.properties.nextRelease,
      late: Type.Boolean({ description: 'True: the announced day has passed (in UTC), and nothing published on it or later has come.' }),
      notices: Ingest.properties.notices,
    }),
  ),
});
export type IngestStatusResponse = Static<typeof IngestStatusResponse>;

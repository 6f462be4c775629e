// What a probe reports, as JSON Schema. `lmi probe --json` prints it, to be sent to whoever mends a source. It holds no secret: no header of
// a request is in it, and a publisher's key that an answer repeats is blotted out.
import { type Static, Type } from 'typebox';
import { sourceKeys } from '#schemas/codes.ts';
import { nullable, oneOf, record } from '#schemas/shapes.ts';
import { type Verdict, verdicts } from './verdicts.ts';

const text = (description: string) => Type.String({ description });
const textOrNull = (description: string) => nullable(Type.String(), description);
const texts = (description: string) => Type.Array(Type.String(), { description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const countOrNull = (description: string) => nullable(Type.Integer({ minimum: 0 }), description);
const listOf = <Properties extends Parameters<typeof record>[0]>(properties: Properties, description: string) =>
  Type.Array(record(properties), { description });

const asked = listOf(
  {
    url: text('The address asked. A stand-in for the publisher, in a test, is not named.'),
    status: countOrNull('The status of the answer; null if none came.'),
    fault: nullable(oneOf(['unreachable', 'no-network', 'slow', 'cut']), 'What went wrong on the way; null if an answer came whole.'),
    type: textOrNull('The media type, as the publisher states it.'),
    bytes: count('How many bytes of the body were read. The body of a redirect or of an error is not read.'),
    length: countOrNull('The length that the publisher states, in bytes.'),
    begins: text('The first 64 bytes; a dot for each that is not printable ASCII.'),
    redirectsTo: textOrNull('The address that the answer redirects to, without its query.'),
  },
  'Every request in order, with what came.',
);

const files = listOf(
  {
    name: text('The name under which we keep the file.'),
    url: text('Its address.'),
    expected: textOrNull('What the source takes a file of this name for; null if the source reads no such file.'),
    layout: nullable(
      oneOf(['verified', 'documented']),
      'Whether we have seen a real file of this layout. The first release of a documented one waits for a person.',
    ),
    state: oneOf(['not asked', 'read', 'failed', 'left out'], 'What became of it in this probe.'),
    bytes: countOrNull('Its length; null if it was not asked for.'),
    format: nullable(oneOf(['zip', 'xls', 'html', 'empty', 'other']), 'What its first bytes are; an .xlsx or .ods workbook is a zip.'),
  },
  'Its files. Only those of the newest release are read.',
);

const releases = listOf(
  {
    name: text('The name of the release.'),
    released: textOrNull('The day on which it came out, ISO 8601; null if the pages do not state it.'),
    files,
  },
  'The releases that lmi update would take, newest first.',
);

const compared = listOf(
  {
    what: oneOf(
      ['file', 'data set', 'member', 'sheet', 'column', 'shape'],
      'What was looked for; a shape is a list where an object should be, or the reverse.',
    ),
    places: texts('Where: a page, or source, release, file and sheet. The first ten of those with the same result.'),
    times: count('In how many places.'),
    found: texts('The wanted names that are there, as printed.'),
    missing: listOf(
      { names: texts('The spellings that we accept, or a pattern.'), nearest: textOrNull('The name there that is almost one of them.') },
      'Wanted names that are not there, or are there twice.',
    ),
    others: texts('Names that are there and that were not looked for by name.'),
  },
  'The names of files, sheets, columns and members, compared with those that the source expects.',
);

const problems = listOf(
  {
    place: text('Source, release, file, sheet and cell, as far as known.'),
    message: text('What was found and what was expected.'),
    repair: Type.Optional(text('How to mend it.')),
  },
  'The faults that were raised, at most fifty.',
);

export const SourceProbe = record(
  {
    source: oneOf(sourceKeys, 'The source.'),
    verdict: oneOf(Object.keys(verdicts) as Verdict[], 'What is the matter. docs/probe.md explains each verdict.'),
    title: text('The verdict in a few words.'),
    because: textOrNull('What exactly was seen; null if everything is as expected.'),
    today: texts('What a person can do today.'),
    landingPage: text('Where a person finds the publication.'),
    asked,
    releases,
    nextRelease: textOrNull('The day announced for the next release, ISO 8601.'),
    remarks: texts('What else a person should know, such as corrections by the publisher.'),
    compared,
    problems,
    seconds: Type.Number({ minimum: 0, description: 'How long it took.' }),
  },
  'The probe of one source.',
);
export type SourceProbe = Static<typeof SourceProbe>;

export const ProbeReport = record(
  {
    format: Type.Literal('lmi-probe/1'),
    version: text('The version of this program.'),
    at: Type.String({ format: 'date-time', description: 'When the probe began.' }),
    pagesOnly: Type.Boolean({ description: 'True if only pages were asked for, and no file.' }),
    sources: Type.Array(SourceProbe),
  },
  'The report of lmi probe.',
);
export type ProbeReport = Static<typeof ProbeReport>;

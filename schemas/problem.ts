// The error body: RFC 9457 problem details, with one entry for each wrong parameter.
import { type Static, Type } from 'typebox';
import { Instant, listOf, nullable, record, Text, text, Uuid, countFromOne } from './shapes.ts';
import { EditionId } from './figures.ts';

/** Why an edition is no longer served, in its record and in the 410 of a request that pins it. */
export const Withdrawn = record('Why and when the edition was withdrawn.', {
  reason: Text,
  at: Instant,
  replacedBy: nullable(EditionId, 'Id of the edition that takes its place; null if there is none.'),
});

export const ProblemDetails = record('Problem details (RFC 9457).', {
  type: Type.String({
    description: 'URI of the kind of problem; its page at this service explains it.',
  }),
  code: text(
    'The kind of problem for programs: the last part of `type`, which begins with the ' +
      'address of the service.',
  ),
  title: Text,
  status: Type.Integer({ minimum: 400, maximum: 599, description: 'The status of the answer.' }),
  detail: text('What is wrong with this request, in words for people.'),
  instance: Type.String({ description: 'The requested path and query.' }),
  errors: Type.Optional(
    listOf(
      record({
        parameter: Type.String({
          description: 'Name of the parameter, of the header or of the member of the body.',
        }),
        code: Type.String({ description: 'What is wrong, as a code for programs.' }),
        detail: text('What is wrong with it, in words for people.'),
        allowed: Type.Optional(listOf(Type.String(), 'The allowed values.')),
        minimum: Type.Optional(
          Type.Integer({ description: 'Of a number: the least allowed value.' }),
        ),
        maximum: Type.Optional(
          Type.Integer({ description: 'Of a number: the greatest allowed value.' }),
        ),
        nearest: Type.Optional(
          Type.String({
            description: 'The allowed value nearest to the given one, if one is probably meant.',
          }),
        ),
      }),
      'Each parameter at fault; of unknown ones the first ten.',
    ),
  ),
  retryAfterSeconds: Type.Optional(
    countFromOne(
      'On 429 and some 503: seconds to wait before a retry. It equals the Retry-After header.',
    ),
  ),
  limit: Type.Optional(countFromOne('On 429: answers allowed in any period of `windowSeconds`.')),
  windowSeconds: Type.Optional(
    countFromOne('On 429: length of the period in which answers are counted.'),
  ),
  withdrawn: Type.Optional(Withdrawn),
  replacedBy: Type.Optional({
    ...Uuid,
    description: 'On 410: the edition that the same release was compiled into again.',
  }),
});
export type ProblemDetails = Static<typeof ProblemDetails>;

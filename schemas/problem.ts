// The error body: RFC 9457 problem details, with one entry per parameter at fault.
import { type Static, Type } from 'typebox';
import { record } from './figures.ts';
import { Withdrawn } from './resources/meta.ts';

export const ProblemDetails = record({
  type: Type.String({ description: 'URI reference of the kind of problem; it resolves at this service.' }),
  title: Type.String({ minLength: 1 }),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  detail: Type.String({ minLength: 1 }),
  instance: Type.String({ description: 'The path and query that was asked.' }),
  errors: Type.Optional(
    Type.Array(
      record({
        parameter: Type.String(),
        code: Type.String({ description: 'What is wrong, as one word for programs.' }),
        detail: Type.String({ minLength: 1 }),
        allowed: Type.Optional(Type.Array(Type.String(), { description: 'The allowed values.' })),
        nearest: Type.Optional(Type.String({ description: 'The allowed value nearest to the one given.' })),
      }),
    ),
  ),
  retryAfterSeconds: Type.Optional(
    Type.Integer({ minimum: 1, description: 'On 429, and on 503 where it is known: when to retry; equals the Retry-After header.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'On 429: answers allowed in any window.' })),
  windowSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
  withdrawn: Type.Optional(Withdrawn),
});
export type ProblemDetails = Static<typeof ProblemDetails>;

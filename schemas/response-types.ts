// The types of all answers, by the name of their schema. Types alone, so that the client's package
// has them without the schema library.
import type { Static } from 'typebox';
import type * as responses from './resources/responses.ts';

export type Responses = {
  readonly [Name in keyof typeof responses]: Static<(typeof responses)[Name]>;
};

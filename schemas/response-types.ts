// The types of all answers, by the name of their schema. Types alone, so that the client's package
// has them without the schema library.
import type { Static } from 'typebox';
import type * as responses from './resources/responses.ts';

/** The type with readonly lists, however its schema writes them. */
type WithReadonlyLists<Value> = Value extends readonly (infer Item)[]
  ? readonly WithReadonlyLists<Item>[]
  : Value extends object
    ? { [Name in keyof Value]: WithReadonlyLists<Value[Name]> }
    : Value;

export type Responses = {
  readonly [Name in keyof typeof responses]: WithReadonlyLists<Static<(typeof responses)[Name]>>;
};

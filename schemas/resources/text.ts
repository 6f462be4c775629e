// Published prose as safe plain text: no markup is ever in it.
import { type Static, Type } from 'typebox';
import { record } from '../figures.ts';

export const TextLink = record({
  text: Type.String({ minLength: 1, description: 'The words that carry the link; they stand in the text too, where it has one.' }),
  url: Type.String({ format: 'uri', pattern: '^https?://' }),
});
export type TextLink = Static<typeof TextLink>;

export const Paragraph = record(
  {
    text: Type.String({ description: 'Empty where a list stands alone.' }),
    items: Type.Array(Type.String({ minLength: 1 }), { description: 'The items of the list that follows the text.' }),
    links: Type.Array(TextLink),
  },
  'A paragraph in plain text.',
);
export type Paragraph = Static<typeof Paragraph>;

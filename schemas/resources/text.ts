// Published prose as safe plain text, without markup.
import { type Static, Type } from 'typebox';
import { record } from '../figures.ts';

export const TextLink = record({
  text: Type.String({ minLength: 1, description: 'The words of the link. They are also in the text, if there is one.' }),
  url: Type.String({ format: 'uri', pattern: '^https?://' }),
});
export type TextLink = Static<typeof TextLink>;

export const Paragraph = record(
  {
    text: Type.String({ description: 'Empty if there is only a list.' }),
    items: Type.Array(Type.String({ minLength: 1 }), { description: 'The items of the list that follows the text.' }),
    links: Type.Array(TextLink),
  },
  'A paragraph in plain text.',
);
export type Paragraph = Static<typeof Paragraph>;

// The words that follow from what an endpoint answers, and those of members whose name says the
// same wherever it appears.
import { type Endpoint, isBareArray } from '#schemas/endpoints.ts';
import { responses } from '#schemas/resources/by-name.ts';

/**
 * What the row of an endpoint says of it, and what a reader must know of all answers of its form.
 */
export function descriptionOf(endpoint: Endpoint): string {
  const { access, describe, response } = endpoint;
  const schema = responses[response];
  const sentences: Readonly<Record<string, boolean>> = {
    [describe]: true,
    'It needs no key.': access === 'open',
    'The headers hold the release and the attribution.': access === 'key' && isBareArray(endpoint),
    'Check `presentable` before you show a figure as a number.':
      JSON.stringify(schema).includes('"presentable"'),
    'Show `attribution` wherever you show the data.':
      'properties' in schema && 'attribution' in schema.properties,
  };
  return Object.keys(sentences)
    .filter((sentence) => sentences[sentence])
    .join(' ');
}

/** For members whose schema has no words of its own. */
export const memberDescriptions: Readonly<Record<string, string>> = {
  at: 'When that was.',
  baseYear: 'The year from which the projection starts.',
  code: "The publisher's code.",
  description: 'The same in sentences, for people.',
  explanation: 'The reason in a sentence, for people.',
  file: 'Name of the file.',
  from: 'The first, itself included.',
  granted: 'Visas granted.',
  key: 'A name for programs.',
  knowledge: 'How many pieces of knowledge.',
  maximum: 'The greatest value.',
  minimum: 'The least value.',
  name: 'The name.',
  reason: 'The reason.',
  referencePeriod: 'The period that the figures describe, in words.',
  relatedRoles: 'How many related roles.',
  release: 'Name of the release.',
  sha256: 'SHA-256 of the bytes, in hexadecimal.',
  skills: 'How many skills.',
  targetYear: 'The year for which it is made.',
  text: 'The text.',
  title: 'The title, as published.',
  to: 'The last, itself included.',
  uri: 'The identifier in ESCO.',
  year: 'The reference year.',
};

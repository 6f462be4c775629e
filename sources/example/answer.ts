// The schema of the answer. Of a registered source it is in schemas/resources/, which
// schemas/resources/responses.ts exports and schemas/endpoints.ts names.
import { type Static, Type } from 'typebox';
import { noted, occupationAnswer } from '#schemas/envelope.ts';
import { periodMembers, unratedMembers, verdictMembers } from '#schemas/figures.ts';
import { Count, nullable, record } from '#schemas/shapes.ts';

const Percent = Type.Number({ minimum: 0, maximum: 100 });

export const SatisfactionResponse = occupationAnswer({
  year: Type.Integer({ description: 'Year of the survey.' }),
  ...periodMembers,
  ...unratedMembers,
  satisfied: record('People who are satisfied with their work.', {
    percent: nullable(Percent, 'Percent of those who answered, as published.'),
    ...verdictMembers,
  }),
  respondents: record('People who answered.', {
    count: nullable(Count, 'Number of people, as published.'),
    ...verdictMembers,
  }),
  ...noted,
});
export type SatisfactionResponse = Static<typeof SatisfactionResponse>;

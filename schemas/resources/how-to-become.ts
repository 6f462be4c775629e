// Routes into an occupation: the job profiles of the National Careers Service for a unit group.
// There may be none, one or several.
import { type Static, Type } from 'typebox';
import { Day, listOf, nullable, oneOf, record, Text, text, flag } from '../shapes.ts';
import { AreaSchema, Match, Paragraph, TextLink, Withheld } from '../figures.ts';
import { noted, occupationAnswer } from '../envelope.ts';

/** The routes, in the order of the answer. */
export const routeKeys = [
  'university',
  'college',
  'apprenticeship',
  'working-up',
  'volunteering',
  'direct-application',
  'other',
] as const;
export type RouteKey = (typeof routeKeys)[number];

const paragraphs = (description: string) => listOf(Paragraph, description);

export const Route = record({
  key: oneOf(routeKeys),
  entryRequirements: nullable(
    record({
      preface: nullable(
        Text,
        "What introduces the requirements, in the publisher's words (\"You'll usually " +
          'need:"); null if it gives none.',
      ),
      noneSet: flag('True: the publisher says that this route has no set requirements.'),
      requirements: paragraphs('Empty if the publisher states none.'),
    }),
    'For university, college and apprenticeship; null for the other routes, whose text ' +
      'says what is needed.',
  ),
  paragraphs: paragraphs('What to study or do, as published, addressed to the reader.'),
  links: listOf(TextLink, 'Further information that the publisher names for this route.'),
});
export type Route = Static<typeof Route>;

export const JobProfile = record('A profile of the National Careers Service.', {
  title: Text,
  slug: text("The publisher's name of the profile in web addresses."),
  url: Type.String({ format: 'uri', description: "The profile on the publisher's site." }),
  match: Match,
  derivation: text('How the profile was assigned to this unit group of SOC 2020.'),
  updated: nullable(
    Day,
    'Day on which the publisher last changed the profile; null if it does not say.',
  ),
  alternativeTitles: listOf(Text, 'Other titles of the job.'),
  overview: paragraphs('What somebody in this job does.'),
  routes: listOf(
    Route,
    'University, college, apprenticeship, working up, volunteering, direct application, ' +
      'other. Only the routes that the publisher gives for the job.',
  ),
  requirements: record('What is required besides.', {
    checks: paragraphs('Checks and restrictions, such as background checks or a minimum age.'),
    registrations: paragraphs('Licences, cards and registrations that are needed.'),
  }),
  moreInformation: record('Further information of the publisher.', {
    careerTips: paragraphs("The publisher's advice."),
    professionalAndIndustryBodies: paragraphs('Bodies to join.'),
    furtherInformation: paragraphs('Where to find out more.'),
  }),
});
export type JobProfile = Static<typeof JobProfile>;

export const HowToBecomeResponse = occupationAnswer({
  area: AreaSchema,
  match: nullable(Match, 'primary if any listed profile is primary; null if none is listed.'),
  profiles: listOf(JobProfile, 'Primary before partial, then by title. Source: career-profiles.'),
  withheld: nullable(Withheld, 'Why no profile is listed; null if one is.'),
  ...noted,
});
export type HowToBecomeResponse = Static<typeof HowToBecomeResponse>;

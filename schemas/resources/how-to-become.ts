// Routes into an occupation: the job profiles of the National Careers Service for a unit group. There may be none, one or several.
import { type Static, Type } from 'typebox';
import { AreaSchema, Coverage, Notes, nullable, oneOf, Paragraph, record, TextLink, Withheld } from '../figures.ts';
import { occupationAnswer } from '../envelope.ts';
import { Match } from './match.ts';

/** The routes, in the order of the answer. */
export const routeKeys = ['university', 'college', 'apprenticeship', 'working-up', 'volunteering', 'direct-application', 'other'] as const;
export type RouteKey = (typeof routeKeys)[number];

const paragraphs = (description: string) => Type.Array(Paragraph, { description });

export const Route = record({
  key: oneOf(routeKeys),
  entryRequirements: nullable(
    record({
      preface: nullable(
        Type.String({ minLength: 1 }),
        'What introduces the requirements, in the publisher\'s words ("You\'ll usually need:"); null if it gives none.',
      ),
      noneSet: Type.Boolean({ description: 'True: the publisher says that this route has no set requirements.' }),
      requirements: paragraphs('Empty if the publisher states none.'),
    }),
    'For university, college and apprenticeship; null for the other routes, whose text says what is needed.',
  ),
  paragraphs: paragraphs('What to study or do, as published, addressed to the reader.'),
  links: Type.Array(TextLink, { description: 'Further information that the publisher names for this route.' }),
});
export type Route = Static<typeof Route>;

export const JobProfile = record({
  title: Type.String({ minLength: 1 }),
  slug: Type.String({ minLength: 1, description: "The publisher's name of the profile in web addresses." }),
  url: Type.String({ format: 'uri', description: "The profile on the publisher's site." }),
  match: Match,
  derivation: Type.String({ minLength: 1, description: 'How the profile was assigned to this unit group of SOC 2020.' }),
  updated: nullable(Type.String({ format: 'date' }), 'Day on which the publisher last changed the profile; null if it does not say.'),
  alternativeTitles: Type.Array(Type.String({ minLength: 1 })),
  overview: paragraphs('What somebody in this job does.'),
  routes: Type.Array(Route, {
    description:
      'University, college, apprenticeship, working up, volunteering, direct application, other. Only the routes that the publisher gives for the job.',
  }),
  requirements: record({
    checks: paragraphs('Checks and restrictions, such as background checks or a minimum age.'),
    registrations: paragraphs('Licences, cards and registrations that are needed.'),
  }),
  moreInformation: record({
    careerTips: paragraphs("The publisher's advice."),
    professionalAndIndustryBodies: paragraphs('Bodies to join.'),
    furtherInformation: paragraphs('Where to find out more.'),
  }),
});
export type JobProfile = Static<typeof JobProfile>;

export const HowToBecomeResponse = occupationAnswer({
  area: AreaSchema,
  match: nullable(Match, 'primary if any listed profile is primary; null if none is listed.'),
  profiles: Type.Array(JobProfile, { description: 'Primary before partial, then by title. Source: career-profiles.' }),
  withheld: nullable(Withheld, 'Why no profile is listed; null if one is.'),
  notes: Notes,
  coverage: Coverage,
});
export type HowToBecomeResponse = Static<typeof HowToBecomeResponse>;

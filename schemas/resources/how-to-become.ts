// Routes into an occupation: the job profiles of the National Careers Service behind a unit group, none, one or several.
import { type Static, Type } from 'typebox';
import { AreaSchema, Attribution, Notes, Provenance, Soc2020, Withheld, nullable, oneOf, record } from '../figures.ts';
import { Match } from './match.ts';
import { Paragraph, TextLink } from './text.ts';

/** In the order in which they are listed. */
export const routeNames = ['university', 'college', 'apprenticeship', 'working-up', 'volunteering', 'direct-application', 'other'] as const;
export type RouteName = (typeof routeNames)[number];

const paragraphs = (description: string) => Type.Array(Paragraph, { description });

export const Route = record({
  route: oneOf(routeNames),
  entryRequirements: nullable(
    record({
      preface: nullable(
        Type.String({ minLength: 1 }),
        'What introduces the requirements, in the publisher\'s words ("You\'ll usually need:").',
      ),
      noneSet: Type.Boolean({ description: 'True: the publisher says that there are no set requirements for this route.' }),
      requirements: paragraphs('Empty where the publisher states none.'),
    }),
    'Of university, college and apprenticeship; null for the other routes, whose text says what is needed.',
  ),
  text: paragraphs('What to study or do, addressed to the reader, as published.'),
  links: Type.Array(TextLink, { description: 'Further information that the publisher names for this route.' }),
});
export type Route = Static<typeof Route>;

export const JobProfile = record({
  title: Type.String({ minLength: 1 }),
  slug: Type.String({ minLength: 1, description: "The publisher's name of the profile in addresses." }),
  url: Type.String({ format: 'uri', description: "The profile on the publisher's site." }),
  match: Match,
  derivation: Type.String({ minLength: 1, description: 'How the profile was brought to this unit group of SOC 2020.' }),
  updated: nullable(Type.String({ format: 'date' }), 'Day on which the publisher last changed the profile; null where it does not say.'),
  alternativeTitles: Type.Array(Type.String({ minLength: 1 })),
  overview: paragraphs('What somebody in this job does.'),
  routes: Type.Array(Route, {
    description:
      'University, college, apprenticeship, working up, volunteering, direct application, other; one that the publisher does not have for the job is left out.',
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

export const HowToBecomeResponse = record({
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
  match: nullable(Match, 'primary where any profile listed is; null where none is listed.'),
  profiles: Type.Array(JobProfile, { description: 'Primary before partial, then by title. Source: career-profiles.' }),
  withheld: nullable(Withheld, 'Why no profile is listed; null where one is.'),
  notes: Notes,
  coverage: record({ area: AreaSchema, description: Type.String({ minLength: 1 }) }, 'Where these routes are open.'),
  attribution: Attribution,
  provenance: Provenance,
});
export type HowToBecomeResponse = Static<typeof HowToBecomeResponse>;

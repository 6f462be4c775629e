// Apprenticeship standards, T Levels and other technical qualifications of a unit group. The stored
// document holds all of them. By default the answer leaves out retired and withdrawn ones.
import { type Static, Type } from 'typebox';
import {
  count,
  Count,
  Day,
  listOf,
  nullable,
  oneOf,
  record,
  Text,
  text,
  Uri,
  flag,
} from '../shapes.ts';
import {
  AreaSchema,
  Attribution,
  Coverage,
  Match,
  Provenance,
  Withheld,
  withheldFigures,
  WithheldLegend,
} from '../figures.ts';
import { occupation } from '../envelope.ts';

/** The figures of a standard, which are null if the publisher gives none. */
export const standardFigures = [
  'typicalDurationMonths',
  'maximumFundingPounds',
  'minimumOffTheJobHours',
] as const;
export type StandardFigure = (typeof standardFigures)[number];

const standardStatuses = ['approved', 'retired', 'withdrawn'] as const;

const Level = count('Level of the qualification in England, 2 to 7.');

export const Apprenticeship = record('An apprenticeship standard.', {
  code: Type.String({
    pattern: '^ST[0-9]{4}$',
    description: "The publisher's reference of the standard.",
  }),
  title: Text,
  level: Level,
  status: oneOf(
    standardStatuses,
    'approved: some version is open to new apprentices, even if another version is ' +
      'retired. Source: apprenticeship-standards, else occupational-maps.',
  ),
  version: nullable(
    Text,
    'Version of the standard that this entry describes; null if the list of standards is missing.',
  ),
  route: nullable(Text, 'Name of the route of the standard; null if the publisher gives none.'),
  typicalDurationMonths: nullable(
    Type.Integer({ minimum: 1 }),
    'Months. Source: apprenticeship-standards.',
  ),
  maximumFundingPounds: nullable(
    Type.Integer({ minimum: 1 }),
    'Upper limit of the funding band, pounds sterling. Source: apprenticeship-standards.',
  ),
  minimumOffTheJobHours: nullable(
    Count,
    'Least hours of off-the-job training in the whole apprenticeship. Source: ' +
      'apprenticeship-standards.',
  ),
  withheldFigures: withheldFigures('Why a figure is null, by its name.'),
  startsPaused: nullable(
    Type.Boolean(),
    'True: approved, but closed to new starts for now. Null if the publisher does not say.',
  ),
  earliestStartDate: nullable(
    Day,
    'First day on which an apprentice can start on this version; null if unknown.',
  ),
  latestStartDate: nullable(
    Day,
    'Last day on which an apprentice can start on this version; null if it is open or unknown.',
  ),
  integratedDegree: nullable(
    Text,
    "Whether it includes a degree, in the publisher's words; null if the publisher does not say.",
  ),
  larsCode: nullable(
    Type.Integer({ minimum: 1 }),
    'Code of the Learning Aim Reference Service; null if none is assigned.',
  ),
  typicalJobTitles: listOf(Text, 'Typical job titles of the standard.'),
  url: nullable(Uri, "The publisher's page for this version; null if unknown."),
});
export type Apprenticeship = Static<typeof Apprenticeship>;

const Qualification = {
  code: text("The publisher's code."),
  title: Text,
  level: Level,
};

export const TLevel = record(Qualification);

const technicalQualificationKinds = [
  'higher-technical-qualification',
  'technical-qualification',
] as const;
export const TechnicalQualification = record({
  ...Qualification,
  kind: oneOf(technicalQualificationKinds, 'Which kind it is.'),
  category: nullable(Text, "The publisher's category of the qualification; null if it gives none."),
});

const otherApprenticeshipKinds = ['foundation-apprenticeship', 'apprenticeship-unit'] as const;
export const OtherApprenticeship = record({
  ...Qualification,
  kind: oneOf(otherApprenticeshipKinds, 'Which kind it is.'),
  status: nullable(oneOf(['approved', 'retired']), 'Null if the publisher gives none.'),
});

export const MapOccupation = record('An occupation of the occupational maps.', {
  code: Type.String({
    pattern: '^OCC[0-9]{4}[A-Z]?$',
    description: "Skills England's code of the occupation.",
  }),
  title: Text,
  match: Match,
  derivation: nullable(Text, 'The reason for a partial match; null for a primary one.'),
  status: oneOf(
    ['approved', 'without-apprenticeship'],
    'approved: an approved occupation; without-apprenticeship: a standard without an ' +
      'open apprenticeship.',
  ),
  level: Level,
  version: nullable(
    Text,
    'Version of the occupational standard; null if the publisher gives none.',
  ),
  route: nullable(
    Text,
    'Name of one of the 15 routes of the maps; null if the publisher gives none.',
  ),
  pathway: nullable(
    Text,
    'Name of the pathway within the route; null if the publisher gives none.',
  ),
  technicalLevel: nullable(
    Text,
    'Technical, Higher Technical or Professional; null if the publisher gives none.',
  ),
  summary: nullable(Text, "The publisher's summary of the occupation; null if it gives none."),
  typicalJobTitles: listOf(Text, 'Typical job titles.'),
  url: nullable(Uri, "The publisher's page for the occupational standard; null if there is none."),
  apprenticeships: listOf(Apprenticeship, 'Apprenticeship standards.'),
  tLevels: listOf(TLevel, 'T Levels.'),
  otherTechnicalQualifications: listOf(TechnicalQualification, 'Other technical qualifications.'),
  otherApprenticeships: listOf(
    OtherApprenticeship,
    'Foundation apprenticeships and apprenticeship units, if the maps have them.',
  ),
});
export type MapOccupation = Static<typeof MapOccupation>;

export const AttributionLogo = record('The logo that the publisher requires.', {
  required: flag(
    'True: show the logo with the attribution wherever you show the data. False only ' +
      'for the synthetic sample, which must not show it.',
  ),
  name: Text,
  url: Type.String({ format: 'uri', description: 'Address of the logo for a light background.' }),
  onDark: text("Name of the publisher's file for a dark background."),
  use: text('How to show it.'),
  terms: Type.String({ format: 'uri', description: "The publisher's terms." }),
});

const about = { ...occupation, area: AreaSchema };
const otherMembers = {
  match: nullable(Match, 'primary if any listed occupation is primary; null if none is listed.'),
  occupations: listOf(
    MapOccupation,
    'Primary before partial, then by level, title and code. Source: occupational-maps.',
  ),
  withheld: nullable(Withheld, 'Why no occupation is listed; null if one is.'),
  coverage: Coverage,
  attribution: Attribution,
  attributionLogo: AttributionLogo,
  provenance: Provenance,
  withheldLegend: WithheldLegend,
};

export const ApprenticeshipsDocument = record(
  'Everything for the unit group, including retired and withdrawn apprenticeships.',
  {
    ...about,
    ...otherMembers,
  },
);
export type ApprenticeshipsDocument = Static<typeof ApprenticeshipsDocument>;

const includeInactive = flag('True: retired and withdrawn apprenticeships are listed too.');
export const ApprenticeshipsResponse = record({ ...about, includeInactive, ...otherMembers });
export type ApprenticeshipsResponse = Static<typeof ApprenticeshipsResponse>;

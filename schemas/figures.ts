// Schemas that all responses share: area, provenance, quality, and the reason for a withheld
// figure.
import { type Static, type TSchema, Type } from 'typebox';
import {
  areas,
  areaSlugs,
  matches,
  qualities,
  qualityBases,
  rankOrders,
  sourceKeys,
  unitGroupCount,
  withheldReasons,
} from './codes.ts';
import {
  Day,
  listOf,
  nullable,
  oneOf,
  record,
  Text,
  text,
  Uri,
  countFromOne,
  flag,
} from './shapes.ts';

const areaCodes = areas.map(({ code }) => code);
export const AreaSchema = record('The area that the figures describe.', {
  code: oneOf(areaCodes, 'GSS code.'),
  slug: oneOf(areaSlugs.all, 'The area in paths and parameters.'),
  name: Type.String(),
});

/** `edition` in every answer. */
export const EditionName = text('Name of the edition: the release as the publisher names it.');
/** `editionId` in every answer. */
export const EditionId = Type.String({
  format: 'uuid',
  description:
    'Id of the edition, as /v1/meta/editions lists it. `edition=` pins it, if the ' +
    'endpoint has that parameter.',
});

export const Provenance = record('Names the exact release behind the answer.', {
  source: oneOf(sourceKeys, 'Key of the source, as listed at /v1/meta/sources.'),
  publisher: Type.String({ description: 'Who publishes the data.' }),
  licence: Type.String({ description: 'Name of the licence of the data.' }),
  licenceUrl: nullable(Uri, "Null for the synthetic sample, which has no publisher's licence."),
  edition: EditionName,
  editionId: EditionId,
  released: nullable(Day, 'Day of publication; null if the release does not state it.'),
  landingPage: Type.String({ format: 'uri', description: "The publisher's page for the dataset." }),
  inputs: listOf(
    record({ source: oneOf(sourceKeys), edition: EditionName, editionId: EditionId }),
    'Editions of other sources that this answer also uses.',
  ),
});
export type Provenance = Static<typeof Provenance>;

export const Attribution = text('Show this text wherever you show the data.');

export const QualityBand = oneOf(
  qualities,
  'precise: CV at most 5%; reasonable: at most 10%; acceptable: at most 20%; ' +
    'unreliable: above 20%; unrated: the publisher gives neither a CV nor a shading.',
);

export const QualityBasisSchema = nullable(
  oneOf(qualityBases),
  'Basis of the band: the published coefficient of variation (cv), the shading of the ' +
    'published cell, or a CV approximated from a confidence interval. Null if there is ' +
    'none of these: the figure is unrated, or only a marker of the publisher says that it ' +
    'is unreliable.',
);

export const Presentable = flag('False: do not display the figure as a number.');

const reasonAndMarker = {
  reason: oneOf(withheldReasons),
  marker: nullable(
    Type.String(),
    'What the publisher printed in place of the figure. An empty text is an empty cell; ' +
      'null: the publisher printed nothing.',
  ),
};

export const Withheld = record(
  'Why a figure is null. `withheldLegend` of the answer has the sentence for it.',
  reasonAndMarker,
);
export type Withheld = Static<typeof Withheld>;

const Explained = record('What a reason and a marker mean in this answer.', {
  ...reasonAndMarker,
  explanation: text('The reason in a sentence, for people.'),
});
/** Why a figure is null, with the sentence that `withLegend` moves into the legend. */
export type Explained = Static<typeof Explained>;

export const WithheldLegend = listOf(
  Explained,
  'The meaning of the withheld figures of this answer: one entry for each pair of ' +
    'reason and marker that occurs in it, by reason and marker. Empty if no figure is withheld.',
);
export type WithheldLegend = Static<typeof WithheldLegend>;

/** The reasons for withheld figures by their names, if other figures beside them are published. */
export function withheldFigures(description: string) {
  return Type.Record(Type.String(), Withheld, { description });
}

export const Notes = listOf(Text, 'Show these to users.');

export const Quarter = Type.String({
  pattern: '^[0-9]{4}-Q[1-4]$',
  description: 'For instance 2026-Q2.',
});

export const ReferenceDates = record(
  'First and last day that the figures refer to. If the publisher names only a year, a ' +
    'quarter or a month, its first and last day.',
  { from: Day, to: Day },
);
export type ReferenceDates = Static<typeof ReferenceDates>;

/**
 * The period of figures, in words and in days. They are beside each other wherever figures have a
 * period.
 */
export const periodMembers = {
  period: text('The period that the figures refer to, in words.'),
  referenceDates: ReferenceDates,
};

/**
 * A figure compared with another. One shape in all answers, for periods and for the United Kingdom.
 */
export const Change = record(
  'A figure compared with another: `change` with that of the period before, ' +
    '`differenceFromUk` with that of the United Kingdom.',
  {
    absolute: Type.Number({
      description: 'The figure less the one that it is compared with, in their unit.',
    }),
    percent: Type.Number({
      description: 'The same in percent of the figure that it is compared with, to one decimal.',
    }),
  },
);
export type Change = Static<typeof Change>;

/** `limit` in the answers that it cuts. */
export const Limit = Type.Integer({
  minimum: 1,
  maximum: unitGroupCount,
  description: 'The most members that the answer lists, as requested or by default.',
});

/** A rank by a total. `among` says which occupations are ranked. */
export function rankAmong(among = 'A rank by a total.') {
  return record(among, {
    rank: countFromOne('1 is the greatest total. Equal totals share a rank: 1, 2, 2, 4.'),
    of: countFromOne('Number of totals that are ranked.'),
  });
}
export type Rank = Static<ReturnType<typeof rankAmong>>;

/** The members of a list by rank that also lists what has no rank. `of`: what it lists. */
export function rankedListOf(listed: string) {
  return {
    total: Type.Integer({
      minimum: 0,
      maximum: unitGroupCount,
      description: `Number of ${listed}, listed or cut off by \`limit\`.`,
    }),
    ranked: Type.Integer({
      minimum: 0,
      maximum: unitGroupCount,
      description: 'Number of them with a rank.',
    }),
  };
}

/** `rank` in such a list. */
export const RankIfPresentable = nullable(
  rankAmong(),
  'Rank 1 is the highest. Null if the figure is not presentable.',
);

/** What such a list says of its order. */
export const rankedOrder =
  'In the requested order, ties by code. Those without a presentable figure stand last, ' +
  'without a rank.';

export const Order = oneOf(rankOrders, 'As requested: highest first, or lowest first.');

function coverageWith<Included extends TSchema>(includesSelfEmployed: Included) {
  const population = text('What the answer counts or lists.');
  return record('What is counted and what is not. Sources differ in this.', {
    population,
    includesSelfEmployed,
    description: Text,
  });
}

/** `coverage` in answers that count people or jobs. */
export const PeopleCoverage = coverageWith(flag('Whether the self-employed are counted.'));
export type PeopleCoverage = Static<typeof PeopleCoverage>;

/** `coverage` in the other answers. */
export const Coverage = coverageWith(
  nullable(Type.Boolean(), 'Null: the answer counts neither people nor jobs.'),
);

/** Stands once above figures without a published measure of reliability. */
export const unratedMembers = { quality: QualityBand, qualityBasis: QualityBasisSchema };

/** The members beside each of them that can be withheld. */
export const verdictMembers = {
  presentable: Presentable,
  withheld: nullable(Withheld, 'Why the figure is null; null if it is published.'),
};

export interface Verdict {
  presentable: boolean;
  withheld: Explained | null;
}

/** The verdict on a figure that is not rated: it may be shown if it is published. */
export function verdictOn(withheld: Explained | null): Verdict {
  return { presentable: withheld === null, withheld };
}

/** Published prose is safe plain text, without markup. */
export const TextLink = record('A link in a text.', {
  text: text('The words of the link. They are also in the text, if there is one.'),
  url: Type.String({ format: 'uri', pattern: '^https?://', description: 'The address.' }),
});
export type TextLink = Static<typeof TextLink>;

export const Paragraph = record('A paragraph in plain text.', {
  text: Type.String({ description: 'Empty if there is only a list.' }),
  items: listOf(Text, 'The items of the list that follows the text.'),
  links: listOf(TextLink, 'The links in the text.'),
});
export type Paragraph = Static<typeof Paragraph>;

/** How certain the mapping from another classification to a unit group of SOC 2020 is. */
export const Match = oneOf(
  matches,
  "primary: the publisher's main code, or a certain mapping; partial: a secondary code, " +
    'or one of several codes for an older code.',
);

// Writes the workforce documents: one for each unit group.
import type { Document } from '#sources/kit/document.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import { type Explaining, withheldAs } from '#schemas/withheld-legend.ts';
import { areaOf } from '#schemas/codes.ts';
import type { PeopleCoverage } from '#schemas/figures.ts';
import { round } from '#schemas/round.ts';
import type { WorkforceResponse, WorkforceShare } from '#schemas/resources/workforce.ts';
import { peoplePage } from './discover.ts';
import { sections } from './layout.ts';
import {
  type Breakdown,
  type Figure,
  type Line,
  type WorkforceObservations,
  ageBandOf,
  withheldFigure,
} from './reshape.ts';

const coverage: PeopleCoverage = {
  population: 'people in employment',
  includesSelfEmployed: true,
  description:
    'People aged 16 and over by the occupation of their main job, both employees and ' +
    'self-employed, in the United Kingdom. Figures of pay count employee jobs and leave ' +
    'out the self-employed, so the two differ.',
};

/** Which tables the figures come from. It mentions only tables that the release has. */
function derivationOf({ ages }: WorkforceObservations): string {
  return [
    'Industry: an ad hoc table of the Annual Population Survey, sections A to S. It ' +
      'leaves out households as employers, extraterritorial organisations and people who ' +
      'state no industry, so the sections do not add up to the whole. ONS gives no total ' +
      'of an occupation, so we show people and not per cent.',
    ages === null
      ? 'Ages, highest qualifications and the headline shares come from another table, ' +
        'which we have not received.'
      : "Ages and highest qualifications: tables of the same survey, made at a user's " +
        `request, for another period (${peoplePage}). Percentages are of the totals in ` +
        'these tables. A headline share is the sum of the figures that it covers, and its ' +
        'quality band is the lowest of their bands.',
    'The quality band of a figure comes from the shading of its cell: shaded is ' +
      "acceptable, with the publisher's caution; plain is reasonable. The publisher gives " +
      'no coefficient of variation.',
    'Estimates of the Annual Population Survey are official statistics in development.',
  ].join(' ');
}

const notReceived = withheldAs(
  'not-received',
  "We have not received the publisher's table by age and highest qualification.",
);

type Block = Explaining<WorkforceResponse['ages']>;
type Share = Explaining<WorkforceShare>;

export function* documents({
  observations,
  needs,
  answer,
}: DocumentInputs<WorkforceObservations>): Generator<Document> {
  const { ages, qualifications } = observations;
  const newestIndustries = observations.industries.at(-1) ?? null;
  for (const { code } of needs.get('soc-structure').unitGroups) {
    const bySection = new Map(sharesOf(newestIndustries, code));
    yield answer<WorkforceResponse>({ soc: code }, 'workforce', {
      area: { ...areaOf('uk') },
      headline: {
        agedUnder25: headlineOf(ages, code, 'agedUnder25'),
        aged55AndOver: headlineOf(ages, code, 'aged55AndOver'),
        withDegree: headlineOf(qualifications, code, 'withDegree'),
      },
      ages: {
        ...blockOf(ages, code),
        bands: sharesOf(ages, code).map(([band, share]) => ({ ...ageBandOf(band), ...share })),
      },
      qualifications: {
        ...blockOf(qualifications, code),
        levels: sharesOf(qualifications, code).map(([name, share]) => ({ name, ...share })),
      },
      industries: {
        ...blockOf(newestIndustries, code),
        sections: sections.map((section) => ({
          ...section,
          ...(bySection.get(section.code) ?? shareOf(absent, absent)),
        })),
      },
      derivation: derivationOf(observations),
      coverage,
    });
  }
}

// Only a release that is held back has a table without a row for some occupation.
const absent = withheldFigure(
  withheldAs('not-available', 'The table has no row for this occupation.'),
);
const missing = withheldFigure(notReceived);

function blockOf(table: Breakdown | null, code: string): Omit<Block, 'bands'> {
  return {
    period: table === null ? null : table.period,
    referenceDates: table === null ? null : table.dates,
    total: evidenceOf(table === null ? missing : (table.lines.get(code)?.total ?? absent)),
    withheld: table === null ? notReceived : null,
  };
}

function sharesOf(table: Breakdown | null, code: string): [category: string, share: Share][] {
  const { total = absent, figures = [] } = table?.lines.get(code) ?? {};
  return (table?.categories ?? []).map((category, index) => [
    category,
    shareOf(figures[index] ?? absent, total),
  ]);
}

function evidenceOf({ count, quality, qualityBasis, caution, withheld }: Figure): Block['total'] {
  return {
    count,
    quality,
    qualityBasis,
    presentable: count !== null && quality !== 'unreliable',
    caution,
    withheld,
  };
}

export function shareOf(part: Figure, whole: Figure): Share {
  const percent =
    part.count === null || whole.count === null ? null : round((100 * part.count) / whole.count, 1);
  return {
    ...evidenceOf(part),
    percent,
    withheldFigures:
      part.count === null || whole.withheld === null ? {} : { percent: whole.withheld },
  };
}

/** The categories that each headline share covers; null if the publisher's do not show it. */
const headlines = {
  agedUnder25: splitAt(25, 'below'),
  aged55AndOver: splitAt(55, 'above'),
  /**
   * The publisher's own level of degrees. If there are several, or none, any choice would be a
   * guess.
   */
  withDegree: (levels: readonly string[]) => {
    const covered = levels.map((level) => /^degree\b/i.test(level));
    return covered.filter(Boolean).length === 1 ? covered : null;
  },
} as const;
export type Headline = keyof typeof headlines;

/** The bands on one side of an age; null if a band crosses it or there is none. */
function splitAt(age: number, side: 'below' | 'above') {
  return (names: readonly string[]): readonly boolean[] | null => {
    const bands = names.map(ageBandOf);
    if (bands.some(({ fromAge, toAge }) => fromAge < age && (toAge === null || toAge >= age)))
      return null;
    const covered = bands.map(({ fromAge }) => (side === 'below' ? fromAge < age : fromAge >= age));
    return covered.includes(true) ? covered : null;
  };
}

function headlineOf(table: Breakdown | null, code: string, name: Headline): Share {
  if (table === null) return shareOf(missing, missing);
  const line = table.lines.get(code);
  return shareOf(headlineSum(table, line, name) ?? notDivisible, line?.total ?? absent);
}

/**
 * The sum of the figures that a headline share covers; null if they cannot be determined. It is
 * withheld if one of them is, and has the lowest of their quality bands.
 */
export function headlineSum(
  { categories }: Breakdown,
  line: Line | undefined,
  name: Headline,
): Figure | null {
  const covered = headlines[name](categories);
  if (covered === null) return null;
  const figures = categories
    .map((_, index) => line?.figures[index] ?? absent)
    .filter((_, index) => covered[index]);
  const cells = () => figures.flatMap((figure) => figure.cells());
  if (figures.some(({ withheld }) => withheld !== null)) {
    const isUnreliable = figures.some(({ withheld }) => withheld?.reason === 'unreliable');
    return { ...partWithheld, quality: isUnreliable ? 'unreliable' : 'unrated', cells };
  }
  const weakest = figures.find(({ caution }) => caution !== null) ?? figures[0] ?? absent;
  return { ...weakest, count: figures.reduce((sum, { count }) => sum + (count ?? 0), 0), cells };
}

const notDivisible = withheldFigure(
  withheldAs('not-applicable', "This share cannot be worked out from the publisher's categories."),
);

const partWithheld = withheldFigure(
  withheldAs('part-withheld', 'A figure of those that this share adds up is withheld.'),
);

// Writes the apprenticeships document of each unit group: its occupations with their standards and
// qualifications.
import type { Document } from '#sources/kit/document.ts';
import type { ApprenticeshipStandard, Needs } from '#sources/kit/needs.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import {
  type Apprenticeship,
  type ApprenticeshipsDocument,
  type MapOccupation,
  type StandardFigure,
  standardFigures,
} from '#schemas/resources/apprenticeships.ts';
import { type Explaining, withheldAs } from '#schemas/withheld-legend.ts';
import { areaOf, byMatch, matchOf } from '#schemas/codes.ts';
import type { Explained } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { landingPage } from './discover.ts';
import { type MappedOccupation, occupationsBySoc } from './map-to-soc.ts';
import type { MapObservations, Product } from './reshape.ts';

type Standards = ReadonlyMap<string, ApprenticeshipStandard> | null;

const coverage: ApprenticeshipsDocument['coverage'] = {
  population: 'occupational standards and the qualifications that lead to them',
  includesSelfEmployed: null,
  description:
    'Occupational standards, apprenticeships, T Levels and technical qualifications of ' +
    'England. Scotland, Wales and Northern Ireland have their own.',
};

/** The official files, by the names that other sites use. The terms are on the landing page. */
const logoFolder = 'https://occupational-maps.skillsengland.education.gov.uk/media/xmehhrr0';
const logoAddress = `${logoFolder}/skills-england_lesser_arms_stacked-dfe-blue-se-logo.svg`;
const logoOnDark = 'skills-england_lesser_arms_landscape-se-logo-white.svg';

export function* documents(inputs: DocumentInputs<MapObservations>): Generator<Document> {
  const { release, observations, needs, attribution, provenance, answer } = inputs;
  const bodies = bodiesOf(observations, needs);
  for (const { code: soc } of needs.get('soc-structure').unitGroups) {
    const { occupations, withheld } = bodies.get(soc) ?? { occupations: [], withheld: null };
    yield answer<ApprenticeshipsDocument>({ soc }, 'apprenticeships', {
      area: areaOf('england'),
      match: matchOf(occupations),
      occupations,
      withheld,
      coverage,
      attribution,
      attributionLogo: logoOf(release.sample),
      provenance,
    });
  }
}

interface Body {
  readonly occupations: readonly Explaining<MapOccupation>[];
  readonly withheld: Explained | null;
}

/** By unit group, ordered. */
export function bodiesOf(observations: MapObservations, needs: Needs): ReadonlyMap<string, Body> {
  const standards = needs.get('apprenticeship-standards')?.standards ?? null;
  const mapped = occupationsBySoc(observations, needs.get('soc-index').entries);
  return new Map(
    [...mapped].map(([code, entries]): [string, Body] => {
      const occupations = entries
        .flatMap((entry) => occupationOf(entry, standards) ?? [])
        .sort(inOrder);
      return [
        code,
        { occupations, withheld: occupations.length > 0 ? null : nothingListed(observations) },
      ];
    }),
  );
}

function inOrder(a: MapOccupation, b: MapOccupation): number {
  return (
    byMatch(a, b) || a.level - b.level || byCodeUnit(a.title, b.title) || byCodeUnit(a.code, b.code)
  );
}

function nothingListed({ isWhole, occupations }: MapObservations): Explained {
  return isWhole
    ? withheldAs(
        'not-listed',
        'The maps have no occupation for this unit group that has left development.',
      )
    : withheldAs(
        'not-received',
        `We have received only ${occupations.length} of the publisher's occupations, ` +
          'and none of them maps to this unit group.',
      );
}

/**
 * Null for an occupation that is in development or only potential: there is nothing to take yet.
 */
function occupationOf(
  { occupation, match, derivation }: MappedOccupation,
  standards: Standards,
): Explaining<MapOccupation> | null {
  const {
    code,
    title,
    status,
    level,
    version,
    route,
    pathway,
    technicalLevel,
    summary,
    jobTitles,
    url,
    products,
  } = occupation;
  if (status !== 'approved' && status !== 'without-apprenticeship') return null;
  const ordered = [...products].sort(
    (a, b) => a.level - b.level || byCodeUnit(a.title, b.title) || byCodeUnit(a.code, b.code),
  );
  const productsOfKinds = (...kinds: readonly Product['kind'][]) =>
    ordered.filter(({ kind }) => kinds.includes(kind));
  return {
    code,
    title,
    match,
    derivation,
    status,
    level,
    version,
    route,
    pathway,
    technicalLevel,
    summary,
    typicalJobTitles: jobTitles,
    url,
    apprenticeships: productsOfKinds('apprenticeship').flatMap(
      (product) => apprenticeshipOf(product, standards) ?? [],
    ),
    tLevels: productsOfKinds('t-level').map(qualificationOf),
    otherTechnicalQualifications: otherQualifications(ordered),
    otherApprenticeships: otherApprenticeships(ordered),
  };
}

function qualificationOf({ code, title, level }: Product) {
  return { code, title, level };
}

function otherQualifications(
  products: readonly Product[],
): Explaining<MapOccupation>['otherTechnicalQualifications'] {
  const qualifications: Explaining<MapOccupation>['otherTechnicalQualifications'][number][] = [];
  for (const product of products) {
    const { kind, category } = product;
    if (kind === 'higher-technical-qualification' || kind === 'technical-qualification')
      qualifications.push({ ...qualificationOf(product), kind, category });
  }
  return qualifications;
}

/** Foundation apprenticeships and apprenticeship units that have left development. */
function otherApprenticeships(
  products: readonly Product[],
): Explaining<MapOccupation>['otherApprenticeships'] {
  const apprenticeships: Explaining<MapOccupation>['otherApprenticeships'][number][] = [];
  for (const product of products) {
    const { kind, status } = product;
    if (kind !== 'foundation-apprenticeship' && kind !== 'apprenticeship-unit') continue;
    if (status !== 'in-development')
      apprenticeships.push({ ...qualificationOf(product), kind, status });
  }
  return apprenticeships;
}

/**
 * What the list of standards says, or the maps if the list does not have the standard. Null for a
 * standard in development.
 */
function apprenticeshipOf(
  { code, title, level, status }: Product,
  standards: Standards,
): Explaining<Apprenticeship> | null {
  const listed = standards?.get(code);
  const standard =
    listed ??
    (status === null || status === 'in-development'
      ? null
      : { ...unknownToMaps, title, level, status });
  if (standard === null) return null;
  const {
    typicalDurationMonths,
    maximumFundingPounds,
    minimumOffTheJobHours,
    startsPaused,
    integratedDegree,
    larsCode,
    url,
  } = standard;
  const figures = { typicalDurationMonths, maximumFundingPounds, minimumOffTheJobHours };
  const whyNot = (name: StandardFigure) =>
    listed === undefined ? notListed(standards) : notGiven(name);
  return {
    code,
    title: standard.title,
    level: standard.level,
    status: standard.status,
    version: standard.version,
    route: standard.route === '' ? null : standard.route,
    ...figures,
    withheldFigures: Object.fromEntries(
      standardFigures.filter((name) => figures[name] === null).map((name) => [name, whyNot(name)]),
    ),
    startsPaused,
    earliestStartDate: standard.earliestStartDate,
    latestStartDate: standard.latestStartDate,
    integratedDegree,
    larsCode,
    typicalJobTitles: standard.jobTitles,
    url,
  };
}

/** The maps do not state these members of a standard. */
const unknownToMaps = {
  version: null,
  route: '',
  typicalDurationMonths: null,
  maximumFundingPounds: null,
  minimumOffTheJobHours: null,
  startsPaused: null,
  earliestStartDate: null,
  latestStartDate: null,
  integratedDegree: null,
  larsCode: null,
  jobTitles: [],
  url: null,
} as const;

function notListed(standards: Standards): Explained {
  if (standards === null)
    return withheldAs(
      'not-received',
      "The publisher's list of standards gives this figure, and we have not received the list.",
    );
  const explanation =
    "The publisher's list of standards does not have this standard, and the maps do not " +
    'state the figure.';
  return withheldAs('not-in-this-release', explanation);
}

/**
 * The publisher prints 0 for a figure that is not set, and an empty text for the hours of versions
 * older than the rule on hours.
 */
function notGiven(name: StandardFigure): Explained {
  return name === 'minimumOffTheJobHours'
    ? {
        reason: 'not-available',
        marker: '',
        explanation: 'The publisher states no minimum hours for this version.',
      }
    : {
        reason: 'not-available',
        marker: '0',
        explanation: 'The publisher has not set this figure for this version.',
      };
}

function logoOf(sample: boolean): ApprenticeshipsDocument['attributionLogo'] {
  return {
    required: !sample,
    name: 'Skills England',
    url: logoAddress,
    onDark: logoOnDark,
    use: sample
      ? 'Synthetic sample: do not show the logo. With real data, show it next to the attribution.'
      : 'Show the Skills England logo with the attribution wherever this data is shown, ' +
        'unchanged and in an official colourway: the stacked logo in blue on light ' +
        'backgrounds, the landscape logo in white on dark backgrounds.',
    terms: landingPage,
  };
}

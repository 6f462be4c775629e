// Picks the answer about apprenticeships from a stored document, with or without retired and
// withdrawn ones.
import type {
  ApprenticeshipsDocument,
  ApprenticeshipsResponse,
  MapOccupation,
} from '../resources/apprenticeships.ts';
import type { Withheld } from '../figures.ts';
import { withheldAs, withLegendOf } from '../withheld-legend.ts';
import { matchOf } from '../codes.ts';
import type { QueryValues } from '../query-values.ts';

const noneOpen = withheldAs(
  'not-listed',
  'No open qualification leads to this occupation. The maps list only retired or ' +
    'withdrawn apprenticeships, or no qualification.',
);

/** Without inactive apprenticeships, it also leaves out an occupation that has nothing else. */
export function selectApprenticeships(
  document: ApprenticeshipsDocument,
  values: QueryValues,
): ApprenticeshipsResponse {
  const includeInactive = values.get('includeInactive') === true;
  const { soc2020, title, area, coverage, attribution, attributionLogo, provenance } = document;
  const occupations = includeInactive ? document.occupations : openOnly(document.occupations);
  const withheld: Withheld | null =
    document.occupations.length > 0 && occupations.length === 0 ? noneOpen : document.withheld;
  return withLegendOf<ApprenticeshipsResponse>(document, {
    soc2020,
    title,
    area,
    includeInactive,
    match: matchOf(occupations),
    occupations,
    withheld,
    coverage,
    attribution,
    attributionLogo,
    provenance,
  });
}

/** The occupations with open qualifications, and only those qualifications. */
export function openOnly(occupations: readonly MapOccupation[]): MapOccupation[] {
  return occupations.map(withoutInactive).filter(hasProducts);
}

function withoutInactive(occupation: MapOccupation): MapOccupation {
  return {
    ...occupation,
    apprenticeships: occupation.apprenticeships.filter(({ status }) => status === 'approved'),
    otherApprenticeships: occupation.otherApprenticeships.filter(
      ({ status }) => status !== 'retired',
    ),
  };
}

function hasProducts({
  apprenticeships,
  tLevels,
  otherTechnicalQualifications,
  otherApprenticeships,
}: MapOccupation): boolean {
  return [apprenticeships, tLevels, otherTechnicalQualifications, otherApprenticeships].some(
    (products) => products.length > 0,
  );
}

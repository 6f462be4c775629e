// The answer about apprenticeships that a stored document holds: with what is retired or withdrawn, or without.
import type { ApprenticeshipsDocument, ApprenticeshipsResponse, MapOccupation } from '../resources/apprenticeships.ts';
import { matchOf } from '../resources/match-of.ts';

/** Without inactive ones an occupation to which nothing is left is left out too. */
export function selectApprenticeships(document: ApprenticeshipsDocument, includeInactive: boolean): ApprenticeshipsResponse {
  const { soc2020, title, coverage, attribution, attributionLogo, provenance } = document;
  const occupations = includeInactive ? document.occupations : openOnly(document.occupations);
  const withheld =
    document.occupations.length > 0 && occupations.length === 0
      ? {
          reason: 'not-listed' as const,
          marker: null,
          explanation:
            'Nothing that is open leads to this occupation: what the maps list is retired, withdrawn or without a qualification. includeInactive=true lists it.',
        }
      : document.withheld;
  return {
    soc2020,
    title,
    includeInactive,
    match: matchOf(occupations),
    occupations,
    withheld,
    coverage,
    attribution,
    attributionLogo,
    provenance,
  };
}

/** The occupations to which something open leads, with that alone. */
export function openOnly(occupations: readonly MapOccupation[]): MapOccupation[] {
  return occupations.map(withoutInactive).filter(hasProducts);
}

function withoutInactive(occupation: MapOccupation): MapOccupation {
  return {
    ...occupation,
    apprenticeships: occupation.apprenticeships.filter(({ status }) => status === 'approved'),
    otherApprenticeships: occupation.otherApprenticeships.filter(({ status }) => status !== 'retired'),
  };
}

function hasProducts({ apprenticeships, tLevels, otherTechnicalQualifications, otherApprenticeships }: MapOccupation): boolean {
  return [apprenticeships, tLevels, otherTechnicalQualifications, otherApprenticeships].some((products) => products.length > 0);
}

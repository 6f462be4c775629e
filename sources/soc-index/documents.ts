// Writes the documents of the occupations: the list, the profiles, the titles of each unit group,
// and the index that search loads.
import { iscoSharesOf } from '#sources/kit/isco-shares.ts';
import type { Document } from '#sources/kit/document.ts';
import type { IndexEntry, NeededObservations, UnitGroup } from '#sources/kit/needs.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import { type IscoShare, printIscoMapping } from '#schemas/resources/isco-shares.ts';
import type {
  OccupationProfile,
  OccupationSummary,
  OccupationTitle,
} from '#schemas/resources/occupations.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { buildTitleIndex } from './build-title-index.ts';
import type { IndexObservations } from './reshape.ts';

type Structure = NeededObservations['soc-structure'];

export function* documents({
  observations,
  needs,
  provenance,
  attribution,
}: DocumentInputs<IndexObservations>): Generator<Document> {
  const structure = needs.get('soc-structure');
  const entriesOf = Map.groupBy(observations.entries, ({ soc2020 }) => soc2020);
  const entries = ({ code }: UnitGroup) => entriesOf.get(code) ?? [];
  const titles = new Map(
    structure.unitGroups.map((group) => [group.code, titlesOf(entries(group))]),
  );
  const titlesIn = ({ code }: UnitGroup) => titles.get(code) ?? [];
  const shares = iscoSharesOf(observations);

  yield {
    endpoint: 'occupations',
    place: {},
    body: structure.unitGroups.map((group) => summaryOf(structure, group, titlesIn(group).length)),
  };
  yield { endpoint: 'search', place: {}, body: titleIndexOf(observations, structure) };
  for (const group of structure.unitGroups) {
    const place = { soc: group.code };
    yield { endpoint: 'titles', place, body: titlesIn(group) };
    yield {
      endpoint: 'occupation',
      place,
      body: {
        ...summaryOf(structure, group, titlesIn(group).length),
        ...profileOf(group, entries(group), shares.get(group.code) ?? []),
        attribution,
        provenance,
      },
    };
  }
}

/** The stored index of all coded entries, cross-references and abbreviations. */
export function titleIndexOf(
  { entries, crossReferences, abbreviations }: IndexObservations,
  { unitGroups }: Structure,
) {
  return buildTitleIndex({ unitGroups, entries, crossReferences, abbreviations });
}

function summaryOf(
  structure: Structure,
  { code, title }: UnitGroup,
  jobTitles: number,
): OccupationSummary {
  return { soc2020: code, title, hierarchy: hierarchyOf(structure, code), jobTitles };
}

/** The code gives the hierarchy: the parent of a group is its code without the last digit. */
function hierarchyOf({ groups }: Structure, code: string): OccupationSummary['hierarchy'] {
  const group = (digits: number) => {
    const prefix = code.slice(0, digits);
    return { code: prefix, title: groups.get(prefix)?.title ?? '' };
  };
  return { majorGroup: group(1), subMajorGroup: group(2), minorGroup: group(3) };
}

/** Each title of a unit group once. V12 prints six titles twice, under two identifiers. */
function titlesOf(entries: readonly IndexEntry[]): OccupationTitle[] {
  const distinct = new Map(
    entries.map(({ title, qualifier }) => [printedAs({ title, qualifier }), { title, qualifier }]),
  );
  return [...distinct.values()].sort(
    (a, b) => byCodeUnit(a.title, b.title) || byCodeUnit(a.qualifier ?? '', b.qualifier ?? ''),
  );
}

/** `Doctor (GP)`: a title with its qualifier, as messages print it. */
export function printedAs({ title, qualifier }: OccupationTitle): string {
  return qualifier === null ? title : `${title} (${qualifier})`;
}

function profileOf(
  group: UnitGroup,
  entries: readonly IndexEntry[],
  shares: readonly IscoShare[],
): Pick<OccupationProfile, 'about' | 'sampleJobTitles' | 'isco08'> {
  return {
    about: {
      description: group.description,
      tasks: group.tasks,
      entryRoutes: group.entryRoutes,
    },
    sampleJobTitles: group.relatedTitles,
    isco08: printIscoMapping(shares, entries.length),
  };
}

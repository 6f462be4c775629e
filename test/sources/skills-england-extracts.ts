// Real values of Skills England that are held in other containers than its answers, put into the shape of the answers. The members that an
// extract does not have are filled so that parse accepts them: no test may say anything of those.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { publisherFiles } from '../publisher-files.ts';

type Json = Readonly<Record<string, unknown>>;

/** A standard of the extract of April 2026, with the publisher's members. */
export interface ExtractedStandard {
  readonly referenceNumber: string;
  readonly larsCode: number;
  readonly title: string;
  readonly level: number;
  readonly route: string;
  readonly typicalDuration: number;
  readonly maxFunding: number;
  readonly status: string;
  readonly typicalJobTitles: readonly string[];
}

/** The 640 standards of 15 April 2026 with their job titles. */
export function extractedStandards(): readonly ExtractedStandard[] {
  return JSON.parse(readText('apprenticeship-standards/_reference/2026-04-15-extract/ifate_relevant_standards.json'));
}

/** A record of the list of standards. */
export function standardRecord(known: Json & { readonly referenceNumber: string }): Json {
  return {
    ...{ version: '1.1', versionNumber: '1.1', title: 'Not in the extract', status: 'Approved for delivery' },
    ...{ approvedForDeliveryPausedStarts: null, larsCode: 1, level: 3, typicalDuration: 12, minimumHoursForCompliance: '' },
    ...{ maxFunding: 1000, route: 'Digital', typicalJobTitles: [], jobRoles: [], earliestStartDate: null, latestStartDate: null },
    ...{ integratedDegree: '', coreAndOptions: null, options: [], optionsUnstructuredTemplate: [], standardPageUrl: '' },
    ...known,
  };
}

/** An occupation of the maps. `links` and `overview` are in none of the extracts. */
export function mapRecord(known: Json & { readonly stdCode: string }): Json {
  return {
    ...{ object: 'Occupation', name: 'Not in the extract', status: 1, statusName: 'Approved occupation', level: 3, versionNo: '1.0' },
    ...{ overview: '', soc: { soc2010Code: 0, soc2020Code: 0 }, links: [] },
    mapHierarchy: { routeName: '', pathwayName: '', technicalLevel: 1, technicalLevelName: '' },
    ...known,
  };
}

/** An occupation of the extract of September 2026. */
export interface ExtractedOccupation {
  readonly id: string;
  readonly title: string;
  readonly level: number;
  readonly routeId: number;
  readonly soc2020: string | null;
  readonly typicalJobTitles: readonly string[];
}

/** The 30 occupations of 11 September 2026. */
export function extractedOccupations(): readonly ExtractedOccupation[] {
  return records('DERIVED_occupations_30.csv').map(({ id = '', title = '', level, routeId, soc2020 = '', typicalJobTitles = '' }) => ({
    ...{ id, title, level: Number(level), routeId: Number(routeId), soc2020: soc2020 === '' ? null : soc2020 },
    typicalJobTitles: typicalJobTitles.split(';').filter((name) => name !== ''),
  }));
}

/** The 111 job titles of these occupations, each with its occupation's SOC 2020 code. */
export function extractedTitles(): readonly Readonly<Record<string, string>>[] {
  return records('DERIVED_typical_job_titles_soc2020.csv');
}

/** The twelve occupations of which selected members were transcribed, as they stand there. */
export function transcribedOccupations(): readonly (Json & { readonly stdCode: string })[] {
  const folder = 'occupational-maps/_reference';
  const names = readdirSync(join(publisherFiles, folder)).filter((name) => name.endsWith('.extract.json'));
  return names.sort().map((name) => JSON.parse(readText(`${folder}/${name}`)));
}

/** The classification for sources that need it. */
export const structure = {
  groups: new Map(unitGroups.map((group) => [group.code, group])),
  unitGroups: unitGroups.map((group) => ({ ...group, description: 'd', entryRoutes: 'e', tasks: ['t'], relatedTitles: ['r'] })),
};

export function readText(path: string): string {
  return readFileSync(join(publisherFiles, path), 'utf8');
}

function records(name: string): readonly Readonly<Record<string, string>>[] {
  const bytes = readText(`occupational-maps/_reference/2026-09-11-extract/${name}`);
  return parse(bytes, { columns: true });
}

// The numbers of the apprenticeships answers: levels as the maps print them, and the figures of
// each standard in the list of standards.
import type { Explaining } from '#schemas/withheld-legend.ts';
import {
  type Apprenticeship,
  type MapOccupation,
  standardFigures,
} from '#schemas/resources/apprenticeships.ts';
import { openOnly } from '#schemas/selections/select-apprenticeships.ts';
import {
  type Figure,
  type FigureAnswer,
  type FileCell,
  type Meanings,
  asPrinted,
  figureMaker,
  listMeasures,
} from '#sources/kit/figures.ts';
import type { StandardNumber } from '#sources/kit/needs.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import { bodiesOf } from './documents.ts';
import type { OccupationRow, Rows } from './layout.ts';
import type { MapObservations } from './reshape.ts';

const measures = {
  occupation_level: {
    unit: 'level',
    meaning: 'The level of the occupation in the maps.',
  },
  qualification_level: {
    unit: 'level',
    meaning: 'The level of the technical qualification.',
  },
  standard_level: {
    unit: 'level',
    meaning: 'The level of the apprenticeship standard.',
  },
  typical_duration: {
    unit: 'months',
    meaning: 'The typical duration of the apprenticeship.',
  },
  maximum_funding: {
    unit: 'pounds',
    meaning: 'The maximum funding of the apprenticeship, in pounds.',
  },
  minimum_off_the_job_hours: {
    unit: 'hours',
    meaning: 'The minimum hours of training off the job.',
  },
  lars_code: {
    unit: 'code',
    meaning:
      "The standard's number in the Learning Aim Reference Service. It is a code, not an amount.",
  },
} as const;

const measuresOfStandards = {
  level: 'standard_level',
  typicalDurationMonths: 'typical_duration',
  maximumFundingPounds: 'maximum_funding',
  minimumOffTheJobHours: 'minimum_off_the_job_hours',
  larsCode: 'lars_code',
} as const satisfies Record<StandardNumber, keyof typeof measures>;

export const meanings: Meanings<MapObservations> = {
  dimensions: {
    occupation: { meaning: "The publisher's code of an occupation of the occupational maps." },
    qualification: {
      meaning: 'The code of a technical qualification that leads to the occupation.',
    },
    standard: { meaning: 'The reference of an apprenticeship standard.' },
  },
  measures: listMeasures(measures),
};

const figure = figureMaker('apprenticeships', meanings);
const notGiven = 'No number: the list of standards does not give it.';

type Published = Pick<ReadFiles<Rows, MapObservations>, 'rows' | 'files'>;

/** An occupation of the maps, and the unit groups whose answers show it. */
interface ShownOccupation {
  readonly occupation: Explaining<MapOccupation>;
  readonly unitGroups: string[];
}

/** The levels of each occupation and its qualifications, then the figures of each standard. */
export function* figures({
  rows,
  observations,
  needs,
  files,
}: ReadFiles<Rows, MapObservations>): Generator<Figure> {
  const shownOccupations = new Map<string, ShownOccupation>();
  for (const [soc, { occupations }] of bodiesOf(observations, needs)) {
    for (const occupation of occupations) {
      const known = shownOccupations.get(occupation.code) ?? { occupation, unitGroups: [] };
      known.unitGroups.push(soc);
      shownOccupations.set(occupation.code, known);
    }
  }
  const listed =
    needs.get('apprenticeship-standards')?.cells ??
    new Map<string, Readonly<Record<StandardNumber, FileCell>>>();
  const standards = new Map<string, ListedStandard>();
  for (const shown of shownOccupations.values()) {
    yield* figuresOfOccupation(shown, { rows, files }, listed);
    for (const apprenticeship of shown.occupation.apprenticeships) {
      const cells = listed.get(apprenticeship.code);
      if (cells === undefined) continue;
      const known = standards.get(apprenticeship.code) ?? {
        apprenticeship,
        cells,
        shownOccupations: [],
      };
      known.shownOccupations.push(shown);
      standards.set(apprenticeship.code, known);
    }
  }
  for (const standard of standards.values()) yield* figuresOfStandard(standard);
}

/** A standard with its cells in the list of standards, and the occupations that it leads to. */
interface ListedStandard {
  readonly apprenticeship: Explaining<Apprenticeship>;
  readonly cells: Readonly<Record<StandardNumber, FileCell>>;
  readonly shownOccupations: ShownOccupation[];
}

/** The level of an occupation and of its qualifications, except the listed standards. */
function* figuresOfOccupation(
  shown: ShownOccupation,
  published: Published,
  listed: ReadonlyMap<string, unknown>,
): Generator<Figure> {
  const {
    code: occupation,
    level,
    apprenticeships,
    tLevels,
    otherTechnicalQualifications,
    otherApprenticeships,
  } = shown.occupation;
  const isShown = openOnly([shown.occupation]).length > 0;
  yield figure({
    measure: 'occupation_level',
    dimensions: { occupation },
    value: level,
    cells: () => cellOf(published, occupation),
    answers: () => answersOf([shown], '/level', isShown),
  });
  const unlisted = apprenticeships.filter(({ code }) => !listed.has(code));
  const qualifications: readonly Qualification[] = [
    ...unlisted.map(({ code, level: levelOfStandard, status }) => ({
      list: 'apprenticeships',
      code,
      level: levelOfStandard,
      isOpen: status === 'approved',
    })),
    ...tLevels.map((product) => ({ ...product, list: 'tLevels', isOpen: true })),
    ...otherTechnicalQualifications.map((product) => ({
      ...product,
      list: 'otherTechnicalQualifications',
      isOpen: true,
    })),
    ...otherApprenticeships.map((product) => ({
      ...product,
      list: 'otherApprenticeships',
      isOpen: product.status !== 'retired',
    })),
  ];
  // An occupation may lead to a qualification twice. The first counts.
  const codes = new Set<string>();
  for (const { list, isOpen, code, level: levelOfQualification } of qualifications) {
    if (codes.has(code)) continue;
    codes.add(code);
    yield figure({
      measure: 'qualification_level',
      dimensions: { occupation, qualification: code },
      value: levelOfQualification,
      cells: () => cellOf(published, occupation, code),
      answers: () => answersOf([shown], `/${list}/code=${code}/level`, isOpen),
    });
  }
}

/** A qualification of an occupation, and the list of the answer that has it. */
interface Qualification {
  readonly list: string;
  readonly code: string;
  readonly level: number;
  /** Whether answers show it without includeInactive. */
  readonly isOpen: boolean;
}

function* figuresOfStandard({
  apprenticeship,
  cells,
  shownOccupations,
}: ListedStandard): Generator<Figure> {
  const { code, withheldFigures, status } = apprenticeship;
  for (const name of ['level', ...standardFigures, 'larsCode'] as const) {
    const value = apprenticeship[name];
    const withheld = withheldFigures[name] ?? null;
    // A code that is not assigned is not a withheld figure.
    if (value === null && withheld === null) continue;
    yield figure({
      measure: measuresOfStandards[name],
      dimensions: { standard: code },
      value,
      withheld,
      rule: withheld === null ? asPrinted : notGiven,
      cells: () => [cells[name]],
      answers: () =>
        answersOf(shownOccupations, `/apprenticeships/code=${code}/${name}`, status === 'approved'),
    });
  }
}

/** Only answers with includeInactive show retired and withdrawn items. */
function answersOf(
  shownOccupations: readonly ShownOccupation[],
  pointer: string,
  isOpen: boolean,
): FigureAnswer[] {
  return shownOccupations.flatMap(({ occupation, unitGroups }) =>
    unitGroups.map((soc) => ({
      endpoint: 'apprenticeships',
      place: { soc },
      query: isOpen ? {} : { includeInactive: 'true' },
      pointer: `/occupations/code=${occupation.code}${pointer}`,
    })),
  );
}

/**
 * The publisher's cell of an occupation's level, or of one of its products. An occupation has a
 * file of its own, or is in its route's file.
 */
function cellOf({ rows, files }: Published, code: string, product?: string): FileCell[] {
  const row = rows.find(
    (candidate): candidate is OccupationRow =>
      candidate.kind === 'occupation' && candidate.stdCode === code,
  );
  const levelled =
    product === undefined ? row : row?.products?.find(({ productCode }) => productCode === product);
  if (row === undefined || levelled === undefined) return [];
  const routeName = row.mapHierarchy.routeName.trim();
  const routeFiles = rows
    .filter((candidate) => candidate.kind === 'route')
    .filter(({ name }) => name === routeName)
    .map(({ routeId }) => `route-${routeId}.json`);
  const address = `${code}${product === undefined ? '' : ` ${product}`} level`;
  const occupationFile = `${code}.json`;
  return (files.includes(occupationFile) ? [occupationFile] : routeFiles).map((file) => ({
    file,
    member: null,
    sheet: null,
    address,
    printed: String(levelled.level),
  }));
}

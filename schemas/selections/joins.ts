// Answers that are made of the answers of other rows of the endpoint table: the related occupations
// of both sources, and the headline figures of an occupation.
import type { PayRevision, ServingEdition } from '../catalogue.ts';
import { type DemandLevel, unrated } from '../codes.ts';
import type { DocumentPlace } from '../document-path.ts';
import { addressOf, areaFor, endpointOf } from '../endpoints.ts';
import type { Figure } from '../figure-of.ts';
import type { Explained, Provenance, WithheldLegend } from '../figures.ts';
import { byCodeUnit } from '../order.ts';
import type { QueryValues } from '../query-values.ts';
import type { RelatedByOnet, RelatedBySkills, RelatedResponse } from '../resources/related.ts';
import type { HeadlinesDocument, SummariesResponse } from '../resources/headlines.ts';
import type { SummaryResponse } from '../resources/summary.ts';
import { round } from '../round.ts';
import { withheldAs } from '../withheld-legend.ts';
import { type HeadlineAnswer, type HeadlineRow, headlineIn, headlines } from './headlines.ts';

/**
 * The parts of an answer by their names; null for a part whose source has no published release. At
 * least one is there.
 */
export type Parts = Readonly<Record<string, unknown>>;
export type Joining = (parts: Parts, joined: Joined) => unknown;

/** What is joined: the question, and the editions of all parts. */
export interface Joined {
  readonly values: QueryValues;
  readonly place: DocumentPlace;
  /** The own edition of the answer, and every other that it rests on. */
  readonly edition: ServingEdition;
  readonly needs: readonly ServingEdition[];
  /**
   * Of a series of years, how far provisional figures moved, oldest first; null for any other
   * answer.
   */
  readonly revisions: readonly PayRevision[] | null;
}

interface Credited {
  readonly attribution?: string;
  readonly citation?: string;
  readonly provenance: Provenance;
}

/**
 * Why a part has nothing. It is the same whatever the reason, because the tag of an answer knows
 * only which editions are there.
 */
const notPublished = withheldAs('not-received', 'No release of the source is published here.');

/**
 * The end of a joined answer: the attribution of every source, the provenance of the first part
 * with the editions of all others as inputs, and the legends together. Where two sources explain
 * one reason differently, both sentences are kept.
 */
function creditOf(parts: readonly Credited[], explained: WithheldLegend) {
  const [first] = parts;
  if (first === undefined) throw new Error('an answer is joined of at least one part');
  const inputsOfParts = parts.map(({ provenance: { source, edition, editionId } }) => ({
    source,
    edition,
    editionId,
  }));
  const all = [...inputsOfParts, ...parts.flatMap(({ provenance }) => provenance.inputs)];
  const others = new Map(all.map((input) => [input.editionId, input]));
  others.delete(first.provenance.editionId);
  return {
    attribution: [
      ...new Set(parts.map(({ attribution, citation }) => attribution ?? citation ?? '')),
    ].join('\n'),
    provenance: { ...first.provenance, inputs: [...others.values()] },
    withheldLegend: mergedLegend(explained),
  };
}

function mergedLegend(entries: WithheldLegend): WithheldLegend {
  const keyOf = ({ reason, marker }: WithheldLegend[number]) =>
    `${reason} ${JSON.stringify(marker)}`;
  return [...Map.groupBy(entries, keyOf)]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .flatMap(([, [first, ...others]]) =>
      first === undefined
        ? []
        : [
            {
              ...first,
              explanation: [
                ...new Set([first, ...others].map(({ explanation }) => explanation)),
              ].join(' '),
            },
          ],
    );
}

export function joinRelated(parts: Parts, limit: number): RelatedResponse {
  const onet = parts['onet'] as RelatedByOnet | null;
  const esco = parts['esco'] as RelatedBySkills | null;
  const given = [onet, esco].filter((part) => part !== null);
  const [firstList] = given;
  if (firstList === undefined)
    throw new Error('related occupations are joined of at least one list');
  const lists = given.filter(({ related }) => related.length > 0).length;
  const titles = new Map(
    given.flatMap(({ related }) => related.map(({ soc2020, title }) => [soc2020, title] as const)),
  );
  const all = [...titles].map(([soc2020, title]) => {
    const byOnet = relatedIn(onet, soc2020);
    const bySkills = relatedIn(esco, soc2020);
    return {
      soc2020,
      title,
      score: round(((byOnet?.score ?? 0) + (bySkills?.score ?? 0)) / lists, 3),
      byOnet,
      bySkills,
    };
  });
  all.sort((a, b) => b.score - a.score || byCodeUnit(a.soc2020, b.soc2020));
  const { soc2020, title } = firstList;
  const { reason, marker } = notPublished;
  const baseOf = <Key extends 'onet' | 'esco'>(
    key: Key,
    part: RelatedByOnet | RelatedBySkills | null,
  ) => ({
    key,
    withheld: part === null ? { reason, marker } : part.withheld,
    derivation: part?.derivation ?? null,
  });
  return {
    soc2020,
    title,
    total: all.length,
    limit,
    related: all.slice(0, limit),
    bases: [baseOf('onet', onet), baseOf('esco', esco)],
    notes: [
      'Related by what people do and know in the work, as two international ' +
        'classifications see it. Nothing here says how many people change from one to the other.',
    ],
    ...creditOf(given, [
      ...given.flatMap(({ withheldLegend }) => withheldLegend),
      ...(given.length < 2 ? [notPublished] : []),
    ]),
  };
}

function relatedIn<Member extends { readonly soc2020: string; readonly title: string }>(
  part: { readonly related: readonly Member[] } | null,
  code: string,
): Omit<Member, 'soc2020' | 'title'> | null {
  const relation = part?.related.find(({ soc2020 }) => soc2020 === code);
  if (relation === undefined) return null;
  const { soc2020: _, title: __, ...member } = relation;
  return member;
}

type Summed = SummaryResponse['figures'][number];
export type Part = HeadlineAnswer & { readonly accuracy?: string };

const nowhere = { period: null, referenceDates: null, area: null, group: null };

/** What a summary shows of a figure, and why it is withheld. */
interface Shown {
  readonly figure: Summed;
  readonly withheld: Explained | null;
}

/** The figure of a row in the answer of its part; `part` is null if its source has no release. */
export function summedFigure(
  row: HeadlineRow,
  part: Part | null,
  soc = part?.soc2020 ?? '',
): Shown {
  const figure = part === null ? null : headlineIn(row, part);
  const value = figure?.value ?? null;
  return shown(row, soc, {
    value: typeof value === 'number' ? value : null,
    level: typeof value === 'string' ? value : null,
    quality: figure?.quality ?? unrated.quality,
    qualityBasis: figure?.qualityBasis ?? unrated.qualityBasis,
    presentable: figure?.presentable ?? false,
    withheld: figure === null ? notPublished : explainedOf(figure, row),
    where: part === null ? nowhere : row.about(part),
  });
}

type Judged = Pick<Summed, 'value' | 'level' | 'quality' | 'qualityBasis' | 'presentable'> & {
  readonly withheld: Explained | null;
  readonly where: Pick<Summed, 'period' | 'referenceDates' | 'area' | 'group'>;
};

function shown(
  row: HeadlineRow,
  soc: string,
  { value, level, quality, qualityBasis, presentable, withheld, where }: Judged,
): Shown {
  const figure = {
    key: row.key,
    label: row.label,
    value,
    level,
    unit: row.unit,
    quality,
    qualityBasis,
    presentable,
    withheld: withheld === null ? null : { reason: withheld.reason, marker: withheld.marker },
    ...where,
    source: row.source,
    path: pathOf(row.part, soc, where.area?.slug),
  };
  return { figure, withheld };
}

const severalSources =
  'The figures come from several sources. They count different people over different ' +
  'periods, so do not add or divide them. The answer at `path` says who is counted.';

export function joinSummary(
  parts: Parts,
  { place: { soc = '' } }: Pick<Joined, 'place'>,
): SummaryResponse {
  const all = headlines.map((row) => summedFigure(row, parts[row.part] as Part | null, soc));
  const given = Object.values(parts).filter((part) => part !== null) as Part[];
  const [firstPart] = given;
  if (firstPart === undefined) throw new Error('a summary is joined of at least one part');
  return {
    soc2020: firstPart.soc2020,
    title: firstPart.title,
    figures: all.map(({ figure }) => figure),
    notes: [severalSources, ...given.flatMap(({ accuracy = null }) => accuracy ?? [])],
    ...creditOf(given, explanationsOf(all)),
  };
}

function explanationsOf(all: readonly Shown[]): Explained[] {
  return all.flatMap(({ withheld }) => withheld ?? []);
}

/** The documents of headline figures by their sources; null if a source has no release. */
export type HeadlineDocuments = Readonly<Record<string, HeadlinesDocument | null>>;

/** The headline figures of an occupation, as its summary has them. */
function figuresOf(documents: HeadlineDocuments, soc: string): Shown[] {
  return headlines.map((row) => {
    const document = documents[row.source] ?? null;
    const stored = document?.occupations
      .find(({ soc2020 }) => soc2020 === soc)
      ?.figures.find(({ key }) => key === row.key);
    if (stored === undefined) return summedFigure(row, null, soc);
    return shown(row, soc, { ...stored, where: document?.abouts[stored.about] ?? nowhere });
  });
}

/** The summaries of these occupations, or of all that the documents have. */
export function summariesOf(documents: HeadlineDocuments, asked?: readonly string[]) {
  const given = Object.values(documents).filter((document) => document !== null);
  const titles = new Map(
    given.flatMap(({ occupations }) =>
      occupations.map(({ soc2020, title }) => [soc2020, title] as const),
    ),
  );
  const codes = asked ?? [...titles.keys()].sort(byCodeUnit);
  const all = codes.map((soc2020) => ({ soc2020, shown: figuresOf(documents, soc2020) }));
  return {
    occupations: all.map(({ soc2020, shown: figures }) => ({
      soc2020,
      title: titles.get(soc2020) ?? '',
      figures: figures.map(({ figure }) => figure),
    })),
    notes: [severalSources, ...given.flatMap(({ accuracy }) => accuracy ?? [])],
    ...creditOf(given, explanationsOf(all.flatMap(({ shown: figures }) => figures))),
  };
}

export function joinSummaries(parts: Parts, { values }: Pick<Joined, 'values'>): SummariesResponse {
  return summariesOf(parts as HeadlineDocuments, String(values.get('soc')).split(','));
}

/** Why a figure is withheld; null if it is not. */
function explainedOf(
  { reason, marker, explanation }: Figure<number | DemandLevel>,
  { key }: HeadlineRow,
): Explained | null {
  if (reason === null) return null;
  if (explanation === null)
    throw new Error(`nothing explains ${key}, which is withheld as ${reason} ${marker}`);
  return { reason, marker, explanation };
}

/** The address of the answer of a part. */
function pathOf(name: string, soc: string, area = 'uk'): string {
  const join = endpointOf('summary').joins.find((candidate) => candidate.name === name);
  if (join === undefined) throw new Error(`the summary has no part ${name}`);
  const row = endpointOf(join.id);
  return addressOf(row, { soc }, { ...join.query, ...areaFor(row, area) });
}

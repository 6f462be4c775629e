// Joins answers of several sources into one: related occupations, and summaries of headline
// figures.
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
export type Joining = (parts: Parts, joined: JoinContext) => unknown;

/** The question that a joined answer is for, and the editions of its parts. */
export interface JoinContext {
  readonly values: QueryValues;
  readonly place: DocumentPlace;
  /** The edition of the answer, and every other that it rests on. */
  readonly edition: ServingEdition;
  readonly needs: readonly ServingEdition[];
  /**
   * Of a series of years, how far provisional figures moved, oldest first; null for any other
   * answer.
   */
  readonly revisions: readonly PayRevision[] | null;
}

interface SourcedPart {
  readonly attribution?: string;
  readonly citation?: string;
  readonly provenance: Provenance;
}

/**
 * For a part without a release. One reason for all causes, because the tag of an answer covers only
 * which editions are served.
 */
const notPublished = withheldAs('not-received', 'No release of the source is published here.');

/**
 * The end of a joined answer: the attribution of every source, the provenance of the first part
 * with the editions of all others as inputs, and the legends together. Where two sources explain
 * one reason differently, both sentences are kept.
 */
function creditOf(parts: readonly SourcedPart[], explained: WithheldLegend) {
  const [first] = parts;
  if (first === undefined) throw new Error('an answer is joined of at least one part');
  const inputsOfParts = parts.map(({ provenance: { source, edition, editionId } }) => ({
    source,
    edition,
    editionId,
  }));
  const inputs = [...inputsOfParts, ...parts.flatMap(({ provenance }) => provenance.inputs)];
  const others = new Map(inputs.map((input) => [input.editionId, input]));
  others.delete(first.provenance.editionId);
  const attributions = new Set(
    parts.map(({ attribution, citation }) => attribution ?? citation ?? ''),
  );
  return {
    attribution: [...attributions].join('\n'),
    provenance: { ...first.provenance, inputs: [...others.values()] },
    withheldLegend: mergedLegend(explained),
  };
}

/** One entry for each reason and marker, with every explanation that the parts give for it. */
function mergedLegend(entries: WithheldLegend): WithheldLegend {
  const keyOf = ({ reason, marker }: WithheldLegend[number]) =>
    `${reason} ${JSON.stringify(marker)}`;
  const merged = new Map<string, WithheldLegend[number]>();
  for (const [key, alike] of Map.groupBy(entries, keyOf)) {
    const [first] = alike;
    if (first === undefined) continue;
    const explanations = new Set(alike.map(({ explanation }) => explanation));
    merged.set(key, { ...first, explanation: [...explanations].join(' ') });
  }
  return [...merged].sort(([a], [b]) => byCodeUnit(a, b)).map(([, entry]) => entry);
}

export function joinRelated(parts: Parts, limit: number): RelatedResponse {
  const onet = parts['onet'] as RelatedByOnet | null;
  const esco = parts['esco'] as RelatedBySkills | null;
  const publishedLists = [onet, esco].filter((part) => part !== null);
  const [firstList] = publishedLists;
  if (firstList === undefined)
    throw new Error('related occupations are joined of at least one list');
  const lists = publishedLists.filter(({ related }) => related.length > 0).length;
  const titles = new Map(
    publishedLists.flatMap(({ related }) =>
      related.map(({ soc2020, title }) => [soc2020, title] as const),
    ),
  );
  const all = [...titles].map(([soc2020, title]) => {
    const byOnet = relationIn(onet, soc2020);
    const bySkills = relationIn(esco, soc2020);
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
    ...creditOf(publishedLists, [
      ...publishedLists.flatMap(({ withheldLegend }) => withheldLegend),
      ...(publishedLists.length < 2 ? [notPublished] : []),
    ]),
  };
}

function relationIn<Member extends { readonly soc2020: string; readonly title: string }>(
  part: { readonly related: readonly Member[] } | null,
  code: string,
): Omit<Member, 'soc2020' | 'title'> | null {
  const relation = part?.related.find(({ soc2020 }) => soc2020 === code);
  if (relation === undefined) return null;
  const { soc2020: _, title: __, ...member } = relation;
  return member;
}

type SummaryFigure = SummaryResponse['figures'][number];
export type Part = HeadlineAnswer & { readonly accuracy?: string };

const unknownSubject = { period: null, referenceDates: null, area: null, group: null };

/** A figure of a summary, and the explanation if it is withheld. */
interface ExplainedFigure {
  readonly figure: SummaryFigure;
  readonly withheld: Explained | null;
}

/** The figure of a row in the answer of its part; `part` is null if its source has no release. */
export function summaryFigureOf(
  row: HeadlineRow,
  part: Part | null,
  soc = part?.soc2020 ?? '',
): ExplainedFigure {
  const figure = part === null ? null : headlineIn(row, part);
  const value = figure?.value ?? null;
  return toSummaryFigure(row, soc, {
    value: typeof value === 'number' ? value : null,
    level: typeof value === 'string' ? value : null,
    quality: figure?.quality ?? unrated.quality,
    qualityBasis: figure?.qualityBasis ?? unrated.qualityBasis,
    presentable: figure?.presentable ?? false,
    withheld: figure === null ? notPublished : explainedOf(figure, row),
    subject: part === null ? unknownSubject : row.subjectIn(part),
  });
}

type JudgedFigure = Pick<
  SummaryFigure,
  'value' | 'level' | 'quality' | 'qualityBasis' | 'presentable'
> & {
  readonly withheld: Explained | null;
  readonly subject: Pick<SummaryFigure, 'period' | 'referenceDates' | 'area' | 'group'>;
};

function toSummaryFigure(
  row: HeadlineRow,
  soc: string,
  { value, level, quality, qualityBasis, presentable, withheld, subject: where }: JudgedFigure,
): ExplainedFigure {
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
  { place: { soc = '' } }: Pick<JoinContext, 'place'>,
): SummaryResponse {
  const all = headlines.map((row) => summaryFigureOf(row, parts[row.part] as Part | null, soc));
  const publishedParts = Object.values(parts).filter((part) => part !== null) as Part[];
  const [firstPart] = publishedParts;
  if (firstPart === undefined) throw new Error('a summary is joined of at least one part');
  return {
    soc2020: firstPart.soc2020,
    title: firstPart.title,
    figures: all.map(({ figure }) => figure),
    notes: [severalSources, ...publishedParts.flatMap(({ accuracy = null }) => accuracy ?? [])],
    ...creditOf(publishedParts, explanationsOf(all)),
  };
}

function explanationsOf(all: readonly ExplainedFigure[]): Explained[] {
  return all.flatMap(({ withheld }) => withheld ?? []);
}

/** The documents of headline figures by their sources; null if a source has no release. */
type HeadlineDocuments = Readonly<Record<string, HeadlinesDocument | null>>;

/** The headline figures of an occupation, as its summary has them. */
function figuresOf(documents: HeadlineDocuments, soc: string): ExplainedFigure[] {
  return headlines.map((row) => {
    const document = documents[row.source] ?? null;
    const stored = document?.occupations
      .find(({ soc2020 }) => soc2020 === soc)
      ?.figures.find(({ key }) => key === row.key);
    if (stored === undefined) return summaryFigureOf(row, null, soc);
    return toSummaryFigure(row, soc, {
      ...stored,
      subject: document?.abouts[stored.about] ?? unknownSubject,
    });
  });
}

/** The summaries of these occupations, or of all that the documents have. */
export function summariesOf(documents: HeadlineDocuments, wantedCodes?: readonly string[]) {
  const publishedDocuments = Object.values(documents).filter((document) => document !== null);
  const titles = new Map(
    publishedDocuments.flatMap(({ occupations }) =>
      occupations.map(({ soc2020, title }) => [soc2020, title] as const),
    ),
  );
  const codes = wantedCodes ?? [...titles.keys()].sort(byCodeUnit);
  const all = codes.map((soc2020) => ({ soc2020, shown: figuresOf(documents, soc2020) }));
  return {
    occupations: all.map(({ soc2020, shown: figures }) => ({
      soc2020,
      title: titles.get(soc2020) ?? '',
      figures: figures.map(({ figure }) => figure),
    })),
    notes: [severalSources, ...publishedDocuments.flatMap(({ accuracy }) => accuracy ?? [])],
    ...creditOf(publishedDocuments, explanationsOf(all.flatMap(({ shown: figures }) => figures))),
  };
}

export function joinSummaries(
  parts: Parts,
  { values }: Pick<JoinContext, 'values'>,
): SummariesResponse {
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

// What the search learns from titles: equal bytes everywhere, an opinion of titles that it has
// never seen, and its place in a data directory.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { titleModelOf } from '#schemas/standing.ts';
import { sources } from '#sources/index.ts';
import type { TitleEvidence } from '#sources/kit/needs.ts';
import { loadTitleModel, opinionOf } from '#server/search/model/title-model.ts';
import { wordsOf } from '#server/search/normalise.ts';
import { buildTitleIndex } from '#sources/soc-index/build-title-index.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import { learnTitles } from '#compiler/release/learn-titles.ts';
import { modelOf } from '#compiler/learn/model-of.ts';
import { beginRun, type Run } from '#compiler/release/run.ts';
import { workersHere } from '#compiler/release/workers.ts';
import { placeOfTitleModel } from '#compiler/edition/edition-record.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { placeCatalogueIn, withSource } from '../rewrite-catalogue.ts';

const groups = ['2134', '2231', '5223', '8211'];
const jobs: readonly (readonly [soc2020: string, titles: string])[] = [
  [
    '2134',
    'Software engineer|Software developer|Web developer|Computer programmer|Games ' +
      'programmer|Applications developer|Java developer',
  ],
  [
    '2231',
    'Midwife|Community midwife|Hospital midwife|Midwifery sister|Senior ' +
      'midwife|Midwifery lecturer|Ward midwife',
  ],
  [
    '5223',
    'Welder|Pipe welder|Coded welder|Sheet metal welder|Welding engineer|Arc welder|Gas ' +
      'welder|Spot welder',
  ],
  [
    '8211',
    'Lorry driver|HGV driver|Tanker driver|Heavy goods driver|Driver of lorries|Truck ' +
      'driver|Articulated lorry driver',
  ],
];
const evidence: readonly TitleEvidence[] = jobs.flatMap(([code, titles]) =>
  [...titles.split('|'), ...titles.split('|').map((title) => `${title}, senior`)].map((text) => ({
    text,
    weight: 1,
    isWeak: false,
    unitGroups: [[code, 1]] as const,
  })),
);
const bytes = modelOf(groups, evidence);
const model = loadTitleModel(bytes);
const index = loadTitleIndex(
  buildTitleIndex({
    unitGroups: groups.map((code) => ({ code, title: `Group ${code}` })),
    entries: jobs.flatMap(([soc2020, titles]) =>
      titles.split('|').map((title) => ({ title, inverted: title, qualifier: null, soc2020 })),
    ),
    crossReferences: [],
    abbreviations: [],
  }),
);

const broken: TitleEvidence = {
  text: null as unknown as string,
  unitGroups: [['2134', 1]],
  weight: 1,
  isWeak: false,
};

describe('the model', () => {
  const digest = 'f34619ea0710bb0a8b77d216252b7e6b10dfe797db053b1b58d07b9433dac0ce';
  const elsewhere = (zone: string) => {
    vi.stubEnv('TZ', zone);
    try {
      return modelOf(groups, evidence);
    } finally {
      vi.unstubAllEnvs();
    }
  };
  const unknown: TitleEvidence = {
    text: 'Beekeeper',
    unitGroups: [['9999', 1]],
    weight: 1,
    isWeak: true,
  };
  // Raise the format of titleModel in schemas/document-formats.ts when this changes: equal editions
  // must give an id other bytes.
  it.each<[string, () => Uint8Array]>([
    ['on every machine', () => bytes],
    ['whatever the order of the evidence', () => modelOf(groups, evidence.toReversed())],
    ['in another time zone', () => elsewhere('Pacific/Auckland')],
    ['without evidence of unknown unit groups', () => modelOf(groups, [...evidence, unknown])],
  ])('has the same bytes %s', (_, make) => expect(sha256(make())).toBe(digest));

  it('gives chances that add up to 1, and says how much of a text it knows', () => {
    const { chances, known } = opinionOf(model, wordsOf('Trainee welder'));
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
    expect(groups[chances.indexOf(Math.max(...chances))]).toBe('5223');
    expect([known > 0.3, opinionOf(model, ['xqzpt']).known < 0.2]).toEqual([true, true]);
  });
});

describe('the search with the model', () => {
  const ask = (text: string) => search(index, text, 5, model);

  it('answers a misspelt title as without the model', () => {
    const [alone] = search(index, 'sofware enginer', 5);
    expect(ask('sofware enginer')[0]).toMatchObject({
      soc2020: alone?.soc2020,
      matchedTitle: alone?.matchedTitle,
      matchType: 'fuzzy',
    });
  });

  it('offers related unit groups, with the nearest title of each', () => {
    const [first] = ask('midwives');
    expect(first).toMatchObject({ soc2020: '2231' });
    for (const { matchType, confidence } of ask('programming of computing')) {
      expect(['partial', 'related', 'fuzzy', 'prefix']).toContain(matchType);
      expect(confidence).toBeLessThan(1);
    }
  });

  it.each([
    'student',
    'Retired',
    'none',
    'N/A',
    'unemployed',
    'housewife',
    'asdf',
    'xxxx',
    '',
    '...',
    'qqqqqq',
    'qzxv jkww',
  ])('finds no job in "%s"', (text) => expect(ask(text)).toEqual([]));
});

describe('the model of the sample', () => {
  const directory = sampleDirectory();
  const catalogue = readCatalogue(directory)?.catalogue;
  const learnt = catalogue?.titleModel;

  it('names the served editions that it learnt from, and lies there with its bytes', () => {
    expect(learnt?.needs.map(({ source }) => source)).toEqual(
      expect.arrayContaining(['soc-structure', 'soc-index', 'esco', 'onet', 'career-profiles']),
    );
    const stored =
      learnt === undefined || learnt === null
        ? null
        : readFileSync(join(directory, placeOfTitleModel(learnt)));
    expect(stored === null ? null : sha256(stored)).toBe(learnt?.sha256);
  });

  it('is named in the headers of a search, with every edition and attribution', async () => {
    const { headers } = await answerOffline(directory)('/v1/occupations/search?q=vet%20nurse');
    expect(headers.get('LMI-Title-Model')).toBe(learnt?.id);
    for (const { edition } of learnt?.needs ?? [])
      expect(headers.get('LMI-Edition')).toContain(edition);
    expect(headers.get('LMI-Attribution')).toContain('ESCO');
  });

  it('is not used if one of its editions is no longer served', () => {
    if (catalogue === undefined) throw new Error('the sample has no catalogue');
    const without = withSource(catalogue, 'esco', { served: [] });
    expect([titleModelOf(catalogue)?.id, titleModelOf(without)]).toEqual([learnt?.id, null]);
  });
});

describe('learning, when something fails', () => {
  let directory: string;
  let run: Run;
  let said: string[];

  beforeEach(() => {
    directory = temporaryDirectory();
    placeCatalogueIn(directory, requireCatalogue(sampleDirectory()));
    said = [];
    const options = {
      sources,
      releases: [],
      directory,
      sample: true,
      acceptDocumented: true,
    } as const;
    run = beginRun({ ...options, progress: () => undefined, say: (line) => said.push(line) });
    for (const { edition } of run.draft.titleModel?.needs ?? [])
      run.evidence.set(edition, evidence);
  });

  it.each<[string, () => void, RegExp]>([
    [
      'an edition cannot be read again',
      () => run.evidence.delete(run.draft.servedOf('esco')[0]?.id ?? ''),
      /^job titles cannot be read again, so the search answers without a model\n/,
    ],
    [
      'nothing can be learnt',
      () => run.evidence.set(run.draft.servedOf('onet')[0]?.id ?? '', [broken]),
      /^the job titles are read but nothing can be learnt from them, so the search answers without a model\n/,
    ],
  ])('goes on without a model if %s', async (_, spoil, line) => {
    spoil();
    await learnTitles(run, workersHere(directory, sources));
    expect([run.draft.titleModel, said]).toEqual([null, [expect.stringMatching(line)]]);
  });
});

// Laws over every file of a compiled data directory: of the sample, and at night of the real files.
import { tablesFile } from '#schemas/stored-tables.ts';
import { isOfTables } from '#schemas/stored-tables.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import glob from 'fast-glob';
import { expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { listedInputs } from '#compiler/edition/listed-files.ts';
import { sources } from '#sources/index.ts';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';
import { documentValidator } from '#compiler/edition/write-documents.ts';
import { rootHash, sha256 } from '#compiler/edition/digest.ts';
import { EditionRecord } from '#schemas/catalogue.ts';
import { unitGroupCount } from '#schemas/codes.ts';
import { endpoints } from '#schemas/endpoints.ts';
import {
  type PayDocument,
  type PayResponse,
  type PayRegionsDocument,
  PaySeriesResponse,
} from '#schemas/resources/pay.ts';
import type { OccupationSummary } from '#schemas/resources/occupations.ts';
import { payMainColumns } from '#schemas/pay-columns.ts';
import { payQueries, selectPay } from '#schemas/selections/select-pay.ts';
import { selectPayRegions } from '#schemas/selections/select-pay-regions.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { lawfulDirectory, legendFault, ofRealFiles, storedIn } from './laws/compiled.ts';
import { publisherFiles } from './publisher-files.ts';

const pick = (from: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
const payPercentiles = [
  'p10',
  'p20',
  'p25',
  'p30',
  'p40',
  'median',
  'p60',
  'p70',
  'p75',
  'p80',
  'p90',
] as const;

if (lawfulDirectory === null)
  test.skip('the real files — SKIPPED: ../shared/publisher-files is not there', () => {});
else addLaws(lawfulDirectory);

function addLaws(directory: string): void {
  const found = readCatalogue(directory);
  if (found === null) throw new Error(`${directory} holds no catalogue`);
  const { catalogue } = found;
  const served = catalogue.sources.flatMap((source) => source.served);
  const editions = catalogue.editions.filter((edition) => edition.state !== 'quarantined');
  const pays = editions
    .filter(({ source }) => source === 'ashe')
    .map((edition, at, { length }) => {
      // The compiler has validated every document, and the sample's occupations are made alike:
      // some of them are walked.
      const nth = !catalogue.sample ? 1 : at < length - 1 ? 8 : 4;
      const occupations = edition.axes.occupations.filter((_, place) => place % nth === 0);
      return { edition, folder: join(directory, 'editions', edition.id), occupations };
    });
  const isWalked = (id: string, soc: string) =>
    pays.find(({ edition }) => edition.id === id)?.occupations.includes(soc) ?? true;

  test('something is served of every source, and nothing is held back', () => {
    // Of some sources nobody holds a real file.
    const held = catalogue.sources.filter(
      ({ key }) =>
        catalogue.sample || glob.sync(`${key}/[^_]*/*`, { cwd: publisherFiles }).length > 0,
    );
    expect(held.length).toBeGreaterThan(2);
    for (const source of held) expect(source.served.length, source.key).toBeGreaterThan(0);
    // The sample holds back a quarter of visas, to show what that looks like.
    const heldBack = catalogue.editions
      .filter(({ state }) => state === 'quarantined')
      .map(({ source }) => source);
    expect(heldBack).toEqual(catalogue.sample ? ['work-visas'] : []);
    expect(new Set(served).size).toBe(served.length);
    for (const id of served)
      expect(catalogue.editions.find((edition) => edition.id === id)?.state).toBe('served');
  });

  test.each(editions)('$source $label: catalogue, record and disk agree', (edition) => {
    const folder = join(directory, 'editions', edition.id);
    const text = readFileSync(join(folder, 'edition.json'), 'utf8');
    const record: EditionRecord = JSON.parse(text);
    expect(faultOf(compileSchema(EditionRecord), record)).toBeNull();
    const { id, source, release, root, axes, inputs } = edition;
    expect(record).toMatchObject({ id, source, release, root, axes });
    expect(inputs).toEqual(
      listedInputs(sources.find(({ key }) => key === source)?.files ?? {}, record.inputs),
    );
    const onDisk = glob
      .sync('**/*', { cwd: folder, dot: true, ignore: ['edition.json'] })
      .sort(byCodeUnit);
    expect(onDisk).toEqual(record.files.map(({ file }) => file));
    for (const file of record.files) {
      const stored = readFileSync(join(folder, file.file));
      // Of a gzipped table the record has the digest and the size of what it holds.
      const content = file.file.endsWith('.gz') ? gunzipSync(stored) : stored;
      if (sha256(content) !== file.sha256 || content.length !== file.bytes)
        expect.fail(`${file.file} is not what the record says`);
    }
    expect(record.root).toBe(rootHash(record.files));
    // Of the documents; the tables lie beside them.
    const documents = record.files.filter(({ file }) => !isOfTables(file));
    expect(edition.bytes).toBe(documents.reduce((sum, file) => sum + file.bytes, 0));
    // A list of places speaks of no occupation.
    expect(axes.occupations).toHaveLength(source === 'local-authorities' ? 0 : unitGroupCount);
    // No clock reading and no path of the machine can have leaked into what must be equal
    // everywhere.
    expect(text).not.toContain(directory);
  });

  const [index] = catalogue.sources.find((source) => source.key === 'soc-index')?.served ?? [];
  const folderOfIndex = join(directory, 'editions', String(index));
  const occupationList = (): OccupationSummary[] =>
    JSON.parse(readFileSync(join(folderOfIndex, 'occupations.json'), 'utf8'));

  test('every document fits its schema, its axes and its edition', () => {
    const validate = documentValidator();
    const occupations = new Set(
      catalogue.editions.find(
        (edition) => edition.source === 'soc-structure' && served.includes(edition.id),
      )?.axes.occupations,
    );
    const titles = new Map(occupationList().map(({ soc2020, title: name }) => [soc2020, name]));
    for (const edition of editions) {
      const folder = join(directory, 'editions', edition.id);
      const credited = catalogue.sources.find(
        (source) => source.key === edition.source,
      )?.attribution;
      const named = { source: edition.source, editionId: edition.id, edition: edition.label };
      const stored = storedIn(edition);
      const onDisk = glob
        .sync('**/*.json', { cwd: folder, ignore: ['edition.json', tablesFile] })
        .sort(byCodeUnit);
      // A file for every member of the axes: status and ETag are decided before a file is looked
      // for.
      expect(onDisk).toEqual(stored.map(({ path }) => path));
      for (const { endpoint, place, path } of stored) {
        // An expectation for each of these would take longer than what it expects: there are
        // 200,000.
        const holds = (isSo: boolean, law: string) =>
          isSo || expect.fail(`${edition.source} ${path}: ${law}`);
        const { soc } = place;
        if (soc !== undefined && !isWalked(edition.id, soc)) continue;
        const text = readFileSync(join(folder, path), 'utf8');
        const body: unknown = JSON.parse(text);
        const fault = validate(endpoint.id, body);
        holds(fault === null, String(fault));
        // The document of headlines is a part of answers, and its figures have their reasons beside
        // them: the answers gather these.
        const ofLegend = endpoint.id.startsWith('headlines-') ? null : legendFault(body);
        holds(ofLegend === null, String(ofLegend));
        holds(soc === undefined || occupations.has(soc), 'of no unit group');
        for (const leak of ['<blank>', '}}}}'])
          holds(!text.includes(leak), `"${leak}" stands in it`);
        if (typeof body === 'object' && body !== null && 'provenance' in body) {
          holds(
            isDeepStrictEqual(pick(Object(body.provenance), Object.keys(named)), named),
            `not of ${JSON.stringify(named)}`,
          );
          holds(
            soc === undefined || ('soc2020' in body && body.soc2020 === soc),
            'of another unit group',
          );
          holds(
            soc === undefined || ('title' in body && body.title === titles.get(soc)),
            'under another title',
          );
          // The contract calls it citation in projections.
          const credit =
            'citation' in body ? body.citation : 'attribution' in body && body.attribution;
          holds(credit === credited, `credits ${String(credit)}`);
        }
      }
    }
  });

  test('an answer that is a stored file is that file', async () => {
    const ask = answerOffline(directory);
    for (const {
      path,
      stored: documents,
      sources: [source],
    } of endpoints.filter(({ answer }) => answer === 'file')) {
      const { id = '', axes } =
        editions.findLast((edition) => edition.source === source && served.includes(edition.id)) ??
        {};
      const area = axes?.areas?.at(-1) ?? '';
      for (const soc of axes?.occupations.filter((_, place) => place % 103 === 71) ?? []) {
        const query = documents?.file.includes('{area}') === true ? `?area=${area}` : '';
        const stored = readFileSync(
          join(
            directory,
            'editions',
            id,
            String(documents?.file.replace('{soc}', soc).replace('{area}', area)),
          ),
          'utf8',
        );
        expect(
          (await (await ask(`${path.replace('{soc}', soc)}${query}`)).text()) === stored,
          `${path} ${soc}`,
        ).toBe(true);
      }
    }
  });

  test('the list of occupations is the join of the profiles', () => {
    const list = occupationList();
    expect(list).toHaveLength(unitGroupCount);
    expect(list.map((summary) => summary.soc2020)).toEqual(
      list.map((summary) => summary.soc2020).sort(byCodeUnit),
    );
    for (const { soc2020, title: name, hierarchy, jobTitles } of list) {
      const profile: unknown = JSON.parse(
        readFileSync(join(folderOfIndex, `occupation/${soc2020}.json`), 'utf8'),
      );
      expect(profile, soc2020).toMatchObject({ soc2020, title: name, hierarchy, jobTitles });
      const titles: unknown[] = JSON.parse(
        readFileSync(join(folderOfIndex, `titles/${soc2020}.json`), 'utf8'),
      );
      expect(titles.length, soc2020).toBe(jobTitles);
    }
  });

  test('pay: null exactly where withheld, percentiles never cross, at most 20 kB a file', () => {
    const titles = new Set<string>();
    for (const { edition, folder, occupations } of pays)
      for (const path of glob.sync(`pay/{${occupations.join()}}/*.json`, {
        cwd: folder,
        absolute: true,
      })) {
        const text = readFileSync(path);
        const document: PayDocument = JSON.parse(text.toString());
        titles.add(document.title);
        const holds = (isSo: boolean, law: string) => isSo || expect.fail(`${path}: not ${law}`);
        holds(text.length <= 20_000 && document.year === edition.year, 'of its year, within 20 kB');
        for (const query of payQueries) {
          const answer = selectPay(document, query);
          const { measure, sex, workPattern: pattern } = answer;
          const lawWithQuery = (law: string) => `${law} in ${JSON.stringify(query)}`;
          holds(
            measure === query.measure && sex === query.sex && pattern === query.pattern,
            lawWithQuery('what was asked'),
          );
          for (const [name, figure] of Object.entries(answer.figures)) {
            const { value, coefficientOfVariation, quality, presentable, withheld } = figure;
            holds(
              (value === null) === (withheld !== null),
              lawWithQuery(`${name} null where withheld`),
            );
            // ASHE's own rule: a coefficient of variation above 20% is unreliable. Without one,
            // the publisher's shading is the quality.
            const isReliable =
              coefficientOfVariation === null
                ? quality !== 'unreliable'
                : coefficientOfVariation <= 20;
            holds(
              presentable === (value !== null && isReliable),
              lawWithQuery(`${name} presentable`),
            );
          }
          const published = payPercentiles
            .map((column) => answer.figures[column].value)
            .filter((figure) => figure !== null);
          holds(
            published.every((figure, place) => figure >= (published[place - 1] ?? figure)),
            lawWithQuery('rising percentiles'),
          );
          const { median, mean, p10, p25, p75, p90 } = answer.figures;
          const headline = [
            answer.mean,
            ...Object.values(answer.distribution),
            answer.quality,
            answer.presentable,
          ];
          const said = [
            mean.value,
            p10.value,
            p25.value,
            median.value,
            p75.value,
            p90.value,
            median.quality,
            median.presentable,
          ];
          holds(headline.join() === said.join(), lawWithQuery('the headline of its figures'));
        }
      }
    expect(titles.size).toBe(pays.at(-1)?.occupations.length);
  });

  test('pay by region agrees with pay, and differences with shown figures', () => {
    for (const { edition, folder, occupations } of pays) {
      expect(edition.bytes, 'a year is at most 100 MB').toBeLessThanOrEqual(100_000_000);
      for (const soc of occupations) {
        const text = readFileSync(join(folder, `pay-regions/${soc}.json`), 'utf8');
        expect(text.length, soc).toBeLessThanOrEqual(100_000);
        const document: PayRegionsDocument = JSON.parse(text);
        const pays = new Map(
          document.areas.map((area): [string, PayDocument] => [
            area,
            JSON.parse(readFileSync(join(folder, `pay/${soc}/${area}.json`), 'utf8')),
          ]),
        );
        const [uk, ...regions] = pays.values();
        const { title: name, year, provisional, attribution } = uk ?? {};
        // The provenance of the UK alone leads to Table 14.
        const { provenance } = regions.at(-1) ?? uk ?? {};
        expect(document, soc).toMatchObject({
          areas: edition.axes.areas,
          title: name,
          year,
          provisional,
          attribution,
          provenance,
        });
        const printed = new Set(
          document.variants.flatMap(({ values }) => values).flatMap((values) => values ?? []),
        );
        expect(
          [...Object.keys(document.markers)].filter((marker) => !printed.has(marker)),
          `${soc}: markers that stand nowhere`,
        ).toEqual([]);
        for (const query of payQueries) {
          const answer = selectPayRegions(document, query);
          const blame = (area: string, what: string) =>
            expect.fail(`${soc} ${JSON.stringify(query)} ${area}: ${what}`);
          for (const part of [answer.uk, ...answer.regions]) {
            const { slug } = part.area;
            const pay = pays.get(slug);
            if (pay === undefined) {
              if (part.figures.median.withheld?.reason !== 'not-received')
                blame(slug, 'the edition does not cover it');
              continue;
            }
            const {
              mean,
              distribution,
              figures,
              area,
              quality,
              presentable,
              unit,
              referencePeriod,
            } = selectPay(pay, query);
            const said = {
              area,
              mean,
              distribution,
              quality,
              presentable,
              figures: pick(figures, payMainColumns),
            };
            if (!isDeepStrictEqual(pick(part, Object.keys(said)), said))
              blame(slug, 'differs from the pay answer');
            if (answer.unit !== unit || answer.referencePeriod !== referencePeriod)
              blame(slug, 'is in another unit or of another period');
          }
          const ofUk = answer.uk.distribution.median;
          for (const {
            area,
            distribution,
            presentable,
            differenceFromUk,
            ratioToUk,
          } of answer.regions) {
            const { median } = distribution;
            if (median === null || ofUk === null || !presentable || !answer.uk.presentable) {
              if (differenceFromUk !== null || ratioToUk !== null)
                blame(area.slug, 'what is not presentable is compared');
              continue;
            }
            if (differenceFromUk === null || ratioToUk === null)
              return blame(area.slug, 'is not compared');
            // Half of the last decimal, and what binary arithmetic adds to it.
            const near = (given: number, exact: number, half: number) =>
              Math.abs(given - exact) <= half + 1e-9 * Math.abs(exact) + 1e-9;
            if (!near(differenceFromUk.absolute, median - ofUk, 0))
              blame(area.slug, 'absolute difference');
            if (!near(differenceFromUk.percent, 100 * (median / ofUk - 1), 0.05))
              blame(area.slug, 'difference in percent');
            if (!near(ratioToUk, median / ofUk, 0.0005)) blame(area.slug, 'ratio');
          }
        }
      }
    }
  });

  test('the series is the join of the answers of single years', async () => {
    const offline = answerOffline(directory);
    const ask = async <Answer>(path: string): Promise<Answer> =>
      JSON.parse(await (await offline(path)).text());
    const validate = compileSchema(PaySeriesResponse);
    const years = editions
      .flatMap((edition) =>
        edition.source === 'ashe' && served.includes(edition.id) && edition.year !== null
          ? [edition.year]
          : [],
      )
      .sort((a, b) => a - b);
    const occupations =
      editions.find((edition) => edition.source === 'ashe')?.axes.occupations ?? [];
    // Drawn across both lists, so that every variant is asked of some occupation.
    for (const [place, { measure, sex, pattern }] of payQueries.entries()) {
      const soc = occupations[(place * 37) % occupations.length];
      const query = new URLSearchParams({ measure, sex, pattern });
      const series = await ask<PaySeriesResponse>(`/v1/occupations/${soc}/pay/series?${query}`);
      expect(faultOf(validate, series), `${soc} ${query}`).toBeNull();
      expect(series.points.map(({ year }) => year)).toEqual(years);
      for (const [index, point] of series.points.entries()) {
        const pay = await ask<PayResponse>(
          `/v1/occupations/${soc}/pay?${query}&year=${point.year}`,
        );
        const { mean, distribution, figures, quality, presentable, referencePeriod, provisional } =
          pay;
        expect(point).toMatchObject({
          mean,
          distribution,
          quality,
          presentable,
          referencePeriod,
          provisional,
        });
        expect(figures).toMatchObject(point.figures);
        expect(point).toMatchObject({
          edition: pay.provenance.edition,
          editionId: pay.provenance.editionId,
        });
        const before = series.points[index - 1];
        const isComparable =
          before?.year === point.year - 1 && before.presentable && point.presentable;
        expect(point.change !== null, `${soc} ${query} ${point.year}`).toBe(isComparable);
        if (point.change !== null) {
          expect(point.change.absolute).toBeCloseTo(
            (point.distribution.median ?? NaN) - (before?.distribution.median ?? NaN),
            6,
          );
        }
      }
    }
  });

  test.skipIf(ofRealFiles)('the sample holds withheld cells of every kind that ASHE knows', () => {
    const ashe = catalogue.editions.findLast((edition) => edition.source === 'ashe');
    expect(Object.keys(ashe?.withheld ?? {})).toEqual([
      'disclosive',
      'not-applicable',
      'not-available',
      'unreliable',
    ]);
  });
}

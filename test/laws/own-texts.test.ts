// No occupation is given the texts of another: its documents are compared with the rows that the
// publishers print of it. test/trace/every-document.nightly.test.ts does the same with figures.
import { expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import type { HowToBecomeResponse } from '#schemas/resources/how-to-become.ts';
import type { OccupationProfile, OccupationTitle } from '#schemas/resources/occupations.ts';
import type { SkillsDocument } from '#schemas/resources/skills.ts';
import type { EntryRow } from '#sources/soc-index/layout.ts';
import type { DescriptionRow } from '#sources/soc-structure/layout.ts';
import { openedIn } from '../trace/draw.ts';
import { describeLaws } from './compiled.ts';

/**
 * The rows of one kind that the served edition of a source was made of, by the unit group that they
 * name.
 */
async function rowsBy<Row extends { readonly kind: string }>(
  directory: string,
  source: SourceKey,
  kind: Row['kind'],
  unitGroup: keyof Row,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const [served = ''] =
    readCatalogue(directory)?.catalogue.sources.find(({ key }) => key === source)?.served ?? [];
  const rows = (await openedIn(directory, served).read()).rows as readonly Row[];
  return Map.groupBy(
    rows.filter((row) => row.kind === kind),
    (row) => String(row[unitGroup]),
  );
}

const entriesIn = (directory: string) =>
  rowsBy<EntryRow>(directory, 'soc-index', 'index', 'soc2020');

/** Letters and digits alone: documents have other signs and blanks than the files. */
const lettersOf = (...texts: readonly string[]) =>
  texts
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

describeLaws('soc-index', { real: true }, ({ directory, documents }) => {
  test('a profile says exactly what the classification prints', async () => {
    const rows = await rowsBy<DescriptionRow>(directory, 'soc-structure', 'descriptions', 'unit');
    const profiles = documents<OccupationProfile>('occupation');
    expect(profiles.length).toBe(412);
    for (const { body, place, path } of profiles) {
      const [row] =
        rows.get(place.soc ?? '') ??
        expect.fail(`${path}: the classification has no such unit group`);
      const { about, title, sampleJobTitles } = body;
      const said = [
        [title],
        [about.description],
        [about.entryRoutes],
        about.tasks,
        sampleJobTitles,
      ].map((texts) => lettersOf(...texts));
      const printed = [
        row?.title,
        row?.description,
        row?.entryRoutes,
        row?.tasks,
        row?.relatedTitles,
      ].map((text) => lettersOf(text ?? ''));
      expect(said, path).toEqual(printed);
    }
  });

  test('its titles and its ISCO-08 codes are those of its rows in the coding index', async () => {
    const entries = await entriesIn(directory);
    for (const { body, place, path } of documents<readonly OccupationTitle[]>('titles')) {
      const printed = new Set(
        (entries.get(place.soc ?? '') ?? []).map(({ natural }) => lettersOf(natural)),
      );
      const strange = body.filter(({ title }) => !printed.has(lettersOf(title)));
      expect([strange, body.length > 0], path).toEqual([[], true]);
    }
    for (const { body, place, path } of documents<OccupationProfile>('occupation')) {
      const ofIsco = Map.groupBy(entries.get(place.soc ?? '') ?? [], ({ isco08 }) => isco08);
      for (const { code, indexEntries } of body.isco08.mapping)
        expect(ofIsco.get(code)?.length, `${path} ${code}`).toBe(indexEntries);
    }
  });
});

describeLaws('esco', { real: true }, ({ directory, documents }) => {
  test('roles come from the ISCO-08 codes of the coding index', async () => {
    const entries = await entriesIn(directory);
    for (const { body, place, path } of documents<SkillsDocument>('skills')) {
      const ofIsco = Map.groupBy(entries.get(place.soc ?? '') ?? [], ({ isco08 }) => isco08);
      for (const { code, indexEntries } of body.isco08.mapping)
        expect(ofIsco.get(code)?.length, `${path} ${code}`).toBe(indexEntries);
    }
  });
});

describeLaws('career-profiles', { real: true }, ({ directory, documents }) => {
  test('career profiles follow own codes, titles, or titles of SOC 2010', async () => {
    const entries = await entriesIn(directory);
    let listed = 0;
    for (const { body, place, path } of documents<HowToBecomeResponse>('how-to-become')) {
      const rows = entries.get(place.soc ?? '') ?? [];
      const titles = new Set(rows.map(({ natural }) => lettersOf(natural)));
      for (const { title, alternativeTitles, derivation } of body.profiles) {
        const leads =
          derivation.includes(`SOC 2020 ${place.soc}.`) ||
          [title, ...alternativeTitles].some((one) => titles.has(lettersOf(one))) ||
          rows.some(({ soc2010 }) => derivation.includes(`SOC 2010 ${soc2010};`));
        expect(leads, `${path} ${title}: ${derivation}`).toBe(true);
        listed += 1;
      }
    }
    expect(listed).toBeGreaterThan(600);
  });
});

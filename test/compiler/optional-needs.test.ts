// A need that a source can do without: apprenticeships without the list of standards, and with it
// once it comes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { inOrderOfNeeds } from '#compiler/release/releases.ts';
import type { Source } from '#sources/kit/source.ts';
import type { ApprenticeshipsDocument } from '#schemas/resources/apprenticeships.ts';
import { apprenticeshipStandards } from '#sources/apprenticeship-standards/source.ts';
import { occupationalMaps } from '#sources/occupational-maps/source.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { wholeSpine } from './slim-sources.ts';
import { compileSample, sampleOf } from './spine-releases.ts';

const sources: readonly Source[] = [...wholeSpine, occupationalMaps, apprenticeshipStandards];
const directory = temporaryDirectory();

/** What is served of occupational-maps: the edition, and what it says of 2134's standard. */
function served() {
  const catalogue = readCatalogue(directory)?.catalogue;
  const [id] = catalogue?.sources.find(({ key }) => key === 'occupational-maps')?.served ?? [];
  const edition = catalogue?.editions.find((candidate) => candidate.id === id);
  const document: ApprenticeshipsDocument = JSON.parse(
    readFileSync(join(directory, 'editions', String(id), 'apprenticeships/2134.json'), 'utf8'),
  );
  const standard = document.occupations
    .flatMap(({ apprenticeships }) => apprenticeships)
    .find(({ code }) => code === 'ST2134');
  return {
    needs: edition?.needs.map(({ source }) => source),
    issues: edition?.checks
      .filter(({ severity }) => severity === 'known-issue')
      .map(({ check }) => check),
    standard,
  };
}

test('it comes before those that can use it', () => {
  expect(inOrderOfNeeds(sources).map(({ key }) => key)).toEqual([
    'soc-structure',
    'soc-index',
    'apprenticeship-standards',
    'occupational-maps',
  ]);
});

test('a missing optional need is named; its arrival compiles again', async () => {
  await compileSample(
    directory,
    [...(await Promise.all(wholeSpine.map(sampleOf))), await sampleOf(occupationalMaps)],
    { sources },
  );
  const before = served();
  expect(before).toMatchObject({
    needs: ['soc-structure', 'soc-index'],
    issues: ['standards-at-hand'],
    standard: { version: null, maximumFundingPounds: null },
  });
  expect(before.standard?.withheldFigures.maximumFundingPounds?.reason).toBe('not-received');

  const { outcomes } = await compileSample(directory, [await sampleOf(apprenticeshipStandards)], {
    sources,
  });
  expect(outcomes.map(({ source, verdict }) => `${source} ${verdict}`)).toEqual([
    'apprenticeship-standards published',
    'occupational-maps published',
  ]);
  const after = served();
  expect(after).toMatchObject({
    needs: ['soc-structure', 'soc-index', 'apprenticeship-standards'],
    issues: [],
    standard: { version: '1.2' },
  });
  expect(after.standard?.maximumFundingPounds).toBeGreaterThan(0);
});

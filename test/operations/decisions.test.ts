// What a person decides about editions: accepting what is held, taking back what is wrong, and what compiling makes of it afterwards.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { accept } from '#compiler/operations/accept.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { dismiss } from '#compiler/operations/dismiss.ts';
import { standingOf } from '#compiler/operations/standing.ts';
import { restore, withdraw } from '#compiler/operations/withdraw.ts';
import type { Source } from '#sources/kit/source.ts';
import { compileSample, edited, releaseOf, sampleOf, socStructure } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  catalogueOf,
  compileInto,
  copyOf,
  directoryWithHeld,
  editionOf,
  first,
  indexSource,
  quiet,
  releases,
  second,
  servedIn,
  sources,
  structureSource,
} from './scene.ts';
import { lmi } from '../lmi.ts';
import { kindsWith } from '../kinds-with.ts';
import { rewriteCatalogueText } from '../rewrite-catalogue.ts';

let held: string;
let all: Awaited<ReturnType<typeof releases>>;

beforeAll(async () => {
  held = await directoryWithHeld();
  all = await releases();
});

const acceptIn = (directory: string, id: string, reason = 'The publisher confirmed it') =>
  accept({ directory, sources, id, reason, ...quiet });
const withdrawIn = (directory: string, id: string, replaceWith: string | null = null) =>
  withdraw({ directory, sources, id, reason: 'Half the titles are of another year', replaceWith, ...quiet });

async function titleOf1112(directory: string): Promise<string> {
  return JSON.parse(await (await answerOffline(directory)('/v1/occupations/1112')).text()).title;
}

/** Forgets which code compiled, so that everything is compiled again. */
function codeChanged(directory: string): void {
  rewriteCatalogueText(directory, (text) => text.replaceAll(/"code":"[0-9a-f]{64}"/g, '"code":null'));
}

describe('accept', () => {
  test('publishes what was held with what was accepted, and compiles its dependants again, by one catalogue', async () => {
    const directory = copyOf(held);
    const before = catalogueOf(directory);
    const { id } = editionOf(directory, 'soc-structure', second);
    const { edition, outcomes, served } = await acceptIn(directory, id);
    expect(edition).toMatchObject({ state: 'served', accepted: { reason: 'The publisher confirmed it' } });
    expect(edition.checks).toMatchObject([{ check: 'movement', severity: 'block' }]);
    expect(served).toEqual([id]);
    expect(outcomes.map(({ source, release, verdict }) => [source, release, verdict])).toEqual([['soc-index', first, 'published']]);
    const after = catalogueOf(directory);
    expect(after.serial).toBe(before.serial + 1);
    expect(after.sources[0]?.ingest.changed).toBe(edition.accepted?.at);
    expect(await titleOf1112(directory)).toBe('Elected officers');
    expect(existsSync(join(directory, 'quarantine', id))).toBe(false);
    expect(verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
  });

  test('holds when the code changes, when a need changes, and when the publisher saves the file again', async () => {
    const directory = copyOf(held);
    await acceptIn(directory, editionOf(directory, 'soc-index', second).id);
    codeChanged(directory);
    await compileInto(directory, [all.index2]);
    expect(editionOf(directory, 'soc-index', second)).toMatchObject({
      state: 'served',
      accepted: { reason: 'The publisher confirmed it' },
    });

    const before = editionOf(directory, 'soc-index', second).id;
    await acceptIn(directory, editionOf(directory, 'soc-structure', second).id);
    expect(editionOf(directory, 'soc-index', second).id).not.toBe(before);
    expect(editionOf(directory, 'soc-index', second)).toMatchObject({
      state: 'served',
      accepted: { reason: 'The publisher confirmed it' },
    });

    const resaved = await edited(all.index2.files(), (_, text) => text);
    const padded = await edited(resaved, (part, text) => (part === 'xl/workbook.xml' ? `${text}\n` : text));
    await compileInto(directory, [releaseOf(indexSource, second, padded)]);
    const touched = editionOf(directory, 'soc-index', second);
    expect(touched).toMatchObject({ state: 'served', accepted: { reason: 'The publisher confirmed it' } });
    expect(touched.touched).not.toBeNull();
  });

  test('is reported once its check finds nothing any more, and stays reported', async () => {
    const directory = copyOf(held);
    await acceptIn(directory, editionOf(directory, 'soc-structure', second).id);
    const checksAfter = async (source: Source) => {
      codeChanged(directory);
      const { outcomes } = await compileInto(directory, [releaseOf(source, second, all.structure2.files())], { sources: [source] });
      expect(outcomes[0]?.verdict).toBe('published');
      const { accepted, checks } = editionOf(directory, 'soc-structure', second);
      expect(accepted).toMatchObject({ reason: 'The publisher confirmed it' });
      return checks;
    };
    expect(await checksAfter(structureSource)).toMatchObject([{ check: 'movement', severity: 'block' }]);
    const reported = [{ check: 'acceptance-not-needed', severity: 'info', places: ['movement'], count: 1 }];
    expect(await checksAfter(socStructure)).toMatchObject(reported);
    expect(await checksAfter(socStructure)).toMatchObject(reported);
  });

  test('does not hold for other figures under the same name', async () => {
    const directory = copyOf(held);
    await acceptIn(directory, editionOf(directory, 'soc-structure', second).id);
    const other = await edited(all.structure2.files(), (_, text) => text.replaceAll('Elected officers', 'Officers'));
    const { outcomes } = await compileInto(directory, [releaseOf(structureSource, second, other)]);
    expect(outcomes[0]?.verdict).toBe('quarantined');
  });

  test('the first release of a documented layout waits for it, the second does not, and it stays listed', async () => {
    const documented: Source = {
      ...socStructure,
      files: kindsWith(socStructure, { layout: 'documented' }),
      checks: [],
    };
    const name = '2025-04-16';
    const { published } = await sampleOf(socStructure);
    const directory = temporaryDirectory();
    const given = { sources: [documented], sampleSize: null };
    const { outcomes } = await compileInto(directory, [releaseOf(documented, name, published)], given);
    expect(outcomes[0]?.verdict).toBe('quarantined');
    const id = outcomes[0]?.edition?.id ?? '';
    await accept({ directory, sources: [documented], id, reason: 'I have read it', ...quiet });
    expect(servedIn(directory)).toEqual({ 'soc-structure': [name] });

    const later = await edited(published, (_, text) => text.replaceAll('Elected officers and representatives', 'Elected officers'));
    const again = await compileInto(directory, [releaseOf(documented, '2025-12-03', later)], given);
    expect(again.outcomes[0]?.verdict).toBe('published');
    codeChanged(directory);
    await compileInto(directory, [releaseOf(documented, name, published)], given);
    expect(editionOf(directory, 'soc-structure', name)).toMatchObject({
      accepted: { reason: 'I have read it' },
      checks: [{ check: 'documented-layout' }],
    });
  });

  test('takes the place of a later edition of its release only where a person names that edition', async () => {
    const directory = copyOf(held);
    const { id } = editionOf(directory, 'soc-structure', second);
    const corrected = await edited(all.structure2.files(), (_, text) => text.replaceAll('Elected officers', 'Officers'));
    await compileInto(directory, [releaseOf(structureSource, second, corrected)]);
    const correction = editionOf(directory, 'soc-structure', second).id;
    await acceptIn(directory, correction);
    const before = catalogueOf(directory);
    await expect(acceptIn(directory, id)).rejects.toThrow(
      new RegExp(
        `^soc-structure ${second} ${id}: a later edition of the same release is published, ${correction} \\(.*Z\\), and would no longer be served\n.*lmi accept ${id} --displace ${correction} --reason TEXT$`,
      ),
    );
    await expect(
      accept({ directory, sources, id, displace: editionOf(directory, 'soc-structure', first).id, reason: 'because', ...quiet }),
    ).rejects.toThrow(/a later edition of the same release is published/);
    expect(catalogueOf(directory)).toEqual(before);
    await accept({ directory, sources, id, displace: correction, reason: 'The first files were right', ...quiet });
    expect(editionOf(directory, 'soc-structure', second)).toMatchObject({ id, state: 'served' });
    expect(catalogueOf(directory).editions.find((edition) => edition.id === correction)?.state).toBe('superseded');
  });

  test('what it refuses, in one line, changes nothing', async () => {
    const directory = copyOf(held);
    const broken = releaseOf(
      structureSource,
      'sample-2026-01-02',
      await edited(all.structure.files(), (_, text) => text.replace('Related Job Titles', 'Similar')),
    );
    await compileInto(directory, [broken]);
    const before = readFileSync(join(directory, 'catalogue.json'), 'utf8');
    await expect(acceptIn(directory, '00000000-0000-8000-8000-000000000000')).rejects.toThrow(
      /holds no edition with this id; lmi status --all lists them$/,
    );
    await expect(acceptIn(directory, editionOf(directory, 'soc-index', first).id)).rejects.toThrow(
      /^soc-index .* is served, expected a quarantined edition$/,
    );
    await expect(acceptIn(directory, editionOf(directory, 'soc-structure', 'sample-2026-01-02').id)).rejects.toThrow(
      /its files were not understood, so it holds no documents/,
    );
    const { id } = editionOf(directory, 'soc-structure', second);
    await expect(accept({ directory, sources, id, displace: id, reason: 'because', ...quiet })).rejects.toThrow(
      /^--displace .*: no such later edition of this release has been published; leave --displace out$/,
    );
    await expect(acceptIn(directory, editionOf(directory, 'soc-structure', second).id, ' ')).rejects.toThrow(/^--reason is empty/);
    const document = join(directory, 'quarantine', editionOf(directory, 'soc-index', second).id, 'occupation/1112.json');
    writeFileSync(document, '{}\n');
    await expect(acceptIn(directory, editionOf(directory, 'soc-index', second).id)).rejects.toThrow(
      /occupation\/1112\.json: its bytes differ from those published; nothing was published$/,
    );
    expect(readFileSync(join(directory, 'catalogue.json'), 'utf8')).toBe(before);
  });
});

describe('withdraw', () => {
  test('what was wrong by our own fault gives way to the edition of another format, which stays', async () => {
    const directory = copyOf(held);
    const wrong = editionOf(directory, 'soc-index', first);
    const mended: Source = { ...indexSource, format: indexSource.format + 1 };
    const options = { sources: [structureSource, mended] };
    const again = () => compileSample(directory, [{ ...all.index, source: mended }], options);
    await again();
    const { id } = editionOf(directory, 'soc-index', first);
    expect(id).not.toBe(wrong.id);
    await withdraw({ directory, ...options, id: wrong.id, reason: 'Our own fault', replaceWith: id, ...quiet });
    expect(
      catalogueOf(directory)
        .editions.filter(({ state }) => state === 'withdrawn')
        .map((edition) => edition.id),
    ).toEqual([wrong.id]);
    await again();
    expect(catalogueOf(directory).sources.find(({ key }) => key === 'soc-index')?.served).toEqual([id]);
  });

  test('serves again what was served before, with dependants compiled for it', async () => {
    const directory = copyOf(held);
    const before = servedIn(directory);
    const beforeIds = catalogueOf(directory).sources.map(({ served }) => served);
    const wrong = editionOf(directory, 'soc-structure', second).id;
    await acceptIn(directory, wrong);
    expect(servedIn(directory)).toEqual({ 'soc-structure': [second], 'soc-index': [first] });
    const successor = editionOf(directory, 'soc-structure', first).id;
    const { edition } = await withdrawIn(directory, wrong, successor);
    expect(edition).toMatchObject({
      state: 'withdrawn',
      withdrawn: { reason: 'Half the titles are of another year', replacedBy: successor },
    });
    expect(servedIn(directory)).toEqual(before);
    // The very editions of before, not others with the same release: the index compiled with the withdrawn structure is superseded.
    expect(catalogueOf(directory).sources.map(({ served }) => served)).toEqual(beforeIds);
    expect(await titleOf1112(directory)).toBe('Elected officers and representatives');
    expect(verifyDirectory(directory).faults).toEqual([]);
  });

  test('what was withdrawn never comes back, whatever has changed since', async () => {
    const directory = copyOf(held);
    await acceptIn(directory, editionOf(directory, 'soc-index', second).id);
    // A second edition of the release, for another structure: withdrawing takes back both.
    await acceptIn(directory, editionOf(directory, 'soc-structure', second).id);
    const wrong = editionOf(directory, 'soc-index', second).id;
    const { along } = await withdrawIn(directory, wrong);
    expect(along.map(({ source, release, state }) => [source, release, state])).toEqual([['soc-index', second, 'withdrawn']]);
    expect(along.map(({ id }) => id)).not.toContain(wrong);
    const states = () =>
      catalogueOf(directory)
        .editions.filter(({ source, release }) => source === 'soc-index' && release === second)
        .map(({ state }) => state);
    expect(states()).toEqual(['withdrawn', 'withdrawn']);
    expect(servedIn(directory)['soc-index']).toEqual([first]);

    const resaved = releaseOf(
      indexSource,
      second,
      await edited(all.index2.files(), (part, text) => (part === 'xl/workbook.xml' ? `${text}\n` : text)),
    );
    await withdrawIn(directory, editionOf(directory, 'soc-structure', second).id);
    for (const given of [all.index2, resaved]) {
      codeChanged(directory);
      const { outcomes } = await compileInto(directory, [given]);
      expect(outcomes[0]).toMatchObject({
        verdict: 'withdrawn',
        edition: { withdrawn: { reason: 'Half the titles are of another year' } },
      });
      expect(servedIn(directory)['soc-index']).toEqual([first]);
      expect(new Set(states())).toEqual(new Set(['withdrawn']));
    }
  });

  test('what it refuses, in one line, changes nothing', async () => {
    const directory = copyOf(held);
    const before = readFileSync(join(directory, 'catalogue.json'), 'utf8');
    const structure = editionOf(directory, 'soc-structure', first).id;
    await expect(withdrawIn(directory, structure)).rejects.toThrow(
      /the only edition of soc-structure that can be served, and the service needs one\n {2}publish another release/,
    );
    await expect(withdrawIn(directory, editionOf(directory, 'soc-structure', second).id)).rejects.toThrow(
      /is held back and was never published, so there is nothing to withdraw$/,
    );
    await expect(withdrawIn(directory, structure, structure)).rejects.toThrow(/this command withdraws it too/);
    await expect(withdrawIn(directory, structure, editionOf(directory, 'soc-index', first).id)).rejects.toThrow(
      /expected an edition of soc-structure$/,
    );
    await expect(withdrawIn(directory, structure, editionOf(directory, 'soc-structure', second).id)).rejects.toThrow(
      /is quarantined, expected a published edition$/,
    );
    expect(readFileSync(join(directory, 'catalogue.json'), 'utf8')).toBe(before);
  });
});

test('a publisher that goes back to earlier files is followed', async () => {
  const directory = temporaryDirectory();
  const [one, other] = [all.structure, releaseOf(structureSource, first, all.structure2.files())];
  await compileInto(directory, [one]);
  const served = () => catalogueOf(directory).sources[0]?.served;
  const before = served();
  await compileInto(directory, [other]);
  expect(served()).not.toEqual(before);
  await compileInto(directory, [one]);
  expect(served()).toEqual(before);
});

describe('dismiss', () => {
  const dismissIn = (directory: string, id: string) => dismiss({ directory, sources, id, reason: 'The publisher took it away', ...quiet });
  const heldIn = (directory: string) => standingOf(catalogueOf(directory), new Date()).flatMap((of) => of.held.map(({ id }) => id));

  test('a held edition is no longer told as waiting, by new code neither, and other files of its release are', async () => {
    const directory = copyOf(held);
    const { id } = editionOf(directory, 'soc-structure', second);
    const { edition } = await dismissIn(directory, id);
    expect(edition).toMatchObject({ state: 'quarantined', dismissed: { reason: 'The publisher took it away' } });
    expect(heldIn(directory)).toEqual([editionOf(directory, 'soc-index', second).id]);
    codeChanged(directory);
    const { outcomes } = await compileInto(directory, [all.structure2]);
    expect([outcomes[0]?.verdict, outcomes[0]?.problems]).toEqual(['unchanged', []]);
    expect(heldIn(directory)).not.toContain(id);
    const other = await edited(all.structure2.files(), (_, text) => text.replaceAll('Elected officers', 'Officers'));
    expect((await compileInto(directory, [releaseOf(structureSource, second, other)])).outcomes[0]?.verdict).toBe('quarantined');
    expect(heldIn(directory)).toContain(editionOf(directory, 'soc-structure', second).id);
  });

  test('an edition whose record is damaged is removed, since nobody can accept it', async () => {
    const directory = copyOf(held);
    const { id } = editionOf(directory, 'soc-structure', second);
    const file = join(directory, 'quarantine', id, 'edition.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"inputs":\[.*?\]/, '"inputs":[]'));
    expect(verifyDirectory(directory).faults.join()).toMatch(/\/inputs must NOT have fewer than 1 items/);
    expect(await dismissIn(directory, id)).toMatchObject({ isRemoved: true, edition: { id } });
    expect(catalogueOf(directory).editions.map((edition) => edition.id)).not.toContain(id);
    expect(existsSync(join(directory, 'quarantine', id))).toBe(false);
    expect(verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
  });

  test('it can still be accepted, and only a held edition can be dismissed, once', async () => {
    const directory = copyOf(held);
    const { id } = editionOf(directory, 'soc-structure', second);
    await dismissIn(directory, id);
    await expect(dismissIn(directory, id)).rejects.toThrow(/already dismissed, at/);
    await expect(dismissIn(directory, editionOf(directory, 'soc-structure', first).id)).rejects.toThrow(
      /is served, expected an edition that is held back/,
    );
    const { edition } = await acceptIn(directory, id);
    expect([edition.state, edition.dismissed]).toEqual(['served', undefined]);
  });
});

describe('a withdrawal', () => {
  test('is only told by --dry-run', async () => {
    const directory = copyOf(held);
    await acceptIn(directory, editionOf(directory, 'soc-index', second).id);
    const before = catalogueOf(directory);
    const { id } = editionOf(directory, 'soc-index', second);
    expect(await lmi('withdraw', id, '--reason', 'x', '--dry-run', '--data', directory)).toMatchObject({
      status: 0,
      stdout: `soc-index ${second} ${id}: would be withdrawn; soc-index would then serve ${editionOf(directory, 'soc-index', first).id}\nnothing was changed\n`,
    });
    expect(catalogueOf(directory)).toEqual(before);
  });

  test('can be taken back: the edition is served again, and its pin answers', async () => {
    const directory = copyOf(held);
    const { id } = editionOf(directory, 'soc-index', second);
    await acceptIn(directory, id);
    const before = catalogueOf(directory).editions.map(({ id: one, state }) => [one, state]);
    await withdrawIn(directory, id);
    expect(servedIn(directory)['soc-index']).toEqual([first]);
    const { edition } = await restore({ directory, sources, id, ...quiet });
    expect(edition).toMatchObject({ state: 'served', withdrawn: null, accepted: { reason: 'The publisher confirmed it' } });
    expect(catalogueOf(directory).editions.map(({ id: one, state }) => [one, state])).toEqual(before);
    expect(verifyDirectory(directory).faults).toEqual([]);
    await expect(restore({ directory, sources, id, ...quiet })).rejects.toThrow(/is served, expected a withdrawn edition/);
  });

  test('is not taken back onto damaged documents', async () => {
    const directory = copyOf(held);
    const { id } = editionOf(directory, 'soc-index', second);
    await acceptIn(directory, id);
    await withdrawIn(directory, id);
    rmSync(join(directory, 'editions', id), { recursive: true });
    await expect(restore({ directory, sources, id, ...quiet })).rejects.toThrow(/is missing; nothing was restored/);
  });
});

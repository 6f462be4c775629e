// A revised release of pay has two predecessors: what it revises, and the year before. No real one is at hand: the figures of 2024, not marked
// provisional, are one that revises nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AsheRows } from '#sources/ashe/layout.ts';
import { ashe } from '#sources/ashe/source.ts';
import { readZip, writeArchive } from '#sources/kit/read/zip.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { remembering, structureWithFewDocuments, withFewDocuments } from '../compiler/slim-sources.ts';
import { compileSample, releaseOf } from '../compiler/spine-releases.ts';
import { keepingRows } from '../kept.ts';
import { writeCells } from '../mutants/write-cells.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

describeRealFiles('a revised release of pay after the edition that it revises', () => {
  const pay = remembering(withFewDocuments(keepingRows(ashe as Source)));
  const sources = [structureWithFewDocuments, pay];
  const directory = temporaryDirectory();
  const published = (source: Source, release: string, name: string): PublishedFile[] => [
    { name, bytes: readFileSync(join(publisherFiles, source.key, release, name)) },
  ];
  const zipOf = (year: number) => published(pay, `${year}-provisional`, `ashetable14${year}provisional.zip`);

  const compile = async (...releases: Parameters<typeof compileSample>[1]) => {
    const { outcomes } = await compileSample(directory, releases, { sources, sampleSize: null });
    return outcomes.flatMap(({ source, release, verdict, edition }) =>
      source === 'ashe'
        ? [[release, verdict, edition?.checks.flatMap(({ check, severity }) => (severity === 'block' ? [check] : []))]]
        : [],
    );
  };

  const annualPay = async (name: string, files: readonly PublishedFile[]) => {
    const rows = (await pay.parse(releaseOf(pay, name, files).release, files)) as AsheRows;
    const isIt = ({ table, number, kind, sheet }: AsheRows[number]) => table === 14 && number === 7 && kind === 'a' && sheet === 'All';
    return rows.find(isIt) ?? expect.fail(`${name} has no annual pay`);
  };

  test('is published if it is sound, and held if its changes are those of last year, which no other comparison finds', async () => {
    const structure = published(
      structureWithFewDocuments,
      '2025-04-16',
      'soc2020volume1structureanddescriptionofunitgroupsexcel16042025.xlsx',
    );
    const before = ['2023-provisional', '2024-provisional'].map((name) => releaseOf(pay, name, zipOf(Number(name.slice(0, 4)))));
    await compile(releaseOf(structureWithFewDocuments, '2025-04-16', structure), ...before);

    const [provisional] = zipOf(2024);
    const members = await readZip('2024', provisional?.bytes ?? expect.fail());
    const unmarked = members.map(({ packed }) => ({ ...packed, name: packed.name.replace('PROV - ', '') }));
    const revised = { name: 'ashetable142024revised.zip', bytes: await writeArchive(unmarked) };
    expect(await compile(releaseOf(pay, '2024-revised', [revised]))).toEqual([['2024-revised', 'published', []]]);

    const { member, rows } = await annualPay('2024-revised', [revised]);
    const { rows: then } = await annualPay('2023-provisional', zipOf(2023));
    const changes = rows.flatMap(({ row, cells: [, code, , , printed = ''] }) => {
      const now = then.find(({ cells }) => cells[1] === code)?.cells[4] ?? '';
      const cell = { file: '', member, sheet: 'All', address: `E${row}`, printed };
      return /^-?\d/.test(printed) && /^-?\d/.test(now) ? [{ cell, now }] : [];
    });
    const wrong = { ...revised, bytes: await writeCells(revised.bytes, changes) };
    const [held] = await compile(releaseOf(pay, '2024-revised-2025-11-30', [wrong]));
    expect(held).toEqual(['2024-revised-2025-11-30', 'quarantined', expect.arrayContaining(['not-the-year-before'])]);
  }, 240_000);
});

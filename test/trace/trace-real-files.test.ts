// From figures drawn by lot over all real files back to their cells, each opened by hand: the text
// that stands there is the one told.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readDelimited } from '#sources/kit/read/delimited.ts';
import type { Figure, FileCell } from '#sources/kit/figures.ts';
import { parseAddress } from '#sources/kit/read/addresses.ts';
import { type Workbook, readWorkbook } from '#sources/kit/read/workbook.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import type { OpenedEdition } from '#compiler/release/read-again.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { liveDirectory } from '../compiled-data.ts';
import { describeRealFiles } from '../publisher-files.ts';
import { chosenOf, draw, drawnGroups, editionsWithFigures, openedIn } from './draw.ts';

/** Figures drawn in all. */
const many = 200;
/** Of each year of pay. */
const ofPay = 5;

interface Drawn {
  readonly figure: Figure;
  readonly cells: readonly FileCell[];
  /** Of the file of each cell, as the edition's record has it. */
  readonly digests: ReadonlyMap<string, string>;
}

/**
 * So many of the figures of an edition, of six unit groups, which are drawn by lot too, and of
 * larger groups.
 */
async function drawOf(subject: string, opened: OpenedEdition, many: number): Promise<Figure[]> {
  return draw(subject, await chosenOf(opened, drawnGroups(subject, opened.edition)), many);
}

/**
 * What stands in a JSON file under codes and a member's name, `OCC0118 ST0070 level`: of each
 * object that holds the code, of those within it the next.
 */
function textsAt(value: unknown, [step = '', ...further]: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value);
  const below = members.flatMap(([, member]) => textsAt(member, [step, ...further]));
  if (further.length === 0)
    return [
      ...members
        .filter(([name]) => name.toLowerCase() === step)
        .map(([, member]) => String(member)),
      ...below,
    ];
  return members.some(([, member]) => member === step)
    ? [...textsAt(value, further), ...below]
    : below;
}

describeRealFiles('figures of the real files', () => {
  const directory = liveDirectory() ?? '';
  const editions = editionsWithFigures(directory);
  const drawn: { readonly source: string; readonly figures: readonly Drawn[] }[] = [];

  beforeAll(async () => {
    for (const { id, name } of editions) {
      const opened = openedIn(directory, id);
      const { edition } = opened;
      const digests = new Map(edition.inputs.map(({ file, sha256 }) => [file, sha256]));
      // The smallest, three occupations of the maps, has fewer figures than its share. Nearly every
      // figure of pay has a workbook of its own.
      const others = editions.filter(({ name: other }) => !other.startsWith('ashe '));
      const share =
        edition.source === 'ashe' ? ofPay : Math.ceil((many - ofPay) / (others.length - 1));
      const found = await drawOf(`trace ${name}`, opened, share);
      drawn.push({
        source: edition.source,
        figures: found.map((figure) => ({ figure, cells: figure.cells(), digests })),
      });
    }
  }, 240_000);

  /** Where a cell is opened: the file as it was published, and within a zip its member. */
  const openedAt = (
    source: string,
    { file, member }: FileCell,
    digests: ReadonlyMap<string, string>,
  ) => ({
    path: join(directory, 'snapshots', source, digests.get(file) ?? 'no file of the edition'),
    member,
    name: member ?? file,
  });

  test('the printed text stands in the cell that is named, in the file that is named', {
    timeout: 240_000,
  }, async () => {
    const workbooks = new Map<string, Workbook>();
    const open = async ({ path, member, name }: ReturnType<typeof openedAt>): Promise<Workbook> => {
      const key = `${path} ${member ?? ''}`;
      const known = workbooks.get(key);
      if (known !== undefined) return known;
      const bytes = readFileSync(path);
      const found =
        member === null
          ? bytes
          : await (await readZip(path, bytes))
              .find((candidate) => candidate.name === member)
              ?.read();
      if (found === undefined) throw new Error(`${path} has no member ${member}`);
      const isText = /\.(csv|txt)$/i.test(name);
      const workbook = isText
        ? { name, sheets: [readDelimited(path, name, found)] }
        : await readWorkbook(path, name, found);
      workbooks.set(key, workbook);
      return workbook;
    };
    const all = drawn.flatMap(({ source, figures }) =>
      figures.flatMap(({ figure, cells, digests }) =>
        cells.map((cell) => ({ figure, cell, at: openedAt(source, cell, digests) })),
      ),
    );
    // Workbook by workbook, so that no more than one is kept.
    all.sort((a, b) => byCodeUnit(`${a.at.path}${a.at.member}`, `${b.at.path}${b.at.member}`));
    let last = '';
    for (const { figure, cell, at } of all) {
      if (/\.json$/i.test(at.name)) {
        const texts = textsAt(JSON.parse(readFileSync(at.path, 'utf8')), cell.address.split(' '));
        expect(texts, `${cell.file} ${cell.address}`).toContain(cell.printed);
        continue;
      }
      if (`${at.path}${at.member}` !== last) workbooks.clear();
      last = `${at.path}${at.member}`;
      const { sheets } = await open(at);
      const sheet =
        cell.sheet === null ? sheets[0] : sheets.find(({ name }) => name.trim() === cell.sheet);
      const { row, column } = parseAddress(cell.address);
      expect(
        sheet?.text(row, column).trim(),
        `${cell.file} ${cell.member} ${cell.sheet} ${cell.address}`,
      ).toBe(cell.printed.trim());
      if (!figure.derived && figure.value !== null)
        expect([Number(cell.printed), Math.round(1000 * Number(cell.printed))]).toContain(
          figure.value,
        );
    }
    expect(drawn.reduce((sum, { figures }) => sum + figures.length, 0)).toBeGreaterThanOrEqual(
      many,
    );
    expect(all.length).toBeGreaterThanOrEqual(many);
  });
});

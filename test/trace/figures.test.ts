// Laws over the figures that sources tell of, in the sample: each says what the answers say, and
// its cell says the same.
import { beforeAll, describe, expect, test } from 'vitest';
import { figureTable } from '#compiler/figures/columns.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import type { OpenedEdition } from '#compiler/release/read-again.ts';
import { type Figure, withCoefficients } from '#sources/kit/figures.ts';
import { resolvePointer } from '#compiler/trace/pointer.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { qualities, withheldReasons } from '#schemas/codes.ts';
import { sampleDirectory } from '../compiled-data.ts';
import {
  chosenOf,
  draw,
  drawnGroups,
  editionsWithFigures,
  openedIn,
  pathOf,
  tracedIn,
  withChosen,
} from './draw.ts';

const directory = sampleDirectory();

/** All that tells a figure from the others of its release. */
const nameOf = ({ endpoint, measure, group, area, period, dimensions }: Figure) =>
  JSON.stringify([endpoint, measure, group, area?.slug, period, dimensions]);

/** Everything that a figure says, as one text. */
const wholly = ({
  answered: _,
  areCellsEqual: __,
  coefficientOfVariation = null,
  ...figure
}: Figure) =>
  JSON.stringify(
    Object.entries({
      ...figure,
      coefficientOfVariation,
      cells: figure.cells(),
      answers: figure.answers(),
    }).sort(byName),
  );
const byName = ([a]: [string, unknown], [b]: [string, unknown]) => byCodeUnit(a, b);

describe.each(editionsWithFigures(directory))('$name', ({ id, name }) => {
  let edition: OpenedEdition;
  let drawn: Figure[];
  let ofProgrammers: Figure[];
  beforeAll(async () => {
    const opened = openedIn(directory, id);
    const occupations = ['2134', ...drawnGroups(name, opened.edition)];
    const kept = await chosenOf(opened, occupations);
    edition = withChosen(opened, occupations, kept);
    drawn = draw(name, kept, 40);
    ofProgrammers = kept.filter(
      ({ group }) => group === null || group.length < 4 || group === '2134',
    );
  });

  test('a figure has a number, a word or a reason why there is neither', () => {
    expect(drawn.length).toBe(40);
    for (const figure of drawn) {
      const { value, category, withheld, quality, rule, unit, dimensions } = figure;
      expect(
        [value, category, withheld].filter((said) => said !== null).length,
        nameOf(figure),
      ).toBe(1);
      if (value !== null) expect(Number.isFinite(value)).toBe(true);
      if (withheld !== null) expect(withheldReasons).toContain(withheld.reason);
      if (quality !== null) expect(qualities).toContain(quality);
      expect(rule).toMatch(/^[A-Z].*\.$/);
      expect(unit).toMatch(/^[a-z_]+$/);
      for (const [dimension, member] of Object.entries(dimensions))
        expect([dimension, typeof member, member !== '']).toEqual([dimension, 'string', true]);
    }
  });

  test('its source says what each measure and dimension means, and no more', async () => {
    const { meanings } = edition.source;
    const figures = [...drawn, ...ofProgrammers].filter(
      ({ coefficientOf }) => coefficientOf === undefined,
    );
    const found = new Set(figures.map(({ measure, unit }) => `${measure} in ${unit}`));
    const meant = (meanings?.measures ?? []).map(({ measure, unit }) => `${measure} in ${unit}`);
    expect([...found].filter((one) => !meant.includes(one))).toEqual([]);
    // Pay in the sample has few measures.
    if (edition.source.key !== 'ashe') expect(meant.filter((one) => !found.has(one))).toEqual([]);
    expect(Object.keys(meanings?.dimensions ?? {}).sort()).toEqual(
      [...new Set(figures.flatMap(({ dimensions }) => Object.keys(dimensions)))].sort(),
    );
    const { columns } = figureTable(
      edition.source.key,
      meanings ?? { dimensions: {}, measures: [] },
    );
    expect(new Set(columns.map((column) => column.name)).size).toBe(columns.length);
    for (const { name: column } of columns) expect(column).toMatch(/^[a-z][a-z0-9_]*$/);
    for (const { meaning } of meanings?.measures ?? []) expect(meaning).toMatch(/^[A-Z].{15,}\.$/);
    for (const [code, title] of meanings?.titled?.titles((await edition.read()).observations) ?? [])
      expect([code, title]).not.toContain('');
  });

  // The table of the bundle proves that each value of a closed column is one that its source lists:
  // no other can be written.
  test('says of programmers what its source says, each figure once', async () => {
    const { read, source } = edition;
    if (source.figures === 'texts') throw new Error(`${name} has no figures`);
    // Some sources have figures of sub-major groups alone.
    const isTheirs = ({ group }: Figure) => ['2134', '21', null].includes(group);
    const all = Iterator.from(withCoefficients(source.figures(await read())));
    const told = all.filter(isTheirs).map(wholly).toArray();
    const stored = ofProgrammers.filter(isTheirs);
    expect(told.length).toBeGreaterThan(0);
    expect(stored.length).toBe(told.length);
    expect(
      stored
        .map(wholly)
        .filter((text, place) => text !== told[place])
        .slice(0, 2),
    ).toEqual([]);
    expect(new Set(stored.map(nameOf)).size).toBe(stored.length);
  });

  test('the one cell of a published figure prints its number, or that in other units', () => {
    for (const figure of drawn.filter(({ derived, value }) => !derived && value !== null)) {
      const [cell] = figure.cells();
      const printed = Number(cell?.printed);
      expect(edition.inputs.map(({ file }) => file)).toContain(cell?.file);
      expect([printed, Math.round(printed), Math.round(printed * 1000)], nameOf(figure)).toContain(
        figure.value,
      );
    }
  });

  test('every answer of a figure agrees and traces to the same cells', async () => {
    const ask = answerOffline(directory);
    let resolved = 0;
    // Each trace takes up to seconds; trace/every-document.nightly.test.ts draws more.
    for (const figure of drawn.filter((_, place) => place % 10 === 0)) {
      const answers = figure.answers();
      const answer = answers[Math.floor(answers.length / 2)];
      if (answer === undefined) continue;
      const path = pathOf(answer, edition.edition);
      const body: unknown = JSON.parse(await (await ask(path)).text());
      const said = resolvePointer(body, answer.pointer);
      // A list has only members of which there is something to say, and an answer only the latest
      // of many quarters.
      if (said === null) {
        expect(answer.pointer, path).toMatch(/=/);
        continue;
      }
      resolved += 1;
      expect(said.value, `${path} ${answer.pointer}`).toBe(figure.value ?? figure.category);
      const traced = (await tracedIn(directory, edition, path)).get(said.pointer);
      expect(traced, `${path} ${said.pointer}`).toMatchObject({
        value: said.value,
        stored: said.value,
      });
      expect(traced?.cells.map(({ sha256: _, ...cell }) => cell)).toEqual(figure.cells());
      for (const cell of traced?.cells ?? []) expect(cell.sha256).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(resolved).toBeGreaterThan(1);
  });
});

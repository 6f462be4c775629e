// Lists as CSV, at addresses of their own: they hold what the JSON holds.
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csvPath, endpointOf, endpoints } from '#schemas/endpoints.ts';
import { csvOf } from '#server/answers/csv.ts';
import { createNodeStore } from '#server/data/files-node.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { addressOf, heldIn, placeIn } from '../contract/questions.ts';
import { asking } from './ask.ts';

const lists = endpoints.filter(({ csv }) => csv !== null);

const textOf = (id: string, answer: unknown) =>
  new TextDecoder().decode(csvOf(endpointOf(id), new TextEncoder().encode(JSON.stringify(answer))));

test('records are those of RFC 4180, and a text that a spreadsheet would run is guarded', () => {
  const titles = [
    { title: '=HYPERLINK("x")', qualifier: null },
    { title: 'Fitter, "A"', qualifier: 'two\nlines' },
  ];
  expect(textOf('titles', titles)).toBe(
    'title,qualifier\r\n"\'=HYPERLINK(""x"")",\r\n"Fitter, ""A""","two\nlines"\r\n',
  );
  expect(textOf('titles', [])).toBe('title,qualifier\r\n');
});

const held = heldIn(sampleDirectory());
const asked = asking({ store: createNodeStore(held.directory) });
const ask = (path: string) => asked(path, { headers: { Accept: 'text/csv' } });

/** The value at the name of a column: the members with dots. */
const at = (row: unknown, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>(
      (value, member) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, member) : null,
      row,
    );

test.each(lists.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s has every row and cell of its JSON, and no other',
  async (_, endpoint) => {
    const [json, table] = await Promise.all(
      [endpoint, { ...endpoint, path: csvPath(endpoint) }].map((row) =>
        ask(addressOf(row, placeIn(held))),
      ),
    );
    if (json === undefined || table === undefined) expect.fail();
    expect([json.status, table.status, table.headers.get('Content-Type')]).toEqual([
      200,
      200,
      'text/csv; charset=utf-8; header=present',
    ]);
    expect(json.headers.get('Content-Type')).toBe('application/json');
    for (const name of ['LMI-Source', 'LMI-Release', 'LMI-Edition', 'LMI-Licence', 'Cache-Control'])
      expect(table.headers.get(name)).toBe(json.headers.get(name));
    expect(table.headers.get('LMI-Attribution')).toContain('Synthetic sample');
    const answer: unknown = await json.json();
    const rows =
      endpoint.csv?.rows.length === 0
        ? (answer as unknown[])
        : (endpoint.csv?.rows ?? []).flatMap((member) => at(answer, member));
    const [names = [], ...lines]: string[][] = parse(await table.text());
    expect(new Set(names).size).toBe(names.length);
    expect(lines).toHaveLength(rows.length);
    for (const [place, row] of rows.entries()) {
      for (const [column, name] of names.entries()) {
        const value = endpoint.csv?.with.includes(name.split('.')[0] ?? '')
          ? at(answer, name)
          : at(row, name);
        const isEmpty =
          value === null ||
          value === undefined ||
          (typeof value === 'object' && Object.keys(value).length === 0);
        const text = isEmpty
          ? ''
          : typeof value === 'object'
            ? JSON.stringify(value)
            : String(value);
        expect([name, lines[place]?.[column]]).toEqual([name, text]);
      }
      // No member of the row is left out.
      for (const member of Object.keys(endpoint.csv?.only === undefined ? (row as object) : {}))
        expect(
          names.some((name) => name === member || name.startsWith(`${member}.`)),
          member,
        ).toBe(true);
    }
  },
);

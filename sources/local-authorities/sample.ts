// The portal's tables as its service answers them, in two pages each. Names and codes are real.
import { districts } from '#sources/kit/sample/local-authorities.ts';
import type { PublishedFile, SampleRelease } from '#sources/kit/source.ts';
import { areas } from '#schemas/codes.ts';
import { type Table, namesTable, regionsTable, rowsPerPage } from './services.ts';

type Attributes = Readonly<Record<string, string | number | null>>;

/** The publisher's whole lists, with or without `full`, because they are small. */
export function sample(): Promise<readonly SampleRelease[]> {
  const names = districts.map(
    ({ code, name }, place): Attributes => ({
      LAD23CD: code,
      LAD23NM: name,
      LAD23NMW: code.startsWith('W') ? name : ' ',
      ObjectId: place + 1,
    }),
  );
  const regions = districts
    .filter(({ code }) => code.startsWith('E'))
    .map(
      ({ code, name, partOf }, place): Attributes => ({
        LAD23CD: code,
        LAD23NM: name,
        RGN23CD: partOf,
        RGN23NM: areas.find((area) => area.code === partOf)?.name ?? '',
        ObjectId: place + 1,
      }),
    );
  return Promise.resolve([{ release: `sample-${namesTable}`, files: [...pagesOf(namesTable, names), ...pagesOf(regionsTable, regions)] }]);
}

function pagesOf(table: Table, rows: readonly Attributes[]): PublishedFile[] {
  const files = [file(`${table}-count.json`, { count: rows.length })];
  for (let from = 0; from < rows.length; from += rowsPerPage) {
    const to = from + rowsPerPage;
    const features = rows.slice(from, to).map((attributes) => ({ attributes }));
    files.push(file(`${table}-${files.length}.json`, { objectIdFieldName: 'ObjectId', features, exceededTransferLimit: to < rows.length }));
  }
  return files;
}

function file(name: string, value: unknown): PublishedFile {
  return { name, bytes: Buffer.from(JSON.stringify(value)) };
}

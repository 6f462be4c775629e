// Finds the pinned tables among the portal's services, the number of their pages, and a newer vintage if there is one.
import { PageError, ServiceError } from '#sources/kit/problem.ts';
import type { DiscoveredRelease, Discovery, Web } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { countAddress, errorIn, namesTable, pageAddress, rowsPerPage, services, tables } from './services.ts';

export const landingPage = 'https://geoportal.statistics.gov.uk';

export async function discover(web: Web): Promise<Discovery> {
  const there = await serviceNames(web);
  const files: DiscoveredRelease['files'][number][] = [];
  for (const table of tables) {
    if (!there.includes(table)) throw new PageError(`${services}?f=json: lists no service ${table}, found ${there.length} others`);
    const count = memberOf(await answerOf(web, countAddress(table)), 'count');
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
      throw new PageError(`${countAddress(table)}: found no count of rows`);
    files.push({ name: `${table}-count.json`, url: countAddress(table) });
    for (let page = 0; page * rowsPerPage < count; page += 1)
      files.push({ name: `${table}-${page + 1}.json`, url: pageAddress(table, page) });
  }
  const newest = newestVintage(there);
  const remarks =
    newest === namesTable ? [] : [`the newest list of districts is ${newest}; ${namesTable} stays served, because the job adverts use it`];
  return { releases: [{ name: namesTable, released: null, files }], nextRelease: null, notices: null, remarks };
}

/** What the service answers. Throws ServiceError if it reports an error. */
async function answerOf(web: Web, url: string): Promise<unknown> {
  const answer = await web.json(url);
  const message = errorIn(answer);
  if (message !== null) throw new ServiceError(`${url}: ${message}`);
  return answer;
}

async function serviceNames(web: Web): Promise<string[]> {
  const url = `${services}?f=json`;
  const listed = memberOf(await answerOf(web, url), 'services');
  if (!Array.isArray(listed)) throw new PageError(`${url}: found no list of services`);
  return listed.flatMap((service: unknown) => {
    const name = memberOf(service, 'name');
    return typeof name === 'string' ? [name] : [];
  });
}

const monthOrder = ['APR', 'MAY', 'DEC'];

function newestVintage(names: readonly string[]): string {
  const vintages = names.flatMap((name) => {
    const [, month = '', year = '', version = '1'] = /^LAD_(APR|MAY|DEC)_(\d{4})_UK_NC(?:_v(\d+))?$/.exec(name) ?? [];
    return year === '' ? [] : [{ name, order: `${year} ${monthOrder.indexOf(month)} ${version.padStart(3, '0')}` }];
  });
  return vintages.sort((a, b) => byCodeUnit(b.order, a.order))[0]?.name ?? namesTable;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

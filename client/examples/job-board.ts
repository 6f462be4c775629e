// A job board: it files each advert under its occupation and says what such jobs pay. One call for
// each title, and one for the pay of all occupations. With a call of /pay for each advert it takes
// twice as many.
import { type Client, figureOf } from '../servers.ts';

export interface Filed {
  readonly advert: string;
  /** The occupation; null if the title fits several, or none well: a person must choose. */
  readonly soc2020: string | null;
  /** Show it with the attribution; null if there is no figure that may be shown. */
  readonly pay: string | null;
}

export async function fileAdverts(data: Client, adverts: readonly string[]) {
  const { occupations, attribution } = await data.payList({ limit: 412 });
  const places = new Map(occupations.map(({ soc2020 }, place) => [soc2020, place]));
  const filed: Filed[] = [];
  for (const advert of adverts) {
    const [best] = await data.search({ q: advert, limit: 1 });
    // A title of several unit groups belongs to none of them: its best match is right only as often
    // as its confidence says.
    const soc2020 =
      best !== undefined && best.matchType !== 'ambiguous' && best.confidence >= 0.8
        ? best.soc2020
        : null;
    const place = places.get(soc2020 ?? '');
    const median = place === undefined ? null : figureOf(occupations, `${place}.median`);
    filed.push({
      advert,
      soc2020,
      pay: median?.presentable ? `£${median.value?.toLocaleString('en-GB')} a year` : null,
    });
  }
  return { filed, attribution };
}

// The landing page of O*NET and the addresses of its files, as far as they are known.
import type { PublishedFile } from '#sources/kit/source.ts';
import { landingPage } from '#sources/onet/discover.ts';
import type { Publisher } from './publisher.ts';

export const onetCentre = new URL(landingPage).origin;
export const laborStatistics = 'https://www.bls.gov';

export const crosswalkPaths: Readonly<Record<string, string>> = {
  'ISCO_SOC_Crosswalk.xls': '/soc/ISCO_SOC_Crosswalk.xls',
  'soc_2010_to_2018_crosswalk.xlsx': '/soc/2018/soc_2010_to_2018_crosswalk.xlsx',
};

export function onetHtml(...releases: readonly string[]): string {
  const items = releases.map((release) => {
    const folder = `db_${release.replace('.', '_')}`;
    return `<h2>O*NET<sup>&reg;</sup> ${release} Database</h2><a href="/dl_files/database/${folder}_text.zip">Text</a> <a href="/dl_files/database/${folder}_excel.zip">Excel</a>`;
  });
  return `<!DOCTYPE html><html><body>${items.join('\n')}<a href="/dictionary/">Dictionary</a></body></html>`;
}

/** The page of one release and its files; the crosswalks stand in for the Bureau's on the same publisher. */
export function publishOnet(publisher: Publisher, release: string, files: readonly PublishedFile[]): void {
  publisher.put(landingPage, onetHtml(release));
  for (const { name, bytes } of files)
    publisher.put(crosswalkPaths[name] ?? `/dl_files/database/db_${release.replace('.', '_')}_text/${name}`, bytes);
}

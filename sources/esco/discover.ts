// Finds the newest version of ESCO on its download page, which offers every version in a form. We
// have not seen the page. Published programs use the direct addresses, without the form. Its
// sentences are not read: they also speak of versions that are planned.
import type { Discovery, Web } from '#sources/kit/discovery.ts';
import { PageError } from '#sources/kit/problem.ts';

export const landingPage = 'https://esco.ec.europa.eu/en/use-esco/download';
const downloads = 'https://ec.europa.eu/esco/download';

/** What the page offers: the choices of a form, and links to zips. */
const offers = /<(?:option|label)\b[^<>]*>[^<]*|<input\b[^<>]*>/gi;
const links = /<a\b[^<>]*>/gi;

/** Since this version the zip of English holds the relations. */
const oneZip = [1, 2, 0];

export async function discover(web: Web): Promise<Discovery> {
  const page = await web.text(landingPage);
  const addresses = (page.match(links) ?? [])
    .map((tag) => /\bhref="([^"]*)"/i.exec(tag)?.[1] ?? '')
    .filter((address) => /\.zip/i.test(address));
  const offered = [...(page.match(offers) ?? []), ...addresses]
    .map((text) => text.replaceAll('%20', ' '))
    .join('\n');
  const versions = [...offered.matchAll(/\bv\s?(\d+)\.(\d+)\.(\d+)\b/gi)].map(([, ...numbers]) =>
    numbers.map(Number),
  );
  const [newest] = versions.sort((a, b) => compare(b, a));
  if (newest === undefined)
    throw new PageError(
      `${landingPage}: offers no version, expected one like "v1.2.1"; the publisher has ` +
        'changed its page',
    );
  const version = newest.join('.');
  const languages = compare(newest, oneZip) < 0 ? ['en', ''] : ['en'];
  const files = languages.map((language) => {
    const name = zipName(version, language);
    return { name, url: `${downloads}/${encodeURIComponent(name)}` };
  });
  return {
    releases: [{ name: version, released: null, files }],
    nextRelease: null,
    notices: [],
    remarks: [],
  };
}

/**
 * The name of a zip. An empty language leaves two blanks side by side; both must be encoded in an
 * address.
 */
export function zipName(version: string, language: string): string {
  return `ESCO dataset - v${version} - classification - ${language} - csv.zip`;
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((number, index) => number - (b[index] ?? 0)).find((apart) => apart !== 0) ?? 0;
}

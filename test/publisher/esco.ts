// The download page of ESCO and the addresses of its zips, as far as they are known.
import type { PublishedFile } from '#sources/kit/source.ts';
import { landingPage } from '#sources/esco/discover.ts';
import type { Publisher } from './publisher.ts';

export const escoPortal = new URL(landingPage).origin;
export const commission = 'https://ec.europa.eu';

export function escoHtml(...versions: readonly string[]): string {
  const options = versions.map((version) => `<option value="${version}">ESCO dataset - ${version}</option>`);
  return `<!DOCTYPE html><html><body><form><select name="version">${options.join('')}</select><select name="language"><option>en</option></select></form></body></html>`;
}

/** The page that offers these versions, and files at the addresses that work without the form. */
export function publishEsco(publisher: Publisher, versions: readonly string[], files: readonly PublishedFile[]): void {
  publisher.put(landingPage, escoHtml(...versions));
  for (const { name, bytes } of files) publisher.put(`/esco/download/${name}`, bytes);
}

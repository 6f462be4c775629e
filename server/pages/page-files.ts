// The stylesheet, icon and script that all pages load. Each address has a digest of the text, so
// that a browser loads a new version at once.
import bundled from './browser/page-script.json' with { type: 'json' };
import texts from './page-texts.json' with { type: 'json' };
import { fnv1a } from '../http/digest.ts';

export const { style } = texts;
/** Three bars. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#14588a" ' +
  'd="M1 9h4v6H1zm5-4h4v10H6zm5-4h4v14h-4z"/></svg>\n';
export const pageScript = bundled.text;

const versionOf = (text: string) => (fnv1a(text) >>> 0).toString(16).padStart(8, '0');

export const styleVersion = versionOf(`${style}${icon}`);
export const scriptVersion = versionOf(pageScript);

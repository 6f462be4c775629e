// The script of a server's pages, as browser/page-script.json has it.
import bundled from './browser/page-script.json' with { type: 'json' };
import { versionOf } from './version-of.ts';

export const pageScript = bundled.text;
export const scriptVersion = versionOf(pageScript);

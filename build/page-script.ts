// npm run page-script: makes the JSON files that the server's pages load: the bundle of their
// script, and page-texts.json from style.css, the guides and the explanations of problems. Node,
// workerd and vitest can all load JSON. With --check it compares.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundledScript } from '#compiler/serve/worker-code.ts';
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import { pagesPerMinute, partsPerMinute } from '#server/keys/limits.ts';
import { filledIn, guideOf, unwrapped } from './guide.ts';

const pages = fileURLToPath(new URL('../server/pages/', import.meta.url));
const constants = { answersPerMinute, windowSeconds, pagesPerMinute, partsPerMinute };
const guides = readdirSync(`${pages}guides`).sort();
/** Kinds of problem, each a heading with a paragraph. */
const problems = [
  ...filledIn(readFileSync(`${pages}problems.md`, 'utf8'), constants).matchAll(
    /^## (.+)\n\n(.+(?:\n.+)*)$/gm,
  ),
];
const generated = {
  'browser/page-script.json': {
    comment: 'Made of page-script.ts by npm run page-script.',
    text: await bundledScript('page-script'),
  },
  'page-texts.json': {
    comment: 'Made of style.css, guides/ and problems.md by npm run page-script.',
    style: readFileSync(`${pages}style.css`, 'utf8'),
    guides: Object.fromEntries(
      guides.map((name) => [
        name.replace(/\.md$/, ''),
        guideOf(readFileSync(`${pages}guides/${name}`, 'utf8'), constants),
      ]),
    ),
    problems: Object.fromEntries(
      problems.map(([, kind, explanation = '']) => [kind, unwrapped(explanation)]),
    ),
  },
};
for (const [name, value] of Object.entries(generated)) {
  const written = `${JSON.stringify(value, null, 2)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(pages + name, written);
  else if (readFileSync(pages + name, 'utf8') !== written) {
    console.error(
      `server/pages/${name} is not what its sources make\n  npm run page-script writes it`,
    );
    process.exitCode = 1;
  }
}

// The verdicts of a probe, and what a person can do today about each. docs/probe.md lists them.
import type { Source } from '#sources/kit/source.ts';

type Advised = Pick<Source, 'key' | 'landingPage' | 'publisherKey'>;

interface VerdictText {
  /** A few words for a list. Of `wrong-file` and `down` a probe says the cause in their place. */
  readonly title: string;
  readonly today: ((source: Advised) => string) | null;
}

const byHand = ({ key, landingPage }: Advised) =>
  `open ${landingPage} in a browser: if the release is there, docs/sources.md says under ${key} what to download for lmi import FILE…`;
const send = ({ key }: Advised) =>
  `Send the report to whoever maintains sources/${key}: lmi probe --source ${key} --json > probe-${key}.json`;
const sendAlone = (source: Advised) => `What is served stays served. ${send(source)}`;
const sendAndImport = (source: Advised) => `${send(source)}. Until it is mended, ${byHand(source)}`;

export const verdicts = {
  'as-expected': { title: 'as expected', today: null },
  'no-key': {
    title: 'not asked',
    today: ({ publisherKey }) =>
      `Get a key from the publisher and set ${publisherKey?.variable ?? 'it'}.`,
  },
  moved: { title: 'the page moved or changed', today: sendAndImport },
  'file-renamed': { title: 'the file has another name or is missing', today: sendAndImport },
  'column-renamed': { title: 'a column or sheet was renamed or is missing', today: sendAlone },
  'wrong-file': {
    title: 'not the file that it should be',
    today: (source) =>
      `Ask again in an hour: lmi probe --source ${source.key}. If nothing has changed, ${byHand(source)}`,
  },
  down: {
    title: 'the publisher does not answer',
    today: (source) =>
      `Ask again in an hour: lmi probe --source ${source.key}. If only browsers are answered, import by hand${source.publisherKey === undefined ? '' : `, see whether the key in ${source.publisherKey.variable} is still valid`}, and ask the publisher to let this program in; to try, ${byHand(source)}`,
  },
  'our-fault': { title: 'our own code failed', today: sendAlone },
} as const satisfies Record<string, VerdictText>;

export type Verdict = keyof typeof verdicts;

export function isFine(verdict: Verdict): boolean {
  return verdict === 'as-expected' || verdict === 'no-key';
}

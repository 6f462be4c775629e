// The verdicts of a probe: what each means, and what a person can do today.
import type { Source } from '#sources/kit/source.ts';

interface VerdictText {
  /** A few words for a list. */
  readonly title: string;
  /** What was seen. One sentence. */
  readonly means: string;
  /** What a person can do today, a sentence each; empty if there is nothing to do. */
  readonly today: (source: Pick<Source, 'key' | 'landingPage' | 'publisherKey'>) => readonly string[];
}

type Advised = Parameters<VerdictText['today']>[0];

const byHand = ({ key, landingPage }: Advised) =>
  `Open ${landingPage} in a browser. If the release is there, docs/sources.md says under ${key} what to download; then run: lmi import FILE…`;
const send = ({ key }: Advised) =>
  `Send the report to whoever maintains sources/${key}: lmi probe --source ${key} --json > probe-${key}.json`;
const again = ({ key }: Advised) => `Ask again in an hour: lmi probe --source ${key}`;
const noNeed = () => 'What is served stays served.';

export const verdicts = {
  'as-expected': { title: 'as expected', means: 'Pages, files and columns are what the source expects.', today: () => [] },
  'no-key': {
    title: 'not asked',
    means: 'The publisher gives its data only with a key, and no key is set.',
    today: ({ publisherKey }) => [`Get a key from the publisher and set ${publisherKey?.variable ?? 'it'}.`],
  },
  'page-moved': {
    title: 'the page moved',
    means: 'The address that we know has no page any more, or sends us to another one.',
    today: (source) => [byHand(source), send(source)],
  },
  'page-changed': {
    title: 'the page changed',
    means: 'The page is there, but it is built in another way: we cannot find in it what we need.',
    today: (source) => [byHand(source), send(source)],
  },
  'file-renamed': {
    title: "the file's name changed",
    means: 'The page offers files, but none under the name that we know.',
    today: (source) => [`${byHand(source)} The name does not matter there.`, send(source)],
  },
  'file-missing': {
    title: 'the file is missing',
    means: 'The page names the release, but there is no file at its address: it is not uploaded yet, or it has another name.',
    today: (source) => [again(source), byHand(source), send(source)],
  },
  'column-renamed': {
    title: 'a column or sheet was renamed',
    means: 'A column, a sheet or a member of the file has another name. One that is almost the same is there.',
    today: (source) => [noNeed(), `Do not rename it in the file: a person must see that it means the same. ${send(source)}`],
  },
  'layout-changed': {
    title: 'the layout changed',
    means: 'The file is not built as we know it, and nothing in it has almost the name that is missing.',
    today: (source) => [noNeed(), send(source)],
  },
  'other-data': {
    title: 'another data set',
    means: 'The file at the known address holds another data set, or has a wholly new layout.',
    today: (source) => [byHand(source), `Do not compile the file that is there now. ${send(source)}`],
  },
  html: {
    title: 'a web page came',
    means: 'A web page came where a file or data should be: mostly an error page that calls itself fine.',
    today: (source) => [again(source), byHand(source)],
  },
  login: {
    title: 'a login page came',
    means: 'The publisher asks us to log in.',
    today: (source) => [byHand(source), `If a browser must log in too, ask the publisher how programs may read the data. ${send(source)}`],
  },
  empty: {
    title: 'nothing came',
    means: 'The answer is empty.',
    today: (source) => [again(source), byHand(source)],
  },
  cut: {
    title: 'half a file came',
    means: 'The answer begins as it should and ends too soon.',
    today: (source) => [again(source), `If it stays so, the file is damaged at the publisher. ${byHand(source)}`],
  },
  refused: {
    title: 'the publisher refuses',
    means: 'The publisher answers a browser, perhaps, but refuses this program.',
    today: (source) => [
      ...(source.publisherKey === undefined ? [] : [`See whether the key in ${source.publisherKey.variable} is still valid.`]),
      byHand(source),
      'Ask the publisher to let this program in. It names itself in every request.',
    ],
  },
  'no-network': {
    title: 'the site is not found',
    means: 'No network leads to the site, or its name is not known.',
    today: (source) => [
      `Is this machine online? Open ${source.landingPage} in a browser on it. If other pages open and this one does not, the publisher is down.`,
      again(source),
    ],
  },
  down: {
    title: 'the publisher is down',
    means: 'The site cannot be reached, or answers with an error of its own.',
    today: (source) => [
      `There is nothing to mend here, unless every publisher is down: then look at the network of this machine. ${noNeed()}`,
      again(source),
    ],
  },
  slow: {
    title: 'the publisher is too slow',
    means: 'An answer did not come, or did not end, in the time that we wait.',
    today: (source) => [`There is nothing to mend here. ${noNeed()}`, again(source), `A browser waits longer. ${byHand(source)}`],
  },
  'our-fault': {
    title: 'our own code failed',
    means: 'The pages or files made our own code fail.',
    today: (source) => [noNeed(), send(source)],
  },
} as const satisfies Record<string, VerdictText>;

export type Verdict = keyof typeof verdicts;

export function isFine(verdict: Verdict): boolean {
  return verdict === 'as-expected' || verdict === 'no-key';
}

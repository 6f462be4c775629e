// The texts of answers speak to developers and name members of the answer. A page says the same in its own words.
const words: readonly (readonly [ofAnswer: string | RegExp, ofPage: string])[] = [
  ['`figures.medianChangePercent` and `figures.meanChangePercent` are', 'The changes of the median and of the mean are'],
  ['`presentable` speaks of the median. `figures.mean` says whether the mean may be shown; it does not', 'The mean does not'],
  ['`previous` is', 'The column of the year before is'],
  ['A negative totalRequirement means', 'A negative number of jobs to fill means'],
  [' jobs are null,', ' jobs are not published,'],
  ['; finerGroups says why finer ones have none', ''],
  [/[;.] includeInactive=true lists them/, ''],
  ['; provenance.landingPage is the page of the table by industry', ''],
  [/: see (`corrections`|coveragePercent)/, ''],
  [' Editions used: see `provenance`.', ''],
];

export function inWords(text: string): string {
  return words.reduce((told, [ofAnswer, ofPage]) => told.replace(ofAnswer, ofPage), text);
}

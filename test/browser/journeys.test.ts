// The journeys over the sample; journeys.nightly.test.ts walks them over real figures.
import { describeInBrowser, serveSample } from './chromium.ts';
import { testJourneys } from './journeys.ts';

describeInBrowser('journeys over the sample', serveSample, testJourneys);

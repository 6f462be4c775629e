// Every kind of page on a desk, and in dark colours.
import { describeInBrowser, serveSample, testEveryPage } from './chromium.ts';

describeInBrowser('pages at night', serveSample, (open) => {
  testEveryPage(open, 'desktop', 'light');
  testEveryPage(open, 'phone', 'dark');
});

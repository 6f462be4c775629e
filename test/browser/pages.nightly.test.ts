// Every kind of page on a desk, and in dark colours on both.
import { describeInBrowser, serveSample, testEveryPage } from './chromium.ts';

describeInBrowser('pages at night', serveSample, (open) => {
  testEveryPage(open, 'desktop', 'light');
  testEveryPage(open, 'phone', 'dark');
  testEveryPage(open, 'desktop', 'dark');
});

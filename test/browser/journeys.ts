// The twelve journeys of people who come with a question: from the front page, by typing and by
// clicking, to an answer, or to a sentence that says why there is none and where to look.
import { expect, test } from 'vitest';
import { type Open, openPage } from './chromium.ts';

interface Journey {
  readonly name: string;
  /** What is typed into the box of the front page; null if a link is clicked instead. */
  readonly question: string | null;
  /** What the answer to the question must say. */
  readonly first?: RegExp;
  /** The texts of the links that are clicked then, one after the other. */
  readonly follow: readonly RegExp[];
  /** What the last page must say; one of them is enough. */
  readonly ends: readonly RegExp[];
}

/** The first occupation that a search lists. */
const firstOccupation = /^first occupation$/;

export const journeys: readonly Journey[] = [
  {
    name: 'a nurse’s pay in Yorkshire',
    question: 'nurse in Yorkshire',
    first: /Yorkshire and The Humber/,
    follow: [firstOccupation],
    ends: [
      /£[\d,.]+[^]*No figure for Yorkshire and The Humber\. This is the UK\./,
      /Median annual pay\s+(?:£[\d,.]+|No figure)[^]*Yorkshire and The Humber/,
    ],
  },
  {
    name: 'is an electrician in demand',
    question: 'is electrician in demand',
    first: /Occupations in demand/,
    follow: [firstOccupation],
    ends: [
      /Demand\s+(?:Critical|Elevated|Not in high demand|No figure)/,
      /No figures yet[^]*Demand[^]*We do not have these figures yet\./,
    ],
  },
  {
    name: 'welder or plumber',
    question: 'welder vs plumber',
    follow: [/^Compare welder and plumber$/],
    ends: [/Welding trades[^]*Plumbers[^]*Median annual pay/],
  },
  {
    name: 'jobs like that of a graphic designer',
    question: 'graphic designer',
    follow: [firstOccupation],
    ends: [/Similar jobs\s+Similar tasks and skills\s+\S+/],
  },
  {
    name: 'how to become a paramedic',
    question: 'how do I become a paramedic',
    follow: [firstOccupation],
    ends: [/How to become one[^]*(?:written in \w+ \d{4}|Usual routes|No figure)/],
  },
  {
    name: 'jobs near Leeds',
    question: 'jobs near Leeds',
    follow: [/^Best paid in /],
    ends: [
      /Best paid occupations\s+Yorkshire and The Humber[^]*£[\d,]+/,
      /Best paid occupations\s+No figure for Yorkshire and The Humber\. This is the UK\.[^]*£[\d,]+/,
    ],
  },
  {
    name: 'which jobs grow until 2035',
    question: 'which jobs grow until 2035',
    follow: [/^Job growth to 2035, by group$/],
    ends: [/Job growth to 2035, by group[^]*Job growth, whole group[^]*\+\d/],
  },
  {
    name: 'the best paid work without a degree',
    question: 'best paid without a degree',
    first: /We did not use “without a degree”[^]*“How to become one”/,
    follow: [/^Best paid occupations$/],
    ends: [/all employees, part-time included[^]*£[\d,]+/],
  },
  {
    name: 'practical and investigative',
    question: 'practical and investigative',
    follow: [/^Jobs for realistic and investigative interests$/],
    ends: [/not jobs in the UK[^]*Realistic\s+Investigative/],
  },
  {
    name: 'how many teaching assistants there are, and how sure that is',
    question: 'teaching assistant',
    follow: [firstOccupation],
    ends: [
      /People who work in the occupation\s+[\d,]+[^]*Margin of error/,
      /Employee jobs\s+about [\d,]+[^]*No figures yet[^]*People in work/,
    ],
  },
  {
    name: 'a sheet about midwives',
    question: 'midwife',
    follow: [firstOccupation],
    ends: [/Cite this page[^]*Figures: /],
  },
  {
    name: 'may I quote it',
    question: null,
    follow: [/^Terms, licences and privacy$/],
    ends: [/^Terms\s+Yes, you may quote these figures, if you credit the source\./],
  },
];

/** Walks all journeys over the served data. */
export function testJourneys(open: Open): void {
  test.each(journeys.map((journey) => [journey.name, journey] as const))(
    '%s',
    async (name, { question, first, follow, ends }) => {
      const { page, complaints } = await openPage(open.browser, 'phone');
      const place = journeys.findIndex((journey) => journey.name === name);
      await page.setExtraHTTPHeaders({ 'x-test-client': `192.0.2.${150 + place}` });
      const textOf = async () =>
        String(
          await page.evaluate(
            "for (const fold of document.querySelectorAll('details')) fold.open = true; " +
              "document.querySelector('main').innerText",
          ),
        ).trim();
      await page.goto(open.server.url);
      if (question !== null) {
        await page.type('#q', question);
        await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      }
      if (first !== undefined) expect(await textOf()).toMatch(first);
      for (const words of follow) {
        const selector = words === firstOccupation ? '#results ol a' : 'a';
        const links = await page.$$eval(selector, (all) =>
          all.map((link) => link.textContent ?? ''),
        );
        const wanted = words === firstOccupation ? 0 : links.findIndex((text) => words.test(text));
        expect(links[wanted], `${words} among ${links.join(', ')}`).toBeDefined();
        const link = (await page.$$(selector))[wanted];
        await Promise.all([
          page.waitForNavigation(),
          link?.evaluate((element) => (element as unknown as { click(): void }).click()),
        ]);
      }
      const text = await textOf();
      expect(
        ends.some((end) => end.test(text)),
        `${page.url()}\n${text.slice(0, 3000)}`,
      ).toBe(true);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
}

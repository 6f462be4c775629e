// A synthetic snapshot of all profiles in the publisher's layout: HTML of its editing system and sentences of its API in turn, profiles
// with and without a SOC 2020 code, and unit groups with none, one or several profiles.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/sample/random.ts';
import type { SampleRelease } from '#sources/kit/source.ts';

type Json = Readonly<Record<string, unknown>>;

/** One release. Plain and full are the same, because the publisher has few profiles. */
export async function sample(): Promise<readonly SampleRelease[]> {
  // One unit group in nine has no profile, the others have one or two.
  const profiles = unitGroups.flatMap(({ code, title }, place) =>
    place % 9 === 8 ? [] : Array.from({ length: place % 4 === 0 ? 1 : 2 }, (_, number) => profileOf(code, title, place, number)),
  );
  return [
    { release: 'sample-2026-07-06', files: [{ name: 'job-profiles.json', bytes: Buffer.from(JSON.stringify([...profiles, unmapped()])) }] },
  ];
}

function profileOf(code: string, title: string, place: number, number: number): Json {
  const draw = random(`career-profiles/${code}/${number}`);
  // The synthetic coding index has titles of the first kind, with equal codes in both classifications, and none of the second kind.
  const plain = title.replaceAll(',', '').toLowerCase();
  const name = number === 0 ? `Sample amber attic ${plain}` : `Sample (${plain})`;
  const [html, routes] = [
    place % 2 === 0,
    place % 40 === 0
      ? []
      : [draw.chance(0.5), draw.chance(0.5), draw.chance(0.7), draw.chance(0.5), draw.chance(0.3), draw.chance(0.5), draw.chance(0.3)],
  ];
  const told = (index: number, text: string) =>
    routes[index] ? [html ? `<p>${text} <a href="/find-a-course">Find a course</a></p>` : `${text} [Find a course | /find-a-course]`] : [];
  return {
    Title: name,
    Url: `https://api.nationalcareers.service.gov.uk/job-profiles/${name.toLowerCase().replaceAll(' ', '-')}`,
    LastUpdatedDate: place % 7 === 0 ? '0001-01-01T00:00:00' : '2026-05-01T09:30:00Z',
    Soc: place % 11 === 0 ? `${code}A` : code,
    ...(place % 5 === 0 && number === 1 ? { Soc2020: code, Soc2020Extension: `${code}/00` } : { Soc2020: null, Soc2020Extension: null }),
    AlternativeTitle: place % 4 === 0 ? 'Sample worker, Sample hand' : '',
    Overview: html ? '<p>Synthetic sample, not from the publisher.</p>' : 'Synthetic sample, not from the publisher.',
    SalaryStarter: 'variable',
    HowToBecome: {
      EntryRouteSummary: ['Synthetic sample'],
      EntryRoutes: {
        University: routes[0] ? taught(html, 'university') : empty,
        College: routes[1] ? taught(html, 'college') : null,
        Apprenticeship: routes[2]
          ? {
              ...taught(html, 'apprenticeship'),
              ...(draw.chance(0.2)
                ? { EntryRequirementPreface: 'There are no set entry requirements for this route.', EntryRequirements: [] }
                : {}),
            }
          : empty,
        Work: told(3, 'You could start as a synthetic sample assistant.'),
        Volunteering: told(4, 'You could volunteer.'),
        DirectApplication: routes[5]
          ? [
              html
                ? '<p>You could apply if you have:<ul><li>a sample licence</li><li>R&amp;D experience</li></ul></p>'
                : 'You could apply if you have:a sample licence; R&D experience',
            ]
          : [],
        OtherRoutes: told(6, 'You could train abroad.'),
      },
      MoreInformation: {
        Registrations: draw.chance(0.2) ? ["you'll need a [sample card | https://example.org] to work on site"] : [],
        CareerTips: html ? '' : [],
        ProfessionalAndIndustryBodies: html ? '<p>You could join the <a href="https://example.org">sample body</a>.</p>' : [],
        FurtherInformation: html ? '' : [' item one; item two'],
      },
    },
    WhatItTakes: {
      RestrictionsAndRequirements: {
        RelatedRestrictions: draw.chance(0.4) ? ['<p>pass enhanced background checks</p>'] : [],
        OtherRequirements: [],
      },
    },
  };
}

const empty = {
  RelevantSubjects: [],
  FurtherInformation: [],
  EntryRequirementPreface: "You'll usually need:",
  EntryRequirements: [],
  AdditionalInformation: [],
};

function taught(html: boolean, route: string): Json {
  return html
    ? {
        RelevantSubjects: `<p>You could take a sample ${route} course like:<ul><li>sampling</li><li>testing</li></ul></p>`,
        FurtherInformation: '',
        EntryRequirementPreface: ["You'll usually need:"],
        EntryRequirements: ['<p>4 or 5 GCSEs, or equivalent</p>', '<p>2 to 3 A levels</p>'],
        AdditionalInformation: [{ text: 'guide to courses', url: '/find-a-course' }],
      }
    : {
        RelevantSubjects: [`You could take a sample ${route} course.`],
        FurtherInformation: ['It takes 2 years.'],
        EntryRequirementPreface: "You'll usually need:",
        EntryRequirements: ['2 to 3 A levels'],
        AdditionalInformation: ['[student finance | https://www.gov.uk/student-finance]', 'guide to courses|https://www.gov.uk/courses'],
      };
}

/** A profile without a code and with a title that the index does not have. */
function unmapped(): Json {
  return { ...profileOf('1111', 'nothing at all', 3, 1), Soc: 'XXXX' };
}

// A synthetic snapshot of all profiles: HTML of the publisher's editing system and sentences of its API in turn, profiles with and without a
// SOC 2020 code, and unit groups with none, one or two profiles.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/sample/random.ts';
import { synthetic } from '#sources/kit/sample/tables.ts';
import type { ClassificationGroup, SampleRelease } from '#sources/kit/source.ts';

/** One release. Plain and full are the same, because the publisher has few profiles. */
export async function sample(): Promise<readonly SampleRelease[]> {
  // One unit group in nine has no profile, the others have one or two.
  const profiles = unitGroups.flatMap((group, place) =>
    place % 9 === 8 ? [] : [0, 1].slice(0, place % 4 === 0 ? 1 : 2).map((number) => profileOf(group, place, number)),
  );
  // Without a code, and with a title that the index does not have.
  profiles.push({ ...profileOf({ code: '1111', title: 'nothing at all' }, 3, 1), Soc: 'XXXX' });
  return [{ release: 'sample-2026-07-06', files: [{ name: 'job-profiles.json', bytes: Buffer.from(JSON.stringify(profiles)) }] }];
}

function profileOf({ code, title }: ClassificationGroup, place: number, number: number) {
  const draw = random(`career-profiles/${code}/${number}`);
  // The synthetic coding index has titles of the first kind, with equal codes in both classifications, and none of the second kind.
  const plain = title.replaceAll(',', '').toLowerCase();
  const name = number === 0 ? `Sample amber attic ${plain}` : `Sample (${plain})`;
  const isHtml = place % 2 === 0;
  const prose = (text: string) => [isHtml ? `<p>${text}</p>` : text];
  const told = (share: number, text: string) => (place % 40 !== 0 && draw.chance(share) ? prose(text) : []);
  const items = isHtml ? '<ul><li>a sample licence</li><li>R&amp;D experience</li></ul>' : 'a sample licence; R&D experience';
  const taught = (share: number, route: string) => {
    const subjects = told(share, `You could take a sample ${route} course.`);
    const isTold = subjects.length > 0;
    return {
      RelevantSubjects: subjects,
      FurtherInformation: isTold ? 'It takes 2 years.' : '',
      EntryRequirementPreface: "You'll usually need:",
      EntryRequirements: isTold ? [...prose('4 or 5 GCSEs, or equivalent'), ...prose('2 to 3 A levels')] : [],
      AdditionalInformation: isTold ? [{ text: 'guide to courses', url: '/find-a-course' }] : [],
    };
  };
  const unset = { EntryRequirementPreface: 'There are no set entry requirements for this route.', EntryRequirements: [] };
  return {
    Title: name,
    Url: `https://api.nationalcareers.service.gov.uk/job-profiles/${name.toLowerCase().replaceAll(' ', '-')}`,
    LastUpdatedDate: place % 7 === 0 ? '0001-01-01T00:00:00' : '2026-05-01T09:30:00Z',
    Soc: place % 11 === 0 ? `${code}A` : code,
    Soc2020: place % 5 === 0 && number === 1 ? code : null,
    AlternativeTitle: place % 4 === 0 ? 'Sample worker, Sample hand' : '',
    Overview: prose(`${synthetic}.`),
    HowToBecome: {
      EntryRoutes: {
        University: taught(0.5, 'university'),
        College: taught(0.5, 'college'),
        Apprenticeship: { ...taught(0.7, 'apprenticeship'), ...(draw.chance(0.2) ? unset : {}) },
        Work: told(0.5, 'You could start as a [synthetic sample assistant | /find-a-course].'),
        Volunteering: told(0.3, 'You could volunteer.'),
        DirectApplication: told(0.5, `You could apply if you have:${items}`),
        OtherRoutes: told(0.3, 'You could train abroad.'),
      },
      MoreInformation: {
        Registrations: draw.chance(0.2) ? ["you'll need a [sample card | https://example.org] to work on site"] : [],
        CareerTips: '',
        ProfessionalAndIndustryBodies: isHtml ? '<p>You could join the <a href="https://example.org">sample body</a>.</p>' : [],
        FurtherInformation: isHtml ? '' : [' item one; item two'],
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

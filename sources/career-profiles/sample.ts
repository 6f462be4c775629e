// A synthetic snapshot of all profiles, most without a SOC 2020 code: unit groups have none, one or
// two.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/random.ts';
import { jsonOf, synthetic } from '#sources/kit/sample/tables.ts';
import type { ClassificationGroup } from '#sources/kit/needs.ts';
import type { SampleRelease } from '#sources/kit/source.ts';

export async function sample(): Promise<readonly SampleRelease[]> {
  // One unit group in nine has no profile, the others have one or two.
  const profiles = unitGroups.flatMap((group, place) =>
    [0, 1]
      .slice(0, place % 9 === 8 ? 0 : place % 4 === 0 ? 1 : 2)
      .map((number) => profileOf(group, place, number)),
  );
  return [{ release: 'sample-2026-07-06', files: [jsonOf('job-profiles.json', profiles)] }];
}

const noMore = { CareerTips: [], FurtherInformation: [] };

function profileOf({ code, title }: ClassificationGroup, place: number, number: number) {
  const draw = random(`career-profiles/${code}/${number}`);
  // The synthetic coding index has titles of the first kind, with equal codes in both
  // classifications, and none of the second kind.
  const plain = title.replaceAll(',', '').toLowerCase();
  const name = number === 0 ? `Sample amber attic ${plain}` : `Sample (${plain})`;
  // One in forty profiles has no routes.
  const sometimes = (share: number, text: string) =>
    place % 40 !== 0 && draw.chance(share) ? [`<p>${text}</p>`] : [];
  const preface = () =>
    draw.chance(0.2)
      ? 'There are no set entry requirements for this route.'
      : "You'll usually need:";
  const taught = (share: number, route: string) => {
    const subjects = sometimes(share, `You could take a sample ${route} course.`);
    const isTold = subjects.length > 0;
    return {
      RelevantSubjects: subjects,
      FurtherInformation: isTold ? 'It takes 2 years.' : '',
      EntryRequirementPreface: isTold ? preface() : '',
      EntryRequirements:
        isTold && draw.chance(0.8)
          ? ['<p>4 or 5 GCSEs, or equivalent</p>', '<p>2 to 3 A levels</p>']
          : [],
      AdditionalInformation: isTold ? [{ text: 'guide to courses', url: '/find-a-course' }] : [],
    };
  };
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return {
    Title: name,
    Url: `https://api.nationalcareers.service.gov.uk/job-profiles/${slug}`,
    LastUpdatedDate: place % 7 === 0 ? '0001-01-01T00:00:00' : '2026-05-01T09:30:00Z',
    Soc: code,
    Soc2020: place % 5 === 0 && number === 1 ? code : null,
    AlternativeTitle: place % 4 === 0 ? 'Sample worker, Sample hand' : '',
    Overview: `<p>${synthetic}.</p>`,
    HowToBecome: {
      EntryRoutes: {
        University: taught(0.5, 'university'),
        College: taught(0.5, 'college'),
        Apprenticeship: taught(0.7, 'apprenticeship'),
        Work: sometimes(
          0.7,
          'You could start as a <a href="/find-a-course">synthetic sample assistant</a>.',
        ),
        Volunteering: sometimes(0.3, 'You could volunteer as a sample worker.'),
        DirectApplication: sometimes(
          0.7,
          'You could apply if you have:<ul><li>a sample licence</li><li>R&amp;D ' +
            'experience</li></ul>',
        ),
        OtherRoutes: sometimes(0.3, 'You could train abroad as a sample worker.'),
      },
      MoreInformation: {
        Registrations: draw.chance(0.6)
          ? ["you'll need a [sample card | https://example.org] to work on site"]
          : [],
        ProfessionalAndIndustryBodies:
          '<p>You could join the <a href="https://example.org">sample body</a>.</p>',
        ...noMore,
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

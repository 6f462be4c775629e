// A synthetic snapshot of all profiles, most without a SOC 2020 code: unit groups have none, one or
// two.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/random.ts';
import { jsonOf, synthetic } from '#sources/kit/sample/tables.ts';
import type { ClassificationGroup } from '#sources/kit/needs.ts';
import type { SampleRelease } from '#sources/kit/source.ts';

export async function sample(): Promise<readonly SampleRelease[]> {
  const profiles = unitGroups.flatMap((group, index) =>
    Array.from({ length: profilesOfGroup(index) }, (_, number) => profileOf(group, index, number)),
  );
  return [{ release: 'sample-2026-07-06', files: [jsonOf('job-profiles.json', profiles)] }];
}

/** One unit group in nine has no profile, the others have one or two. */
function profilesOfGroup(index: number): number {
  if (index % 9 === 8) return 0;
  return index % 4 === 0 ? 1 : 2;
}

const noMore = { CareerTips: [], FurtherInformation: [] };

function profileOf({ code, title }: ClassificationGroup, index: number, number: number) {
  const draw = random(`career-profiles/${code}/${number}`);
  // The synthetic coding index has titles of the first kind, with equal codes in both
  // classifications, and none of the second kind.
  const plain = title.replaceAll(',', '').toLowerCase();
  const name = number === 0 ? `Sample amber attic ${plain}` : `Sample (${plain})`;
  // One in forty profiles has no routes.
  const sometimes = (share: number, text: string) =>
    index % 40 !== 0 && draw.chance(share) ? [`<p>${text}</p>`] : [];
  const preface = () =>
    draw.chance(0.2)
      ? 'There are no set entry requirements for this route.'
      : "You'll usually need:";
  const taught = (share: number, route: string) => {
    const subjects = sometimes(share, `You could take a sample ${route} course.`);
    const hasRoute = subjects.length > 0;
    return {
      RelevantSubjects: subjects,
      FurtherInformation: hasRoute ? 'It takes 2 years.' : '',
      EntryRequirementPreface: hasRoute ? preface() : '',
      EntryRequirements:
        hasRoute && draw.chance(0.8)
          ? ['<p>4 or 5 GCSEs, or equivalent</p>', '<p>2 to 3 A levels</p>']
          : [],
      AdditionalInformation: hasRoute ? [{ text: 'guide to courses', url: '/find-a-course' }] : [],
    };
  };
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return {
    Title: name,
    Url: `https://api.nationalcareers.service.gov.uk/job-profiles/${slug}`,
    LastUpdatedDate: index % 7 === 0 ? '0001-01-01T00:00:00' : '2026-05-01T09:30:00Z',
    Soc: code,
    Soc2020: index % 5 === 0 && number === 1 ? code : null,
    AlternativeTitle: index % 4 === 0 ? 'Sample worker, Sample hand' : '',
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

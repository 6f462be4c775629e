// The whole list is at one address. It is undocumented and has neither version nor date, so the day
// of fetching names the release.
import type { Discovery, Web } from '#sources/kit/discovery.ts';

export const landingPage = 'https://skillsengland.education.gov.uk/apprenticeships';
export const listAddress = 'https://skillsengland.education.gov.uk/api/apprenticeshipstandards';
export const listFile = 'apprenticeshipstandards.json';

export function discover(_web: Web, today: string): Promise<Discovery> {
  const file = { name: listFile, url: listAddress };
  return Promise.resolve({
    releases: [{ name: today, released: null, files: [file] }],
    nextRelease: null,
    notices: [],
    remarks: [],
  });
}

// Finds the files of the known tables. ONS makes such tables once, at a user's request, each with a
// new number and address, and promises no successor. So the addresses are pinned here. A possible
// successor is reported to a person and never fetched.
import { onlyDownload, onsAddress, readEdition } from '#sources/kit/read/ons-pages.ts';
import type { Discovery, Web } from '#sources/kit/discovery.ts';
import { PageError, messageOf } from '#sources/kit/problem.ts';
import { files as kinds } from './layout.ts';

const employment = 'employmentandlabourmarket/peopleinwork/employmentandemployeetypes';
const adHocs = `${onsAddress}/${employment}/adhocs`;

/** Table 3136, by industry, of 14 November 2025. */
export const landingPage = `${adHocs}/3136employmentbyoccupationandindustrysectionasuk2021to2024`;

/** Table 3501, by age and highest qualification. We know its address from one user of the table. */
export const peoplePage =
  `${adHocs}/35014digitoccupationalcodingsocbyagehighestqualification` +
  'sex4digitindustrysicanditl3regionukapril2025tomarch2026';

/** The release that the pinned pages make up. */
const pinned = '2021-2024';

/**
 * The search of the publisher's site, newest first, for titles like those of the two tables. We
 * have not seen its answers.
 */
export const successorSearch =
  'https://api.beta.ons.gov.uk/v1/search?content_type=static_adhoc&sort=release_date' +
  '&q=4+digit+SOC+occupational+coding+highest+qualification+industry';

export async function discover(web: Web): Promise<Discovery> {
  const industry = await readEdition(web, landingPage);
  const remarks = [...industry.remarks];
  const files = [onlyDownload(landingPage, 'workbook', kinds.byIndustry.match, industry)];
  try {
    const people = await readEdition(web, peoplePage);
    remarks.push(...people.remarks);
    files.push(onlyDownload(peoplePage, 'workbook', kinds.byAgeAndQualification.match, people));
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    remarks.push(`ages and qualifications are left out: ${error.message}`);
  }
  remarks.push(...(await successors(web)));
  const notices = industry.notices.map((notice) => ({ release: pinned, ...notice }));
  return {
    releases: [{ name: pinned, released: industry.released, files }],
    nextRelease: null,
    notices,
    remarks,
  };
}

const namesOccupations = /\bsoc\b|occupation/i;
const namesBreakdown = /industry|qualification|\bage\b/i;

/**
 * Possible successors of the pinned pages. They are only information, so a failure here does not
 * stop the run.
 */
async function successors(web: Web): Promise<string[]> {
  try {
    const answer = await web.json(successorSearch);
    const items: readonly unknown[] =
      isRecord(answer) && Array.isArray(answer['items']) ? answer['items'] : [];
    const remarks: string[] = [];
    for (const item of items) {
      const { title, uri } = isRecord(item) ? item : {};
      if (typeof title !== 'string' || typeof uri !== 'string') continue;
      const page = `${onsAddress}${uri}`;
      const isPinned = page === landingPage || page === peoplePage;
      if (isPinned || !namesOccupations.test(title) || !namesBreakdown.test(title)) continue;
      remarks.push(
        `possible successor: "${title}" at ${page}; look at it and, if it is one, ` +
          'pin it in sources/aps-workforce/discover.ts',
      );
    }
    return remarks;
  } catch (error) {
    return [`the search for successors failed: ${messageOf(error)}`];
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

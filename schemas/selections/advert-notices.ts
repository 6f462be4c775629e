// The notices of answers about adverts for incomplete years.
import {
  type Comparison,
  type Parts,
  type Total,
  fewestParts,
  whyUnranked,
} from '../advert-totals.ts';

const wholeYear: Readonly<Record<Parts, string>> = { months: 'twelve', quarters: 'four' };

/** For incomplete years: what the total leaves out, and why there is no rank or change. */
export function noticesOfYears(
  latest: Total,
  { changeWithheld }: Comparison,
  parts: Parts,
  most: number,
): string[] {
  const unranked = whyUnranked(latest, parts, most);
  const notices: string[] = [];
  if (latest.suppressed > 0 && latest.adverts !== null)
    notices.push(
      `The total leaves out ${latest.suppressed} of the latest ${wholeYear[parts]} ` +
        `${parts}, because their figures are not published.`,
    );
  if (unranked !== null && latest.adverts !== null) {
    const { published } = latest;
    const are = published === 1 ? `1 ${parts.slice(0, -1)} is` : `${published} ${parts} are`;
    const publishedTotals = `No rank is given. Of the latest ${wholeYear[parts]}, ${are} published`;
    notices.push(
      published < fewestParts[parts]
        ? `${publishedTotals}. Totals of fewer than ${fewestParts[parts]} are not ranked.`
        : `${publishedTotals} for this occupation and ${most} for others in the area. ` +
            `Only totals of ${most} are ranked.`,
    );
  }
  if (changeWithheld?.reason === 'incomplete-period')
    notices.push(
      `No change is given. Fewer than ${fewestParts[parts]} ${parts} are published in both years.`,
    );
  else if (changeWithheld !== null)
    notices.push(`No change is given. ${changeWithheld.explanation}`);
  return notices;
}

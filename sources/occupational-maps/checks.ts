// What a harvest of the maps must show before it is served: all occupations, known codes, and products.
import { textChecks } from '#sources/kit/checks-texts.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { quoteList } from '#sources/kit/problem.ts';
import type { Check, Examined } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { bodiesOf } from './documents.ts';
import { occupationsBySoc } from './map-to-soc.ts';
import type { Rows } from './parse.ts';
import { type MapObservations, type Occupation, productTypes } from './reshape.ts';

type Edition = Examined<Rows, MapObservations>;

type Read = (occupation: Occupation) => readonly (string | number | null)[];

// Read by eye in the publisher's answers of 6 July 2026. They hold only in that harvest: the publisher keeps no earlier versions.
const anchors: readonly (readonly [code: string, what: string, expected: string, read: Read])[] = [
  [
    'OCC0118',
    'SOC 2020 and sub-unit groups',
    '3544 3544/00 2433/04',
    ({ soc2020, subUnitGroups }) => [soc2020, ...subUnitGroups.map(({ code }) => code)],
  ],
  [
    'OCC0118',
    'the primary sub-unit group',
    '3544/00',
    ({ subUnitGroups }) => subUnitGroups.filter(({ isPrimary }) => isPrimary).map(({ code }) => code),
  ],
  [
    'OCC0118',
    'apprenticeships, higher technical qualifications, all products',
    '1 12 13',
    ({ products }) => [countOf(products, 'apprenticeship'), countOf(products, 'higher-technical-qualification'), products.length],
  ],
  [
    'OCC0118',
    'the standard',
    'ST0118 approved',
    ({ products }) => products.filter(({ kind }) => kind === 'apprenticeship').flatMap(({ code, status }) => [code, status]),
  ],
  ['OCC0118', 'job titles', '6', ({ jobTitles }) => [jobTitles.length]],
  ['OCC0118', 'level and version', '4 1.1', ({ level, version }) => [level, version]],
  ['OCC0118', 'route and pathway', 'Digital Digital Business Services', ({ route, pathway }) => [route, pathway]],
  ['OCC0135', 'SOC 2010 and SOC 2020', '6121 6111', ({ soc2010, soc2020 }) => [soc2010, soc2020]],
  [
    'OCC0135',
    'apprenticeships, T Levels, technical qualifications, all products',
    '1 1 5 7',
    ({ products }) => [
      ...(['apprenticeship', 't-level', 'technical-qualification'] as const).map((kind) => countOf(products, kind)),
      products.length,
    ],
  ],
  ['OCC0135', 'T Level', 'TL0008a', ({ products }) => products.filter(({ kind }) => kind === 't-level').map(({ code }) => code)],
  ['OCC0135', 'version', '1.5', ({ version }) => [version]],
  [
    'OCC0054',
    'codes, numbers of sub-unit groups and products',
    'none none 0 0',
    ({ soc2010, soc2020, subUnitGroups, products }) => [soc2010, soc2020, subUnitGroups.length, products.length],
  ],
  ['OCC0054', 'status and overview', 'potential none', ({ status, overview }) => [status, overview]],
];

const codeOfKind = new Map(Object.values(productTypes).map(([, kind, code]) => [kind, code]));
const countOf = (products: Occupation['products'], kind: Occupation['products'][number]['kind']) =>
  products.filter((product) => product.kind === kind).length;
const listedStandards = ({ needs }: Edition) => needs.get('apprenticeship-standards')?.standards;
const occupationsOf = ({ observations }: Edition) => observations.occupations;
const apprenticeshipsOf = (edition: Edition) =>
  occupationsOf(edition).flatMap(({ products }) => products.filter(({ kind }) => kind === 'apprenticeship'));

function placeOfOccupation({ code }: Occupation, { release }: Edition): string {
  return placeOf(release, { printedAs: code });
}

/** One finding for the release if `fault` has something to say. */
function ofRelease(fault: (edition: Edition, previous: Edition | null) => string | null): check.Rule<Edition> {
  return (edition, previous) => {
    const message = fault(edition, previous);
    return message === null ? [] : [{ place: placeOfRelease(edition.release), message }];
  };
}

/** What `fault` says of each occupation. */
function eachOccupation(fault: (occupation: Occupation, edition: Edition) => string | null): check.Rule<Edition> {
  return check.each(occupationsOf, placeOfOccupation, fault);
}

/** A rule of whole harvests. A part would always fail it. */
function ofWhole(rule: check.Rule<Edition>): check.Rule<Edition> {
  return (edition, previous) => (edition.observations.isWhole ? rule(edition, previous) : []);
}

/** A number of the whole harvest lies within the band. */
function withinWhole(what: string, numberOf: (edition: Edition) => number, band: check.Band): check.Rule<Edition> {
  return ofWhole(check.within(what, (edition) => [[placeOfRelease(edition.release), numberOf(edition)]], band));
}

export const checks: readonly Check<Rows, MapObservations>[] = [
  check.block(
    'occupation-count',
    'A whole harvest has 1,000 to 1,600 occupations (1,269 and 1,287 were seen), within 15 % of the previous one. A part never follows a whole.',
    withinWhole('the number of occupations', (edition) => occupationsOf(edition).length, [1000, 1600]),
    ofWhole(
      check.moves((edition, previous) => {
        const before = previous?.observations.isWhole ? occupationsOf(previous).length : null;
        return [[placeOfRelease(edition.release), occupationsOf(edition).length, before]];
      }, check.eitherWay(15)),
    ),
    ofRelease((edition, previous) =>
      previous?.observations.isWhole && !edition.observations.isWhole
        ? `holds ${occupationsOf(edition).length} single occupations, the previous edition all ${occupationsOf(previous).length}`
        : null,
    ),
  ),
  check.knownIssue(
    'part-of-the-maps',
    'The harvest is whole, not a few single occupations.',
    ofRelease(({ observations: { isWhole, occupations } }) =>
      isWhole
        ? null
        : `holds ${occupations.length} of the publisher's some 1,270 occupations: most unit groups have no occupation, and their answers say so`,
    ),
  ),
  check.knownIssue(
    'standards-at-hand',
    'The list of apprenticeship standards is available. It states durations, funding and retired standards.',
    ofRelease((edition) =>
      listedStandards(edition) === undefined
        ? 'no edition of apprenticeship-standards is served: duration, funding and hours are withheld, and statuses come from the maps'
        : null,
    ),
  ),
  check.block(
    'level-range',
    'Levels are 2 to 7.',
    check.within('the level', (edition) => occupationsOf(edition).map((one) => [placeOfOccupation(one, edition), one.level]), [2, 7]),
  ),
  check.block(
    'soc2020-in-structure',
    'Every SOC 2020 code is a unit group.',
    eachOccupation(({ soc2020 }, { observations: { unitGroups } }) =>
      soc2020 === null || unitGroups.includes(soc2020) ? null : `"${soc2020}" is not a unit group of SOC 2020`,
    ),
  ),
  check.block(
    'sub-unit-shape',
    'Sub-unit groups have the shape 0000/00, within a unit group.',
    eachOccupation(({ subUnitGroups }, { observations: { unitGroups } }) => {
      const wrong = subUnitGroups.filter(({ code, unitGroup }) => !/^\d{4}\/\d{2}$/.test(code) || !unitGroups.includes(unitGroup));
      return wrong.length === 0 ? null : `${quoteList(wrong.map(({ code }) => code))} is not a sub-unit group of SOC 2020`;
    }),
  ),
  check.knownIssue(
    'one-primary',
    'At most one sub-unit group is primary, and it lies in the unit group of the main code.',
    eachOccupation(({ soc2020, subUnitGroups }) => {
      const primary = subUnitGroups.filter(({ isPrimary }) => isPrimary);
      if (primary.length > 1) return `${quoteList(primary.map(({ code }) => code))} are all primary`;
      const [one] = primary;
      return one === undefined || one.unitGroup === soc2020
        ? null
        : `the primary sub-unit group is ${one.code}, the main code ${soc2020 ?? 'none'}`;
    }),
  ),
  check.knownIssue(
    'mapped-share',
    'At least 85 % of the approved occupations have a SOC 2020 code (to be set again after the first whole harvest).',
    ofWhole(
      check.mostAre(
        ({ release }) => placeOfRelease(release),
        'approved occupations have no SOC 2020 code',
        (edition) => {
          const approved = occupationsOf(edition).filter(({ status }) => status === 'approved');
          return approved.map(({ code, soc2020 }) => [code, soc2020 !== null]);
        },
        0.85,
      ),
    ),
  ),
  check.knownIssue(
    'unit-groups-reached',
    'At least 250 unit groups are the main code of an occupation (278 were seen).',
    withinWhole(
      'the number of unit groups that are the main code of an occupation',
      (edition) => new Set(occupationsOf(edition).flatMap(({ soc2020 }) => soc2020 ?? [])).size,
      check.atLeast(250),
    ),
  ),
  check.block(
    'products-not-vanished',
    'Occupations have at least 1,500 products in all (1,990 were seen).',
    // The publisher leaves out empty lists, so a renamed key looks like "no products".
    withinWhole(
      'the number of products',
      (edition) => occupationsOf(edition).reduce((sum, { products }) => sum + products.length, 0),
      check.atLeast(1500),
    ),
  ),
  check.info(
    'unmapped',
    'Occupations with neither code are counted: they belong to no unit group.',
    check.each(
      occupationsOf,
      ({ code }) => code,
      ({ soc2010, soc2020, subUnitGroups }) =>
        soc2010 === null && soc2020 === null && subUnitGroups.length === 0 ? 'has neither a SOC 2010 nor a SOC 2020 code' : null,
    ),
  ),
  check.knownIssue(
    'apprenticeship-join',
    'At least 98 % of the standards that the maps call open or retired are in the list of standards. For the others we only have the maps.',
    check.mostAre(
      ({ release }) => placeOfRelease(release),
      'standards are not in the list',
      (edition) => {
        const standards = listedStandards(edition);
        const named = apprenticeshipsOf(edition).filter(({ status }) => status !== 'in-development');
        const codes = [...new Set(named.map(({ code }) => code))].sort(byCodeUnit);
        return standards === undefined ? [] : codes.map((code) => [code, standards.has(code)]);
      },
      0.98,
    ),
  ),
  check.info(
    'standards-on-a-map',
    'Open standards that no answer shows are counted: they are on no map, or their occupations have no unit group or have not left development.',
    (edition) => {
      const onMaps = new Set(apprenticeshipsOf(edition).map(({ code }) => code));
      const bodies = [...bodiesOf(edition.observations, edition.needs).values()];
      const shown = new Set(
        bodies.flatMap(({ occupations }) => occupations.flatMap(({ apprenticeships }) => apprenticeships.map(({ code }) => code))),
      );
      return [...(listedStandards(edition)?.values() ?? [])]
        .filter(({ reference, status }) => status === 'approved' && !shown.has(reference))
        .map(({ reference, title }) => ({
          place: reference,
          message: `"${title}" is ${onMaps.has(reference) ? 'on the maps, and in no unit group' : 'on no map'}`,
        }));
    },
  ),
  check.knownIssue(
    'product-codes',
    'The code of a product begins as the codes of its type do: a T Level is no apprenticeship, whatever number its type has.',
    eachOccupation(({ products }) => {
      const wrong = products.filter(({ kind, code }) => !code.startsWith(codeOfKind.get(kind) ?? ''));
      return wrong.length === 0 ? null : wrong.map(({ kind, code }) => `the ${kind} "${code}" has the code of another type`).join(', ');
    }),
  ),
  check.knownIssue(
    'status-agrees',
    'Maps and list agree on whether a standard is open. If they differ, we follow the list.',
    check.each(
      apprenticeshipsOf,
      ({ code }) => `occupational-maps ${code}`,
      ({ code, status }, edition) => {
        const listed = listedStandards(edition)?.get(code)?.status;
        const disagrees = listed !== undefined && status !== 'in-development' && (status === 'approved') !== (listed === 'approved');
        return disagrees ? `is ${status} on the maps and ${listed} in the list of standards` : null;
      },
    ),
  ),
  check.block(
    'text-clean',
    'No text in an answer holds markup.',
    eachOccupation(({ title, overview, jobTitles, products }) => {
      const texts = [title, overview ?? '', ...jobTitles, ...products.map((product) => product.title)];
      const dirty = texts.filter((text) => /<|&lt;|&nbsp;|&amp;/.test(text));
      return dirty.length === 0 ? null : `holds markup: ${quoteList(dirty)}`;
    }),
  ),
  // Of the same publisher's standards 97 % have such job titles and 77 % such an overview; shifted by a row 28 and 21 %.
  ...textChecks(
    (edition: Edition) =>
      occupationsOf(edition).map((one) => ({
        code: one.code,
        title: one.title,
        parts: { overview: one.overview === null ? [] : [one.overview], jobTitles: one.jobTitles },
        place: (part) => `${placeOfOccupation(one, edition)} ${part}`,
      })),
    { overview: 0.55, jobTitles: 0.7 },
  ),
  check.info(
    'unit-groups-listed',
    'Unit groups without an occupation are counted.',
    ofRelease(({ observations, needs }) => {
      const mapped = [...occupationsBySoc(observations, needs.get('soc-index').entries).values()];
      const empty = mapped.filter((occupations) => occupations.length === 0).length;
      return empty === 0 ? null : `${empty} unit groups have no occupation of the maps`;
    }),
  ),
  check.block(
    'anchors',
    'Values read by eye in the answers of 6 July 2026.',
    check.inReleases(
      ['2026-07-06'],
      check.agree((edition) =>
        anchors.map(([code, what, expected, read]) => {
          const occupation = occupationsOf(edition).find((candidate) => candidate.code === code);
          const found =
            occupation === undefined
              ? undefined
              : read(occupation)
                  .map((value) => value ?? 'none')
                  .join(' ');
          return [placeOf(edition.release, { printedAs: code }), found, expected, what];
        }),
      ),
    ),
  ),
];

// The area that a question names.
import { expect, test } from 'vitest';
import { areaOf, areas } from '#schemas/codes.ts';
import { placeIn } from '#server/pages/places.ts';

const local = (
  [
    ['E08000035', 'leeds', 'Leeds', 'yorkshire-and-the-humber'],
    ['E07000065', 'wealden', 'Wealden', 'south-east'],
    ['E08000021', 'newcastle-upon-tyne', 'Newcastle upon Tyne', 'north-east'],
    ['E07000091', 'new-forest', 'New Forest', 'south-east'],
    ['E06000023', 'bristol-city-of', 'Bristol, City of', 'south-west'],
  ] as const
).map(([code, slug, name, region]) => ({
  code,
  slug,
  name,
  partOf: areaOf(region),
  formerCodes: [],
}));

test.each([
  ['nurse in Yorkshire', ['in yorkshire'], 'Yorkshire and The Humber'],
  ['electrician leeds', ['leeds'], 'Leeds'],
  ['jobs near Leeds', [], 'Leeds'],
  ['nurse in newcastle', ['in newcastle'], 'Newcastle upon Tyne'],
  ['ranger, new forest', ['forest'], 'New Forest'],
  ['electrician in bristol', ['in bristol'], 'Bristol, City of'],
  ['yorkshire', [], 'Yorkshire and The Humber'],
  ['best paid in wales', [], 'Wales'],
  // Work in a forest, and not in one of that name.
  ['forest', [], undefined],
  ['nurse', [], undefined],
])('%s', (question, setAside, name) => {
  const place = placeIn(question, setAside, local);
  expect(place?.name).toBe(name);
  if (place !== null) expect(areas.map(({ slug }) => slug)).toContain(place.region);
});

// The paths of the pages that are made of answers and tables.

export const pagePaths = [
  '/',
  '/occupations',
  '/occupations/{soc}',
  '/search',
  '/compare',
  '/areas',
  '/areas/{area}',
  '/reference',
  '/reference/{endpoint}',
  '/guides/{guide}',
  '/changelog',
  '/versioning',
  '/terms',
  '/status',
] as const;
export type PagePath = (typeof pagePaths)[number];

// The 15 routes of Skills England, as the occupational maps print them and the list of standards
// names them.

/** By route id, from 1. The maps show the routes in another sequence. */
export const mapRoutes: readonly string[] = [
  'Agriculture, environmental and animal care',
  'Business and administration',
  'Catering and hospitality',
  'Education and early years',
  'Construction and the built environment',
  'Creative and design',
  'Digital',
  'Engineering and manufacturing',
  'Hair and beauty',
  'Health and science',
  'Legal, finance and accounting',
  'Protective services',
  'Sales, marketing and procurement',
  'Care services',
  'Transport and logistics',
];

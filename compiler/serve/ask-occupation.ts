// How the pages of occupations choose between areas, for lmi show, which says the same on a terminal. It loads nothing that draws.
export { type Asked, type Question, areasOf, mayBeOfEngland, orOfEngland } from '#server/pages/occupation/answers.ts';

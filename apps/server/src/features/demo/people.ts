/** Invented users; the first is listed next to the user who set up the instance. */
export const people = [
  { first_name: 'Maya', last_name: 'Okafor' },
  { first_name: 'Jonas', last_name: 'Lindqvist' },
  { first_name: 'Priya', last_name: 'Raman' },
  { first_name: 'Aiko', last_name: 'Tanabe' },
  { first_name: 'Tomás', last_name: 'Herrera' },
  { first_name: 'Elif', last_name: 'Demir' },
  { first_name: 'Samuel', last_name: 'Boateng' },
  { first_name: 'Nora', last_name: 'Fitzgerald-Castellanos' },
] as const

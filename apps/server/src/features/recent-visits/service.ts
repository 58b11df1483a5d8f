/** Whoever opens something for a person says so here. */
export { upsertVisit as recordVisit } from './queries.ts'

import { badRequest } from './errors.ts'

/** The timestamp in a query parameter, for the database to parse; null without one. */
export function readMoment(parameter: string, text: string | undefined): string | null {
  if (!text) return null
  // A plus sign in an address arrives as a space.
  const moment = text.replace(/ (\d\d:?\d\d)$/, '+$1')
  if (Number.isNaN(Date.parse(moment))) {
    throw badRequest({ detail: `Invalid ${parameter} parameter.` })
  }
  return moment
}

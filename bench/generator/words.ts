import type { Random } from '../../apps/server/src/features/demo/random.ts'

const list = (words: string) => words.trim().split(/\s*,\s*/)

const verbs =
  list(`Fix, Add, Remove, Rewrite, Document, Measure, Speed up, Investigate, Replace, Test,
  Simplify, Migrate, Review, Clean up, Explain, Restore, Prepare, Roll out, Deprecate, Rename, Merge,
  Split, Validate, Cache, Retry, Log, Translate, Redesign, Reproduce, Unblock`)
const adjectives = list(`slow, broken, missing, duplicate, stale, flaky, unused, hidden, misaligned,
  outdated, incomplete, unexpected, temporary, optional, nested, concurrent, empty, oversized, legacy,
  anonymous, expired, archived, truncated, cached, failing, unclear, manual, inconsistent`)
const things = list(`login form, export dialog, invoice template, search index, webhook retries,
  audit log, date picker, password reset, onboarding tour, rate limiter, image upload, e-mail digest,
  sidebar, keyboard shortcuts, permission check, billing page, release notes, nightly backup,
  status badge, project board, activity feed, comment editor, mobile layout, dark theme, API token,
  calendar sync, error page, timezone handling, translation file, bulk edit, drag handle, progress bar,
  notification settings, session cookie, database migration, test fixture, load balancer, home screen`)
const places = list(`on small screens, for guests, after a restart, in Safari, when offline,
  for archived projects, behind a proxy, with many labels, under heavy load, on first sign-in,
  in the weekly report, for imported items, when the network drops, during an upgrade,
  in right-to-left languages, before the release, for customers on the old plan,
  with a screen reader, after the timezone changes, when two people edit at once`)
const openings = list(`It happens every time, Reported twice this week, We saw this in the logs,
  The customer asks for a date, This blocks the release, Nobody remembers why it works this way,
  Steps are in the attached video, Only some accounts are affected, A workaround exists`)

const phrase = (random: Random) =>
  `${random.oneOf(verbs)} ${random.oneOf(adjectives)} ${random.oneOf(things)}`

const MAX_LENGTH = 250

/** Mostly 30 to 70 characters; one in two hundred is a whole paragraph. */
export function makeTitle(random: Random): string {
  if (random.chance(0.005)) {
    let title = phrase(random)
    while (title.length < MAX_LENGTH) title += `, ${phrase(random).toLowerCase()}`
    return title.slice(0, MAX_LENGTH).trimEnd()
  }
  return random.chance(0.6) ? `${phrase(random)} ${random.oneOf(places)}` : phrase(random)
}

export function makeParagraphs(random: Random): string[] {
  if (random.chance(0.6)) return []
  return Array.from({ length: random.between(1, 3) }, () => {
    const sentence = `${phrase(random)} ${random.oneOf(places)}.`
    return `${random.oneOf(openings)}. ${sentence}`
  })
}

export const projectNames =
  list(`Trail Maps, Sync Engine, Website, Billing, Mobile App, Data Platform,
  Support Desk, Growth, Infrastructure, Design System, Identity, Partner Portal, Reporting, Search,
  Field Operations, Research, Hiring, Security, Localisation, Hardware`)
export const labelNames =
  list(`Bug, Feature, Performance, Security, Design, Documentation, Customer,
  Regression, Accessibility, Tech debt, Question, Release`)
export const moduleNames =
  list(`Checkout, Onboarding, Public API, Importers, Mobile parity, Billing migration,
  Offline mode, Search relevance`)
export const stateNames = {
  backlog: list('Backlog, Ideas, Someday, Needs details, Parked, Inbox'),
  unstarted: list('Todo, Ready, Planned, Next up, Accepted, Scheduled'),
  started: list(
    'In Progress, In Review, In Testing, Blocked, Waiting, Reworking, Staging, Approval',
  ),
  completed: list('Done, Released, Verified, Shipped, Closed'),
  cancelled: list('Cancelled, Duplicate, Declined, Obsolete, Cannot reproduce'),
}
export const firstNames =
  list(`Maya, Jonas, Priya, Aiko, Tomás, Elif, Samuel, Nora, Chen, Olu, Ingrid,
  Mateo, Fatima, Lukas, Zofia, Amir, Grace, Henrik, Yara, Dmitri`)
export const lastNames =
  list(`Okafor, Lindqvist, Raman, Tanabe, Herrera, Demir, Boateng, Fitzgerald,
  Wei, Adeyemi, Nilsen, Castellanos, Haddad, Brandt, Kowalska, Rahimi, Mbeki, Sørensen, Novak, Ito`)

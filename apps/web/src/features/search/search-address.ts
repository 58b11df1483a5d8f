import {
  type SearchHit,
  type SearchKind,
  searchAges,
  searchKinds,
  searchOrders,
  searchStates,
} from '@cairn/contract'
import { itemAddress } from '#entities/work-item/item-address.ts'

/** The search text and filters; all of it is in the URL. */
export interface Question {
  q: string
  kind?: SearchKind
  projects: readonly string[]
  state?: (typeof searchStates)[number]
  updated?: (typeof searchAges)[number]
  order?: (typeof searchOrders)[number]
}

const oneOf = <V extends string>(values: readonly V[], text: unknown): V | undefined =>
  values.find((value) => value === text)

/** The URL may contain anything. */
export function readQuestion(search: Record<string, unknown>): Question {
  const { q, kind, projects, state, updated, order } = search
  return {
    q: typeof q === 'string' ? q : '',
    kind: oneOf(searchKinds, kind),
    projects: typeof projects === 'string' && projects ? projects.split(',') : [],
    state: oneOf(searchStates, state),
    updated: oneOf(searchAges, updated),
    order: oneOf(searchOrders, order),
  }
}

/** Without empty values, to keep the URL short. */
export function toSearch({ projects, ...rest }: Question): Record<string, string> {
  const all = { ...rest, projects: projects.join(',') }
  return Object.fromEntries(Object.entries(all).filter((entry) => Boolean(entry[1])))
}

export const hasFilters = ({ kind, projects, state, updated }: Question) =>
  Boolean(kind ?? state ?? updated) || projects.length > 0

interface ResultLink {
  to: string
  search?: Record<string, string>
}

const inProject = (slug: string, { project_id }: SearchHit, path: string): ResultLink => ({
  to: `/${slug}/projects/${project_id}/${path}`,
})

const itemLink = (slug: string, hit: SearchHit): ResultLink =>
  // Items in intake have no page of their own yet.
  hit.state__group === 'triage' || hit.kind === 'intake'
    ? { ...inProject(slug, hit, 'intake/'), search: { inboxIssueId: hit.work_item_id ?? hit.id } }
    : { to: itemAddress(slug, hit.key ?? '') }

function viewLink(slug: string, hit: SearchHit): ResultLink {
  if (hit.teamspace_id) return { to: `/${slug}/teamspaces/${hit.teamspace_id}/views/${hit.id}/` }
  if (!hit.project_id) return { to: `/${slug}/workspace-views/${hit.id}/` }
  return inProject(slug, hit, `views/${hit.id}/`)
}

const links: Record<SearchKind, (slug: string, hit: SearchHit) => ResultLink> = {
  work_item: itemLink,
  intake: itemLink,
  comment: itemLink,
  page: (slug, hit) => inProject(slug, hit, `pages/${hit.id}/`),
  project: (slug, hit) => inProject(slug, hit, 'issues/'),
  cycle: (slug, hit) => inProject(slug, hit, `cycles/${hit.id}/`),
  module: (slug, hit) => inProject(slug, hit, `modules/${hit.id}/`),
  view: viewLink,
  // The items with this label.
  label: (slug, hit) => ({ ...inProject(slug, hit, 'issues/'), search: { labels: hit.id } }),
  person: (slug, hit) => ({ to: `/${slug}/profile/${hit.user_ids[0] ?? ''}/` }),
}

/** Where a result is opened. */
export const linkOf = (slug: string, hit: SearchHit): ResultLink => links[hit.kind](slug, hit)

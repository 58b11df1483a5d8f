import type {
  EstimateType,
  ItemTemplate,
  Project,
  ProjectTemplate,
  StateGroup,
  TemplateItem,
  View,
  ViewFilters,
} from '@cairn/contract'
import { parseId } from '@cairn/contract'

/** Of the project itself. Its name, members and dates are its own. */
export type SetUp = Pick<
  Project,
  | ('module_view' | 'cycle_view' | 'issue_views_view' | 'page_view' | 'intake_view')
  | ('is_time_tracking_enabled' | 'is_issue_type_enabled' | 'is_epic_enabled')
  | ('guest_view_all_features' | 'members_can_publish' | 'archive_in' | 'close_in' | 'timezone')
  | ('type_ids' | 'default_type' | 'default_state')
>

interface Estimate {
  id: string
  name: string
  description: string
  type: EstimateType
  is_active: boolean
  points: { id: string; key: number; value: string; description: string }[]
}

/** What a template has, with the ids of the project it was saved from. */
export interface Content {
  set_up: SetUp
  states: {
    id: string
    name: string
    description: string
    color: string
    sequence: number
    group: StateGroup | 'triage'
    default: boolean
    wip_limit: number | null
  }[]
  /** Parents first. */
  labels: {
    id: string
    name: string
    description: string
    color: string
    parent_id: string | null
    sort_order: number
  }[]
  estimate: Estimate | null
  views: Pick<
    View,
    | ('name' | 'description' | 'filters' | 'display_filters' | 'display_properties')
    | ('logo_props' | 'sort_order')
  >[]
  item_templates: Pick<ItemTemplate, 'name' | 'items'>[]
  modules: { id: string; name: string; description: string; sort_order: number }[]
  /** Trees: each is an item with its sub-items. */
  items: TemplateItem[][]
  /** Parents first; their links name the project they were saved from. */
  pages?: { project_id: string; all: TemplatePage[] }
}

export interface TemplatePage {
  id: string
  parent: string | null
  name: string
  description_html: string
  color: string
  labels: string[]
  logo_props: Record<string, unknown>
  view_props: Record<string, unknown>
}

export const countsOf = (content: Content): ProjectTemplate['counts'] => ({
  states: content.states.filter(({ group }) => group !== 'triage').length,
  labels: content.labels.length,
  views: content.views.length,
  item_templates: content.item_templates.length,
  modules: content.modules.length,
  items: content.items.flat().length,
  pages: content.pages?.all.length ?? 0,
})

const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** The same with new ids for its own rows, wherever they are named: in filters and queries too. */
export function withNewIds(content: Content): Content {
  const { states, labels, modules, estimate, pages } = content
  const own = [
    ...states,
    ...labels,
    ...modules,
    ...(pages?.all ?? []),
    ...(estimate ? [estimate, ...estimate.points] : []),
  ]
  const ids = new Map(own.map((row) => [row.id, crypto.randomUUID()]))
  const text = JSON.stringify(content).replace(id, (found) => ids.get(found.toLowerCase()) ?? found)
  return JSON.parse(text) as Content
}

/** Filters by what other projects do not have. */
const ownFilters = new Set(['cycle', 'parent', 'project', 'team_project'])

/** Without filters by rows that do not come along; modules come along with the content only. */
export const movableFilters = (filters: ViewFilters, known: ReadonlySet<string>): ViewFilters =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([key, values]) => {
      const field = key.replace(/__not$/, '')
      if (ownFilters.has(field)) return []
      if (field !== 'module' || !values) return [[key, values]]
      const left = values.filter((value) => known.has(parseId(value) ?? ''))
      return left.length > 0 ? [[key, left]] : []
    }),
  )

/** Parents before what is below them; a page whose parent is not among them is below none. */
export function inTreeOrder(pages: readonly TemplatePage[], limit: number): TemplatePage[] {
  const known = new Set(pages.map((page) => page.id))
  const below = Map.groupBy(pages, ({ parent }) => (parent && known.has(parent) ? parent : null))
  const ordered: TemplatePage[] = (below.get(null) ?? []).map((page) => ({ ...page, parent: null }))
  for (const page of ordered) ordered.push(...(below.get(page.id) ?? []))
  return ordered.slice(0, limit)
}

/** The pages of a new project: links between them lead to the new ones. */
export function pagesIn({ pages }: Content, project_id: string): TemplatePage[] {
  if (!pages) return []
  const own = new Set(pages.all.map((page) => page.id))
  const link = new RegExp(`/projects/${pages.project_id}/pages/([0-9a-f-]{36})`, 'gi')
  const moved = (found: string, page: string) =>
    own.has(page.toLowerCase()) ? `/projects/${project_id}/pages/${page}` : found
  return pages.all.map((page) => ({
    ...page,
    description_html: page.description_html.replaceAll(link, moved),
  }))
}

/** The pictures belong to the project. */
export const withoutPictures = <Item extends { description_html: string }>(item: Item): Item => ({
  ...item,
  description_html: item.description_html.replaceAll(
    /<image-component\b[^>]*>(?:<\/image-component>)?/g,
    '',
  ),
})

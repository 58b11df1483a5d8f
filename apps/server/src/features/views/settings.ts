import type { ViewFilters, ViewPatch } from '@cairn/contract'
import { badRequest } from '#kernel/http/errors.ts'
import { normalFilters } from '#product/list-readers.ts'

const displayFilters = {
  group_by: null,
  order_by: '-created_at',
  type: null,
  sub_issue: true,
  show_empty_groups: true,
  layout: 'list',
  calendar_date_range: '',
}

const displayProperties = {
  ...{ assignee: true, attachment_count: true, created_on: true, due_date: true, estimate: true },
  ...{ key: true, labels: true, link: true, priority: true, start_date: true, state: true },
  ...{ sub_issue_count: true, updated_on: true },
}

export function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

const readFilters = (filters: ViewFilters) => ({
  filters: JSON.stringify(filters),
  query: JSON.stringify(normalFilters(filters)),
})

/** Converts the older name of one layout. */
const withLayout = (display: Record<string, unknown>) =>
  display.layout === 'gantt' ? { ...display, layout: 'gantt_chart' } : display

/** The sent fields, as stored; missing settings get their defaults. */
export const readPatch = (patch: ViewPatch) => ({
  ...(patch.name !== undefined && { name: readName(patch.name) }),
  ...(patch.description !== undefined && { description: patch.description }),
  ...(patch.sort_order !== undefined && { sort_order: patch.sort_order }),
  ...(patch.logo_props && { logo_props: JSON.stringify(patch.logo_props) }),
  ...(patch.filters && readFilters(patch.filters)),
  ...(patch.display_filters && {
    display_filters: JSON.stringify({ ...displayFilters, ...withLayout(patch.display_filters) }),
  }),
  ...(patch.display_properties && {
    display_properties: JSON.stringify({ ...displayProperties, ...patch.display_properties }),
  }),
})

/** The settings of a new view with only a name. */
export const firstSettings = {
  description: '',
  logo_props: '{}',
  ...readFilters({}),
  display_filters: JSON.stringify(displayFilters),
  display_properties: JSON.stringify(displayProperties),
}

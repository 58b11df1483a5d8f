import type { Day } from '@cairn/calendar'
import type { Project } from '@cairn/contract'
import { byProjectOrder } from '@cairn/contract'
import { isCreatedIn, type SpanOrDays } from '#entities/project/spans.ts'

export const orders = ['sort_order', 'name', 'created_at', 'members_length'] as const
export type Order = (typeof orders)[number]

export interface ProjectFilters {
  mine: boolean
  access: number[]
  leads: string[]
  members: string[]
  created: SpanOrDays
}

export interface ProjectOrder {
  by: Order
  descending: boolean
}

export const noFilters: ProjectFilters = {
  mine: false,
  access: [],
  leads: [],
  members: [],
  created: null,
}

export const firstOrder: ProjectOrder = { by: 'created_at', descending: false }

/** Number of selected values. */
export const countFilters = ({ mine, access, leads, members, created }: ProjectFilters) =>
  Number(mine) + access.length + leads.length + members.length + Number(created !== null)

const isAmong = <Value>(chosen: readonly Value[], values: readonly Value[]) =>
  chosen.length === 0 || chosen.some((value) => values.includes(value))

export const filterProjects = (
  projects: readonly Project[],
  { mine, access, leads, members, created }: ProjectFilters,
  today: Day,
): Project[] =>
  projects.filter(
    (project) =>
      (!mine || project.member_role !== null) &&
      isAmong(access, [project.network]) &&
      isAmong(leads, project.project_lead ? [project.project_lead] : []) &&
      isAmong(members, project.members) &&
      isCreatedIn(project, created, today),
  )

/** By name or identifier, ignoring case. */
export function searchProjects(projects: readonly Project[], typed: string): Project[] {
  const wanted = typed.trim().toLowerCase()
  return projects.filter(({ name, identifier }) =>
    [name, identifier].some((text) => text.toLowerCase().includes(wanted)),
  )
}

const comparisons: Record<Order, (a: Project, b: Project) => number> = {
  sort_order: byProjectOrder,
  name: (a, b) => a.name.localeCompare(b.name),
  created_at: (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at),
  members_length: (a, b) => a.members.length - b.members.length,
}

/** The manual order has no direction. */
export function orderProjects(
  projects: readonly Project[],
  { by, descending }: ProjectOrder,
): Project[] {
  const sorted = projects.toSorted((a, b) => comparisons[by](a, b) || a.name.localeCompare(b.name))
  return descending && by !== 'sort_order' ? sorted.reverse() : sorted
}

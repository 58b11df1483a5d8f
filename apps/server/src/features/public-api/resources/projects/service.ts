import { lookup, type NewProject, type Project, type ProjectPatch } from '@cairn/contract'
import {
  type ListQuery,
  type ProjectFeaturesPatchV1,
  type ProjectFeaturesV1,
  type ProjectsLiteQueryV1,
  type ProjectV1,
  type ShapeQuery,
  summarised,
  type WorkspaceFeaturesV1,
} from '@cairn/contract/v1'
import {
  changeProject,
  countContents,
  countProjects,
  createProject,
  findProject,
  pageOfProjects,
} from '#features/projects/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, conflict, HttpError, notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { whereTaken } from '../../kit/conflicts.ts'
import { byEach, byNullable, orderTerm, readOrder } from '../../kit/ordering-queries.ts'
import { presentOne } from '../../kit/shaping.ts'
import { randomLogo } from './logos.ts'
import { countMore, listProjectsLite } from './queries.ts'

const orders = {
  ...byEach('p', ['created_at', 'updated_at', 'name', 'identifier', 'network', 'id']),
  sort_order: byNullable('m.sort_order'),
  archived_at: byNullable('p.archived_at'),
}

/** Adds the counts. Projects without counts are not visible to the user. */
async function withNumbers(db: Db, member: Member, projects: Project[]): Promise<ProjectV1[]> {
  if (projects.length === 0) return []
  const ids = projects.map(({ id }) => id)
  const counted = await countContents(db, member, ids)
  const numbers = new Map(counted.map((one) => [one.id, one]))
  return projects.flatMap(({ anchor, members, is_favorite, inbox_view, ...project }) => {
    const { total_members, total_cycles, total_modules } = numbers.get(project.id) ?? {}
    if (total_members === undefined) return []
    return {
      ...project,
      ...{ total_members, total_cycles: total_cycles ?? 0, total_modules: total_modules ?? 0 },
      is_member: project.member_role !== null,
      is_deployed: anchor !== null,
    }
  })
}

/** In the user's own order, including archived ones. */
export const readProjects = (db: Db, member: Member, query: ListQuery) => {
  const order = orderTerm(readOrder('p', query.order_by, 'sort_order', orders))
  return answerPage(db, member, query, async (slice) => {
    const projects = await pageOfProjects(db, member, slice, order)
    const total = await countProjects(db, member)
    return { rows: await withNumbers(db, member, projects), total }
  })
}

export const readProjectsLite = (db: Db, member: Member, query: ProjectsLiteQueryV1) => {
  const order = readOrder('p', query.order_by, '-created_at', orders)
  const withArchived = query.include_archived === 'true'
  return answerPage(db, member, query, (slice) =>
    listProjectsLite(db, member, { order, slice, withArchived }),
  )
}

/** The user's own sort order is only in the list. */
async function projectOf(db: Db, member: Member, id: string): Promise<ProjectV1> {
  const found = await findProject(db, member, id)
  const [project] = await withNumbers(db, member, found ? [found] : [])
  if (!project) throw notFound()
  return { ...project, sort_order: null }
}

export const readProject = async (db: Db, member: Member, id: string, query: ShapeQuery) =>
  presentOne(db, member, query, await projectOf(db, member, id))

const special = /[&+,:;$^}{*=?@#|'<>.()%!-]/

function refuseSigns({ name = '', identifier = '' }: ProjectPatch) {
  const refuse = (sentence: string) => badRequest({ non_field_errors: [sentence] })
  if (special.test(name)) throw refuse('Project name cannot contain special characters.')
  if (special.test(identifier)) {
    throw refuse('Project identifier cannot contain special characters.')
  }
}

function refuseBlank({ identifier }: ProjectPatch) {
  if (identifier !== undefined && identifier.trim() === '') {
    throw badRequest({ identifier: ['This field may not be blank.'] })
  }
}

const takenAnswers = {
  projects_name_key: () => conflict({ name: 'The project name is already taken' }),
  projects_identifier_key: () =>
    conflict({ identifier: 'The project identifier is already taken' }),
}

const sentences: Record<string, string> = {
  project_lead: 'Project lead should be a user in the workspace',
  default_assignee: 'Default assignee should be a user in the workspace',
  default_state: 'Default state should be a state in the project',
  estimate: 'Estimate should be a estimate in the project',
}

/** Replaces the application's errors about invalid references by this API's messages. */
function inOwnWords(error: unknown): never {
  const [field = ''] = error instanceof HttpError ? Object.keys(error.body) : []
  const sentence = error instanceof HttpError && error.status === 400 && lookup(sentences, field)
  throw sentence ? badRequest({ non_field_errors: [sentence] }) : error
}

export async function addProject(db: Db, member: Member, wanted: NewProject) {
  refuseBlank(wanted)
  refuseSigns(wanted)
  const { default_state, estimate, logo_props, ...rest } = wanted
  const hasLogo = logo_props !== undefined && Object.keys(logo_props).length > 0
  const { id } = await createProject(db, member, {
    ...rest,
    logo_props: hasLogo ? logo_props : randomLogo(),
  })
    .catch(whereTaken(takenAnswers))
    .catch(inOwnWords)
  return projectOf(db, member, id)
}

export async function editProject(db: Db, member: ProjectMember, patch: ProjectPatch) {
  refuseBlank(patch)
  refuseSigns(patch)
  const locked = await projectOf(db, member, member.project_id)
  if (locked.archived_at) throw badRequest({ error: 'Archived project cannot be updated' })
  await changeProject(db, member, patch).catch(whereTaken(takenAnswers)).catch(inOwnWords)
  return projectOf(db, member, member.project_id)
}

export async function readSummary(db: Db, member: Member, id: string, { fields }: ShapeQuery) {
  const { name, identifier } = await projectOf(db, member, id)
  const [contents] = await countContents(db, member, [id])
  const counts: Record<string, number> = {
    ...(await countMore(db, member, id)),
    members: contents?.total_members ?? 0,
    cycles: contents?.total_cycles ?? 0,
    modules: contents?.total_modules ?? 0,
    issues: contents?.total_issues ?? 0,
  }
  const asked = (fields ?? '').split(',').map((field) => field.trim())
  const known = summarised.filter((field) => asked.includes(field))
  const wanted = known.length > 0 ? known : summarised
  const chosen = Object.fromEntries(wanted.map((field) => [field, lookup(counts, field) ?? 0]))
  return { id, name, identifier, counts: chosen }
}

/** The feature names of the API, and the project's columns. */
const switches = {
  epics: 'is_epic_enabled',
  modules: 'module_view',
  cycles: 'cycle_view',
  views: 'issue_views_view',
  pages: 'page_view',
  intakes: 'intake_view',
  work_item_types: 'is_issue_type_enabled',
} as const
const known = Object.entries(switches) as [keyof typeof switches, keyof ProjectPatch][]

export async function readFeatures(db: Db, member: ProjectMember): Promise<ProjectFeaturesV1> {
  const project = await projectOf(db, member, member.project_id)
  const flags = known.map(([feature, key]) => [feature, project[key as 'cycle_view']])
  return {
    ...(Object.fromEntries(flags) as Record<keyof typeof switches, boolean>),
    ...{ workflows: false, parallel_cycles: false, project_updates: false },
  }
}

/** Features that are not offered stay off. */
export async function switchFeatures(
  db: Db,
  member: ProjectMember,
  wanted: ProjectFeaturesPatchV1,
) {
  const changes = known.flatMap(([feature, key]) =>
    wanted[feature] === undefined ? [] : [[key, wanted[feature]] as const],
  )
  if (changes.length > 0) await editProject(db, member, Object.fromEntries(changes))
  return readFeatures(db, member)
}

/**
 * Of the whole workspace. Available features are always on, so nothing can be switched; states and
 * types belong to projects.
 */
export const workspaceFeatures: WorkspaceFeaturesV1 = {
  ...{ project_grouping: false, initiatives: true, teams: true, customers: false, wiki: false },
  ...{ pi: false, work_item_types: false, states_owned_by_workspace: false },
}

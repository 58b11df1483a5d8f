import { dayInZone } from '@cairn/calendar'
import {
  ADMIN,
  canManageProjectTemplate,
  MAX_PROJECT_TEMPLATE_ITEMS,
  MAX_PROJECT_TEMPLATE_PAGES,
  MAX_TEMPLATE_ITEMS,
  type NewProject,
  type NewProjectTemplate,
  type ProjectTemplate,
  type ProjectTemplatePatch,
  pageAccess,
  type TemplateItem,
  type WithId,
} from '@cairn/contract'
import { addPage } from '#features/pages/service.ts'
import { emitProject, findProject, openProject } from '#features/projects/service.ts'
import { addFromTemplate, itemsOfTree, listTree } from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { lockWorkspace } from '#product/lock-queries.ts'
import {
  type Content,
  inTreeOrder,
  movableFilters,
  pagesIn,
  type TemplatePage,
  withNewIds,
  withoutPictures,
} from './content.ts'
import {
  fillProject,
  findTemplate,
  insertTemplate,
  listModules,
  listPublicPages,
  listRoots,
  listTemplates,
  listUsableTypes,
  listUsers,
  lockTemplate,
  MAX_PROJECT_TEMPLATES,
  readPlans,
  readSetUp,
  updateTemplate,
} from './queries.ts'

export { listTemplates } from './queries.ts'

const audienceOf = async (tx: Tx, member: Member) => ({
  to: await listUsers(tx, member),
  within: { workspace_id: member.workspace_id },
})

async function emitTemplate(tx: Tx, member: Member, template: ProjectTemplate) {
  await emit(tx, { type: 'project_template.saved', template }, await audienceOf(tx, member))
  return template
}

function readName(typed: string) {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

/** Items with their sub-items, the oldest first. */
async function readItems(tx: Tx, member: ProjectMember): Promise<TemplateItem[][]> {
  const trees: TemplateItem[][] = []
  let left = MAX_PROJECT_TEMPLATE_ITEMS
  for (const root of await listRoots(tx, member, left)) {
    const tree = await listTree(tx, member, root, Math.min(left, MAX_TEMPLATE_ITEMS))
    left -= tree.length
    trees.push(itemsOfTree(tree).map(withoutPictures))
    if (left === 0) break
  }
  return trees
}

async function readPages(tx: Tx, member: ProjectMember): Promise<TemplatePage[]> {
  const pages = inTreeOrder(await listPublicPages(tx, member), MAX_PROJECT_TEMPLATE_PAGES)
  return pages.map(withoutPictures)
}

interface Chosen {
  project_id: string
  with_content: boolean
  with_pages: boolean
}

/** Views and templates of items only on behalf of who is in the project and sees them. */
async function readContent(
  tx: Tx,
  member: Member,
  { project_id, with_content, with_pages }: Chosen,
): Promise<Content> {
  const project = await findProject(tx, member, project_id)
  const set_up = await readSetUp(tx, member, project_id)
  if (!project || !set_up) throw notFound({ error: 'Project does not exist' })
  const { member_role, identifier } = project
  if (member_role !== ADMIN) {
    if (with_content || with_pages) throw forbidden()
    return { ...set_up, views: [], item_templates: [], modules: [], items: [] }
  }
  const inside = { ...member, project_id, identifier, project_role: ADMIN, sees_only_own: false }
  const { views, item_templates } = await readPlans(tx, inside)
  const modules = with_content ? await listModules(tx, inside) : []
  const known = new Set(modules.map(({ id }) => id))
  return {
    ...set_up,
    views: views.map((view) => ({ ...view, filters: movableFilters(view.filters, known) })),
    item_templates: item_templates.map(({ name, items }) => ({
      ...{ name, items: items.map(withoutPictures) },
    })),
    modules,
    items: with_content ? await readItems(tx, inside) : [],
    ...(with_pages && { pages: { project_id, all: await readPages(tx, inside) } }),
  }
}

export const createTemplate = (
  db: Db,
  member: Member,
  project_id: string,
  {
    id,
    description = '',
    with_content = false,
    with_pages = false,
    ...wanted
  }: NewProjectTemplate & WithId,
) =>
  db.transaction().execute(async (tx) => {
    const name = readName(wanted.name)
    await lockWorkspace(tx, member)
    if ((await listTemplates(tx, member)).length >= MAX_PROJECT_TEMPLATES) {
      throw badRequest({
        error: `A workspace has at most ${MAX_PROJECT_TEMPLATES} project templates.`,
      })
    }
    const content = await readContent(tx, member, { project_id, with_content, with_pages })
    return emitTemplate(
      tx,
      member,
      await insertTemplate(tx, member, { id, name, description, content }),
    )
  })

async function lockToManage(tx: Tx, member: Member, id: string) {
  const template = await lockTemplate(tx, member, id)
  if (!template) throw notFound()
  if (!canManageProjectTemplate(member, template)) throw forbidden()
}

export const changeTemplate = (
  db: Db,
  member: Member,
  id: string,
  { name, description }: ProjectTemplatePatch,
) =>
  db.transaction().execute(async (tx) => {
    await lockToManage(tx, member, id)
    const change = {
      ...(name !== undefined && { name: readName(name) }),
      ...(description !== undefined && { description }),
    }
    return emitTemplate(tx, member, await updateTemplate(tx, member, id, change))
  })

/** Projects made from it stay unchanged. */
export const removeTemplate = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockToManage(tx, member, id)
    await updateTemplate(tx, member, id, { deleted_at: now })
    const { workspace_id } = member
    const gone = { type: 'project_template.removed', id, workspace_id } as const
    await emit(tx, gone, await audienceOf(tx, member))
  })

/** What a new project gets from the template, unless the request says otherwise. */
async function firstValues(tx: Tx, member: Member, { set_up }: Content) {
  const { default_state, type_ids, default_type, ...switches } = set_up
  const usable = await listUsableTypes(tx, member, type_ids)
  if (!switches.is_issue_type_enabled || usable.length === 0) return switches
  const isUsable = default_type !== null && usable.includes(default_type)
  return { ...switches, type_ids: usable, ...(isUsable && { default_type }) }
}

export const createProjectFrom = (
  db: Db,
  member: Member,
  template_id: string,
  wanted: NewProject & WithId,
) =>
  db.transaction().execute(async (tx) => {
    const template = await findTemplate(tx, member, template_id)
    if (!template) throw notFound()
    const content = withNewIds(template.content)
    const values = { ...(await firstValues(tx, member, content)), ...wanted }
    const project_id = await openProject(tx, member, values, { withStates: false })
    const opened = await findProject(tx, member, project_id)
    if (!opened) throw notFound()
    const { identifier, timezone } = opened
    const inside = { ...member, project_id, identifier, project_role: ADMIN, sees_only_own: false }
    await fillProject(tx, inside, content)
    const today = dayInZone(Date.now(), timezone)
    const { id, name } = template
    for (const items of content.items) {
      await addFromTemplate(tx, inside, { id, name, items }, { today, field: 'template' })
    }
    for (const page of pagesIn(content, project_id)) {
      await addPage(tx, inside, { ...page, access: pageAccess.public })
    }
    return emitProject(tx, member, project_id, { changedFor: opened.members })
  })

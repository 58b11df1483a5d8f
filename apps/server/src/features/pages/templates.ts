import {
  canManageTemplate,
  type NewPage,
  type NewPageTemplate,
  type PageTemplate,
  type WithId,
} from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { openDocuments } from '#product/documents/open-documents.ts'
import { lockProject } from '#product/lock-queries.ts'
import { findVisible } from './page.ts'
import { copyPictures, type House, picturesIn } from './page-pictures.ts'
import { findTexts } from './queries.ts'
import { createPage } from './service.ts'
import {
  deleteTemplate,
  discardTemplatePictures,
  findTemplate,
  insertTemplate,
  listTemplates,
  lockTemplate,
  MAX_TEMPLATES,
  renameTemplate,
} from './template-queries.ts'
import { refusePk } from './tree.ts'

function readName(typed: string) {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

const audienceOf = ({ workspace_id, project_id, user_id }: ProjectMember) => ({
  ...{ workspace_id, project_id, author_id: user_id },
})

async function emitTemplate(tx: Tx, member: ProjectMember, template: PageTemplate) {
  await emit(tx, { type: 'page_template.saved', template }, audienceOf(member))
  return template
}

/** Copies the current page, with its own copies of the pictures. */
export async function createTemplate(
  house: House,
  member: ProjectMember,
  page_id: string,
  { id, name: typed }: NewPageTemplate & WithId,
) {
  const { db } = house
  const page = await findVisible(db, member, page_id)
  const name = readName(typed)
  await openDocuments(db).settle(page.id)
  const { description_html } = await findTexts(db, member, page.id)
  const copied = await copyPictures(house, member, description_html)
  return db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    if ((await listTemplates(tx, member)).length >= MAX_TEMPLATES) {
      throw badRequest({ error: `A project has at most ${MAX_TEMPLATES} page templates.` })
    }
    const template = await insertTemplate(tx, member, {
      id,
      name,
      color: page.color,
      logo_props: JSON.stringify(page.logo_props),
      description_html: copied.html,
    })
    return emitTemplate(tx, member, template)
  })
}

async function lockToManage(tx: Tx, member: ProjectMember, id: string) {
  const template = await lockTemplate(tx, member, id)
  if (!template) throw notFound()
  const { user_id, project_role: role } = member
  if (!canManageTemplate({ user_id, role }, template)) throw forbidden()
  return template
}

export const changeTemplate = (
  db: Db,
  member: ProjectMember,
  id: string,
  { name }: { name: string },
) =>
  db.transaction().execute(async (tx) => {
    await lockToManage(tx, member, id)
    return emitTemplate(tx, member, await renameTemplate(tx, member, id, readName(name)))
  })

/** Pages created from it stay unchanged. */
export const removeTemplate = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const { description_html } = await lockToManage(tx, member, id)
    await deleteTemplate(tx, member, id)
    const pictures = picturesIn(description_html)
    if (pictures.length > 0) await discardTemplatePictures(tx, member, pictures)
    const { project_id } = member
    await emit(tx, { type: 'page_template.removed', id, project_id }, audienceOf(member))
  })

/** Copies its text and pictures; values in the request take precedence. */
export async function createFromTemplate(
  house: House,
  member: ProjectMember,
  { template: id, ...wanted }: NewPage & WithId & { template: string },
) {
  const template = await findTemplate(house.db, member, id)
  if (!template) throw refusePk('template', id)
  const { html } = await copyPictures(house, member, template.description_html)
  const { color, logo_props } = template
  return createPage(house.db, member, { color, logo_props, ...wanted, description_html: html })
}

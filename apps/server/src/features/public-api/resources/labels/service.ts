import type { LabelPatchV1, ListQuery, NewLabelV1, ShapeQuery } from '@cairn/contract/v1'
import { changeLabel, createLabel, removeLabel } from '#features/labels/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { alreadyThere, externalTaken, whereTaken } from '../../kit/conflicts.ts'
import { byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { presentOne } from '../../kit/shaping.ts'
import { findLabel, findLabelByExternalId, findLabelNamed, listLabels } from './queries.ts'

const orders = {
  ...byEach('l', ['created_at', 'updated_at', 'name', 'color', 'sort_order', 'id']),
  parent: byNullable('l.parent_id'),
  external_source: byNullable('l.external_source'),
  external_id: byNullable('l.external_id'),
}

/** The newest first. */
export const readLabels = (db: Db, member: ProjectMember, query: ListQuery) => {
  const order = readOrder('l', query.order_by, '-created_at', orders)
  return answerPage(db, member, query, (slice) => listLabels(db, member, order, slice))
}

async function labelOf(db: Db, member: ProjectMember, id: string) {
  const label = await findLabel(db, member, id)
  if (!label) throw notFound()
  return label
}

/** The contract does not apply `fields` to a single label. */
export const readLabel = async (
  db: Db,
  member: ProjectMember,
  id: string,
  { expand }: ShapeQuery,
) => presentOne(db, member, { ...(expand && { expand }) }, await labelOf(db, member, id))

/** The existing label: by external id, else by name. */
const taken = (db: Db, member: ProjectMember, wanted: NewLabelV1) => async () => {
  const external = await findLabelByExternalId(db, member, wanted)
  if (external) return externalTaken('Label', external.id)
  const named = await findLabelNamed(db, member, wanted.name.trim())
  return alreadyThere('Label with the same name already exists in the project', named?.id)
}

export async function addLabel(db: Db, member: ProjectMember, wanted: NewLabelV1) {
  const answer = taken(db, member, wanted)
  const { id } = await createLabel(db, member, wanted).catch(
    whereTaken({ labels_external_key: answer, labels_name_key: answer }),
  )
  return labelOf(db, member, id)
}

export async function editLabel(db: Db, member: ProjectMember, id: string, patch: LabelPatchV1) {
  const before = await labelOf(db, member, id)
  await changeLabel(db, member, id, patch).catch(
    whereTaken({
      labels_external_key: async () =>
        externalTaken(
          'Label',
          (await findLabelByExternalId(db, member, { ...before, ...patch }))?.id,
        ),
      labels_name_key: () => badRequest({ error: 'The payload is not valid' }),
    }),
  )
  return labelOf(db, member, id)
}

export async function deleteLabel(db: Db, member: ProjectMember, id: string) {
  await labelOf(db, member, id)
  await removeLabel(db, member, id)
}

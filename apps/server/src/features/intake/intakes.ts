import type { Intake, IntakePatch, NewIntake } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now } from '#kernel/database/schema.ts'
import { badRequest, duplicate, notFound } from '#kernel/http/errors.ts'
import { findFirstIntake, findIntake, insertIntake, updateIntake } from './queries.ts'

export async function readFirst(db: Db, member: ProjectMember): Promise<Intake> {
  const intake = await findFirstIntake(db, member)
  if (!intake) throw notFound({ error: 'Intake not found' })
  return intake
}

export async function readIntake(db: Db, member: ProjectMember, id: string): Promise<Intake> {
  const intake = await findIntake(db, member, id)
  if (!intake) throw notFound()
  return intake
}

const nameTaken = duplicate('intakes_name_key', badRequest({ error: 'The payload is not valid' }))

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

const readFields = ({ name, description, view_props, logo_props }: IntakePatch) => ({
  ...(name !== undefined && { name: readName(name) }),
  ...(description !== undefined && { description }),
  ...(view_props !== undefined && { view_props: JSON.stringify(view_props) }),
  ...(logo_props !== undefined && { logo_props: JSON.stringify(logo_props) }),
})

export const createIntake = (db: Db, member: ProjectMember, wanted: NewIntake) =>
  db.transaction().execute(async (tx) => {
    const { id } = await insertIntake(tx, member, readName(wanted.name)).catch(nameTaken)
    await updateIntake(tx, member, id, readFields(wanted))
    return readIntake(tx, member, id)
  })

export const changeIntake = (db: Db, member: ProjectMember, id: string, patch: IntakePatch) =>
  db.transaction().execute(async (tx) => {
    if (!(await updateIntake(tx, member, id, readFields(patch)).catch(nameTaken))) throw notFound()
    return readIntake(tx, member, id)
  })

export const removeIntake = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const removed = await updateIntake(tx, member, id, { deleted_at: now })
    if (!removed) throw notFound()
    if (removed.is_default) throw badRequest({ error: 'You cannot delete the default intake' })
  })

import { ADMIN, type NewWorkspace } from '@cairn/contract'
import type { Config } from '#config'
import { readSettings } from '#features/instance/service.ts'
import { addStarterProject } from '#features/starter-content/service.ts'
import { findWorkspace, openWorkspace, readNewWorkspace } from '#features/workspaces/service.ts'
import type { Member, Person } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { forbidden } from '#kernel/http/errors.ts'

/** A separate feature: what fills a new workspace imports `workspaces` itself. */
export async function createWorkspace(
  db: Db,
  config: Config,
  person: Person,
  wanted: NewWorkspace,
) {
  const { user_id } = person
  const settings = await readSettings(db, config)
  if (settings.is_workspace_creation_disabled) {
    throw forbidden({ error: 'Workspace creation is not allowed' })
  }
  const values = await readNewWorkspace(db, wanted, 'Workspace with this slug already exists.')
  return db.transaction().execute(async (tx) => {
    const workspace_id = await openWorkspace(
      tx,
      { ...values, owner_id: user_id },
      wanted.company_role,
    )
    const { name, slug } = values
    const owner: Member = { ...person, workspace_id, slug, workspace_role: ADMIN }
    await addStarterProject(tx, owner, name)
    const workspace = await findWorkspace(tx, user_id, workspace_id)
    await emit(
      tx,
      { type: 'workspace.saved', workspace },
      { to: [user_id], within: { workspace_id } },
    )
    return workspace
  })
}

import type { Generated } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    activities: {
      id: Generated<string>
      workspace_id: string
      project_id: string
      work_item_id: string | null
      actor_id: string | null
      verb: string
      field: string | null
      old_value: string | null
      new_value: string | null
      old_identifier: string | null
      new_identifier: string | null
      comment: string
      epoch: number | null
      created_at: Generated<string>
    }
  }
}

export interface Activity {
  verb: 'created' | 'updated' | 'deleted'
  field: string | null
  comment: string
  old_value?: string | null
  new_value?: string | null
  old_identifier?: string | null
  new_identifier?: string | null
}

export const created: Activity = { verb: 'created', field: null, comment: 'created the issue' }
export const deleted: Activity = { verb: 'deleted', field: 'issue', comment: 'deleted the issue' }

export const changed = (field: string, comment: string, old_value: string, new_value: string) =>
  ({ verb: 'updated', field, comment, old_value, new_value }) satisfies Activity

interface Named {
  id: string
  name: string
}

export const added = (field: string, comment: string, { id, name }: Named): Activity => ({
  ...changed(field, comment, '', name),
  new_identifier: id,
})

export const removed = (field: string, comment: string, { id, name }: Named): Activity => ({
  ...changed(field, comment, name, ''),
  old_identifier: id,
})

/** All rows of one request share its epoch. */
export async function record(
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  work_item_id: string | null,
  activities: readonly Activity[],
): Promise<void> {
  if (activities.length === 0) return
  const epoch = Date.now() / 1000
  const nothing = { old_value: null, new_value: null, old_identifier: null, new_identifier: null }
  const row = { ...nothing, workspace_id, project_id, work_item_id, actor_id: user_id, epoch }
  await tx
    .insertInto('activities')
    .values(activities.map((activity) => ({ ...row, ...activity })))
    .execute()
}

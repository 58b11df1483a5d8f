import type { LiveEvent } from '@cairn/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Tx } from '#kernel/database/schema.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    events: {
      id: Generated<number>
      xid: Generated<string>
      type: string
      workspace_id: string | null
      project_id: string | null
      author_id: string | null
      to_users: string[] | null
      payload: ColumnType<LiveEvent, string, never>
      created_at: Generated<string>
    }
  }
}

/**
 * Who may hear of it: these users; or everyone in the project, where guests who see only their own
 * items hear of what `author_id` made if that is them; or everyone in the workspace.
 */
export type Audience =
  | { to: string[] }
  | { workspace_id: string; project_id: string; author_id: string | null }
  | { workspace_id: string }

/** Says in the same transaction what happened. Takes a Tx: outside one it does not compile. */
export async function emit(tx: Tx, event: LiveEvent, audience: Audience): Promise<void> {
  const { type, ...rest } = event
  const scope = 'to' in audience ? { to_users: audience.to } : audience
  await tx
    .insertInto('events')
    .values({
      type,
      workspace_id: null,
      project_id: null,
      author_id: null,
      to_users: null,
      ...scope,
      payload: JSON.stringify(rest),
    })
    .execute()
}

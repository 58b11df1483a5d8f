import { emitPerson } from '#features/workspace-members/service.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { findUser } from './queries.ts'

/** Notifies the user's other browsers and everyone who works with them. */
export async function emitUser(tx: Tx, user_id: string): Promise<void> {
  const user = await findUser(tx, user_id)
  await emit(tx, { type: 'account.saved', user }, { to: [user_id], within: null })
  await emitPerson(tx, user_id)
}

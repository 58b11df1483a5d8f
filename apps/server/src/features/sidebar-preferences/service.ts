import {
  orderedPreferences,
  type SidebarKey,
  type SidebarPreferencePatch,
  sidebarEntries,
} from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { notFound } from '#kernel/http/errors.ts'
import { listPreferences, upsertPreference } from './queries.ts'

export async function readPreferences(db: Db, member: Member) {
  const saved = await listPreferences(db, member)
  return orderedPreferences(Object.fromEntries(saved.map(({ key, ...own }) => [key, own])))
}

const isKey = (key: string): key is SidebarKey => Object.hasOwn(sidebarEntries, key)

export const changePreference = (
  db: Db,
  member: Member,
  key: string,
  patch: SidebarPreferencePatch,
) =>
  db.transaction().execute(async (tx) => {
    if (!isKey(key)) throw notFound({ detail: 'Preference not found' })
    const first = sidebarEntries[key].sort_order
    const preference = await upsertPreference(tx, member, key, patch, first)
    const { workspace_id, user_id } = member
    const event = { type: 'sidebar_preference.saved', workspace_id, preference } as const
    await emit(tx, event, { to: [user_id], within: { workspace_id } })
    return preference
  })

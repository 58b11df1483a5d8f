import {
  type HomePreferencePatch,
  type HomeWidgetKey,
  homeWidgets,
  orderedWidgets,
} from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { listPreferences, upsertPreference } from './queries.ts'

export const readPreferences = async (db: Db, member: Member) =>
  orderedWidgets(await listPreferences(db, member))

const isKey = (key: string): key is HomeWidgetKey => Object.hasOwn(homeWidgets, key)

export const changePreference = (db: Db, member: Member, key: string, patch: HomePreferencePatch) =>
  db.transaction().execute(async (tx) => {
    if (!isKey(key)) throw badRequest({ detail: 'Preference not found' })
    const preference = await upsertPreference(tx, member, key, patch, homeWidgets[key])
    const { workspace_id, user_id } = member
    const event = { type: 'home_preference.saved', workspace_id, preference } as const
    await emit(tx, event, { to: [user_id], within: { workspace_id } })
    const { is_enabled, sort_order } = preference
    return { key, is_enabled, sort_order }
  })

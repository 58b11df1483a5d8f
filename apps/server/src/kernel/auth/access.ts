import { sql } from 'kysely'
import type { Listener } from '#kernel/database/listener.ts'
import type { Db } from '#kernel/database/schema.ts'
import type { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { sessionName } from './credentials.ts'
import { hashToken } from './tokens.ts'

/** Everything that decides permissions, read in one statement. */
export interface Admission {
  user_id: string
  email: string
  is_instance_admin: boolean
  expires_at: string | null
  /** Null for a session. */
  token_id: string | null
  /** Identifies the session or token without its secret: for permissions that end with it. */
  credential: string
  is_service: boolean
  user_timezone: string
  workspace_id: string | null
  workspace_role: number | null
  project_id: string | null
  project_role: number | null
  identifier: string | null
  guest_view_all_features: boolean | null
}

export interface Question {
  kind: 'app' | 'admin' | 'token'
  token: string
  slug?: string | undefined
  project_id?: string | undefined
}

export interface Access {
  ask(question: Question): Promise<Admission | undefined>
  /** Called when a user's access may have changed, on any node. */
  onChange(callback: () => void): void
  /** False while this node cannot receive changes of other nodes. */
  isCurrent(): boolean
}

export const ACCESS_CHANNEL = 'cairn_access'
const decisive = [
  'sessions',
  'users',
  'instance_admins',
  'workspaces',
  'workspace_members',
  'projects',
  'project_members',
] as const

/**
 * The owner and scope of a credential: a workspace token is valid in no other workspace, and not at
 * all once the workspace is deleted or its user is no longer a member.
 */
const credential = ({ kind, token }: Pick<Question, 'kind' | 'token'>) =>
  kind === 'token'
    ? sql`
      select t.user_id, t.expired_at as expires_at, t.id as token_id, t.is_service,
        'token.' || t.id as credential, t.workspace_id as only_workspace_id
      from api_tokens t
      where t.token_hash = ${hashToken(token)} and t.is_active and t.deleted_at is null
        and (t.expired_at is null or t.expired_at > now())
        and (t.workspace_id is null or exists (
          select from workspace_members m join workspaces w on w.id = m.workspace_id
          where m.workspace_id = t.workspace_id and m.user_id = t.user_id and m.is_active
            and m.deleted_at is null and w.deleted_at is null
        ))`
    : sql`
      select s.user_id, s.expires_at, null::uuid as token_id, false as is_service,
        ${sessionName} as credential, null::uuid as only_workspace_id
      from sessions s
      where token_hash = ${hashToken(token)} and kind = ${kind} and expires_at > now()`

const read = (db: Db, { slug = '', project_id = null, ...presented }: WithNull<Question>) =>
  sql<Admission>`
    with s as (${credential(presented)})
    select u.id as user_id, u.email, u.user_timezone, s.expires_at, s.token_id, s.is_service,
      s.credential,
      a.id is not null as is_instance_admin,
      wm.workspace_id, wm.role as workspace_role,
      pm.project_id, pm.role as project_role, p.identifier, p.guest_view_all_features
    from s
    join users u on u.id = s.user_id and case when s.is_service then u.is_bot else u.is_active end
    left join instance_admins a on a.user_id = u.id
    left join workspaces w
      on lower(w.slug) = lower(${slug}) and w.slug = ${slug} and w.deleted_at is null
      and (s.only_workspace_id is null or w.id = s.only_workspace_id)
    left join workspace_members wm
      on wm.workspace_id = w.id and wm.user_id = u.id and wm.is_active and wm.deleted_at is null
    left join projects p
      on p.id = ${project_id}::uuid and p.workspace_id = wm.workspace_id and p.deleted_at is null
    left join project_members pm
      on pm.project_id = p.id and pm.user_id = u.id and pm.is_active and pm.deleted_at is null`.execute(
    db,
  )
type WithNull<Q extends Question> = Omit<Q, 'project_id'> & {
  project_id?: string | null | undefined
}

const MAX = 10_000

/**
 * Resolves who the caller is and what they may access. Results are cached until anything that
 * affects them is written, here or on another node; while this node cannot receive notifications of
 * the others, nothing is cached.
 */
export function createAccess(db: Db, listener: Listener, watcher: WriteWatcher): Access {
  const known = new Map<string, Admission>()
  const callbacks = new Set<() => void>()
  // Results read before a change must not be cached after it.
  let epoch = 0

  function forget() {
    epoch += 1
    known.clear()
    for (const callback of callbacks) callback()
  }
  watcher.on(decisive, () => {
    forget()
    listener.notify(ACCESS_CHANNEL)
  })
  listener.on(ACCESS_CHANNEL, forget)

  return {
    async ask(question) {
      const { kind, token, slug = '', project_id = '' } = question
      // Read each time, so that a deleted token is invalid at once.
      if (kind === 'token') return (await read(db, question)).rows[0]
      const key = `${kind} ${slug} ${project_id} ${token}`
      const cached = listener.connected ? known.get(key) : undefined
      if (cached) {
        return Date.parse(cached.expires_at ?? '') > Date.now() ? cached : undefined
      }
      const before = epoch
      const { rows } = await read(db, question)
      const admission = rows[0]
      if (admission && listener.connected && before === epoch) {
        if (known.size >= MAX) known.clear()
        known.set(key, admission)
      }
      return admission
    },
    onChange(callback) {
      callbacks.add(callback)
    },
    isCurrent: () => listener.connected,
  }
}

import { GUEST } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import type { Access } from './access.ts'
import type { Member, ProjectMember } from './member.ts'

/**
 * Permissions that are used for longer than one request. A socket holds a `RightsWatch`: messages
 * after a permission change wait for the review that follows it. Messages before the next change
 * need not wait for its review: if permissions keep changing somewhere in the instance, they would
 * wait forever. A job calls `memberNow` or `projectMemberNow` right before it acts for a user.
 * `rights-walk.test.ts` covers all of them.
 */
export interface RightsHolder {
  /** Permissions may have changed: from now on nothing passes. */
  suspend(): void
  /** Checks everything that is open against the current permissions. */
  review(): Promise<void>
  /** The review is done and nothing changed during it: what is still open continues. */
  resume(): void
  /** When the first session with something open expires, in milliseconds; Infinity: none does. */
  firstExpiry(): number
}

export interface RightsWatch {
  /** Incremented with each change: earlier checks belong to an older one. */
  readonly changes: number
  /** Resolves when all changes up to `then` are reviewed; by default up to now. */
  reviewed(then?: number): Promise<void>
  /** Reviews again, for a change that only the holder knows. */
  recheck(): void
  stop(): void
}

/** Several changes in a row are reviewed once. */
const GATHER_MS = 25
/** How often expired sessions and possibly missed permission changes are checked. */
const TICK_MS = 500

export function watchRights(access: Access, holder: RightsHolder): RightsWatch {
  let changes = 0
  let stopped = false
  let isReviewing = false
  let scheduled: NodeJS.Timeout | undefined
  /** The last reviewed change. */
  let done = 0
  const waiting = new Map<number, PromiseWithResolvers<void>>()

  function recheck() {
    changes += 1
    if (!isReviewing) reviewIn(GATHER_MS)
  }

  function reviewed(then = changes): Promise<void> {
    if (then <= done || stopped) return Promise.resolve()
    const answer = waiting.get(then) ?? Promise.withResolvers()
    waiting.set(then, answer)
    return answer.promise
  }

  function settle(upTo: number) {
    done = upTo
    for (const [change, { resolve }] of waiting) {
      if (change <= upTo && waiting.delete(change)) resolve()
    }
  }

  function reviewIn(delay: number) {
    scheduled ??= setTimeout(review, delay)
  }

  async function review() {
    scheduled = undefined
    isReviewing = true
    const known = changes
    const isDone = await holder.review().then(
      () => true,
      () => false,
    )
    isReviewing = false
    if (stopped) return
    // If the check fails, it stays suspended until one succeeds.
    if (!isDone) return reviewIn(TICK_MS)
    settle(known)
    if (known === changes) holder.resume()
    else reviewIn(GATHER_MS)
  }

  function change() {
    if (stopped) return
    holder.suspend()
    recheck()
  }
  access.onChange(change)

  const tick = setInterval(() => {
    if (!access.isCurrent() || holder.firstExpiry() <= Date.now()) change()
  }, TICK_MS)
  tick.unref()

  return {
    get changes() {
      return changes
    },
    reviewed,
    recheck,
    stop() {
      stopped = true
      clearInterval(tick)
      clearTimeout(scheduled)
      settle(changes)
    },
  }
}

interface Lock {
  /** Permissions cannot be revoked until the end of the transaction. */
  lock?: boolean
}

const locking = (tables: string, { lock = false }: Lock) =>
  lock ? sql`for share of ${sql.raw(tables)}` : sql``

const person = sql`
  u.id as user_id, u.email, u.user_timezone, false as is_instance_admin,
  w.id as workspace_id, w.slug, wm.role as workspace_role`

const workspaceOf = sql`
  users u
  join workspace_members wm on wm.user_id = u.id and wm.is_active and wm.deleted_at is null
  join workspaces w on w.id = wm.workspace_id and w.deleted_at is null`

/** A current member of a workspace; undefined: no longer a member. */
export async function memberNow(
  db: Db,
  { workspace_id, user_id }: { workspace_id: string; user_id: string | null },
  how: Lock = {},
): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select ${person} from ${workspaceOf}
    where u.id = ${user_id} and u.is_active and w.id = ${workspace_id}
    ${locking('u, wm, w', how)}`.execute(db)
  return rows[0]
}

/** A current member of a project; undefined: no longer a member. */
export async function projectMemberNow(
  db: Db,
  { project_id, user_id }: { project_id: string; user_id: string | null },
  how: Lock = {},
): Promise<ProjectMember | undefined> {
  const { rows } = await sql<ProjectMember>`
    select ${person}, p.id as project_id, pm.role as project_role, p.identifier,
      pm.role = ${GUEST} and not p.guest_view_all_features as sees_only_own
    from ${workspaceOf}
    join projects p on p.workspace_id = w.id and p.deleted_at is null
    join project_members pm on pm.project_id = p.id and pm.user_id = u.id and pm.is_active
      and pm.deleted_at is null
    where u.id = ${user_id} and u.is_active and p.id = ${project_id}
    ${locking('u, wm, w, p, pm', how)}`.execute(db)
  return rows[0]
}

import { GUEST } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import type { Access } from './access.ts'
import type { Member, ProjectMember } from './member.ts'

/**
 * Rights that are used for longer than one request. A socket holds a `RightsWatch`: nothing passes
 * between a change of rights and the review that follows it. A job asks `memberNow` or
 * `projectMemberNow` right before it acts for a person. `rights-walk.test.ts` walks over all of them.
 */
export interface RightsHolder {
  /** Rights may have changed: from now on nothing passes. */
  suspend(): void
  /** Checks everything that is open against the rights of this moment. */
  review(): Promise<void>
  /** The review is done and nothing changed during it: what is still open goes on. */
  resume(): void
  /** When the first session ends that something is open for, in milliseconds; Infinity: none does. */
  firstExpiry(): number
}

export interface RightsWatch {
  /** Grows with each change: what was checked before belongs to an older one. */
  readonly changes: number
  /** Resolves when everything is reviewed. */
  readonly settled: Promise<void>
  /** Reviews again, for a change that only the holder knows of. */
  recheck(): void
  stop(): void
}

/** Several changes in a row are reviewed once. */
const GATHER_MS = 25
/** How often expired sessions are looked for, and rights that this node may not have heard of. */
const TICK_MS = 500

export function watchRights(access: Access, holder: RightsHolder): RightsWatch {
  let changes = 0
  let stopped = false
  let isReviewing = false
  let scheduled: NodeJS.Timeout | undefined
  let settle = () => {}
  let settled = Promise.resolve()
  let isSettled = true

  function recheck() {
    changes += 1
    if (isSettled) {
      isSettled = false
      settled = new Promise((resolve) => {
        settle = resolve
      })
    }
    if (!isReviewing) reviewIn(GATHER_MS)
  }

  function reviewIn(delay: number) {
    scheduled ??= setTimeout(review, delay)
  }

  async function review() {
    scheduled = undefined
    isReviewing = true
    const reviewed = changes
    const isDone = await holder.review().then(
      () => true,
      () => false,
    )
    isReviewing = false
    if (stopped) return
    // What cannot be checked stays suspended until it can be.
    if (!isDone) return reviewIn(TICK_MS)
    if (reviewed !== changes) return reviewIn(GATHER_MS)
    isSettled = true
    settle()
    holder.resume()
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
    get settled() {
      return settled
    },
    recheck,
    stop() {
      stopped = true
      clearInterval(tick)
      clearTimeout(scheduled)
      settle()
    },
  }
}

interface Lock {
  /** Until the end of the transaction the rights cannot be revoked. */
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

/** A member of a workspace as of now; undefined: no longer in it. */
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

/** A member of a project as of now; undefined: no longer in it. */
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

import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { insertEstimate, insertPoints } from './queries.ts'

/** A system in use: most of the project's items have one of its values, the small ones more often. */
export async function seedPoints(tx: Tx, member: ProjectMember, values: readonly string[]) {
  const named = { name: 'Points', type: 'points', last_used: true } as const
  const { id: estimate_id } = await insertEstimate(tx, member, named)
  const wanted = values.map((value, index) => ({ estimate_id, key: index + 1, value }))
  const points = await insertPoints(tx, member, wanted)
  const ids = points.toSorted((a, b) => a.key - b.key).map(({ id }) => id)
  const { workspace_id, project_id } = member
  await sql`
    update projects set estimate_id = ${estimate_id}
    where id = ${project_id} and workspace_id = ${workspace_id}`.execute(tx)
  await sql`
    update work_items set estimate_point = (${ids}::uuid[])[1 + least(
      (sequence_id * 7) % 5, (sequence_id * 11) % ${ids.length}::int)]
    where project_id = ${project_id} and sequence_id % 6 <> 0`.execute(tx)
}

import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { insertLabels } from './queries.ts'

type NameAndColor = readonly [name: string, color: string]

/** Labels in the order given; the ids come back in the same order. */
export async function seedLabels(db: Db, member: ProjectMember, labels: readonly NameAndColor[]) {
  const rows = labels.map(([name, color], index) => ({
    name,
    color,
    sort_order: 65_535 + index * 10_000,
  }))
  return (await insertLabels(db, member, rows)).map(({ id }) => id)
}

import type { Slice } from '@cairn/contract'
import { type SqlBool, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

/** The user's own; `pattern` matches a part of the text, null matches all. */
export const listStickies = (
  db: Db,
  member: Member,
  pattern: string | null,
  order: Order,
  slice: Slice,
) =>
  pageOf(
    db
      .selectFrom('stickies as n')
      .select(auditColumns.map((name) => `n.${name}` as const))
      .select(['n.id', 'n.name', 'n.description', 'n.description_html', 'n.description_stripped'])
      .select(['n.logo_props', 'n.color', 'n.background_color', 'n.sort_order'])
      .select(['n.workspace_id as workspace', 'n.owner_id as owner'])
      .select(sql<null>`null`.as('description_binary'))
      .where(inWorkspace(member, 'n'))
      .where('n.owner_id', '=', member.user_id)
      .$if(pattern !== null, (notes) =>
        notes.where(
          sql<SqlBool>`(n.description_stripped ilike ${pattern} or n.name ilike ${pattern})`,
        ),
      ),
    order,
    slice,
  )

import type { Slice } from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

export const listInitiatives = (db: Db, member: Member, order: Order, slice: Slice) =>
  pageOf(
    db
      .selectFrom('initiatives as n')
      .select(auditColumns.map((name) => `n.${name}` as const))
      .select(['n.id', 'n.name', 'n.description_html', 'n.logo_props', 'n.lead_id as lead'])
      .select(['n.start_date', 'n.end_date', 'n.sort_order', 'n.workspace_id as workspace'])
      .where(inWorkspace(member, 'n')),
    order,
    slice,
  )

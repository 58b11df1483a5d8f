import type { PlannedItem, WithId, WorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { runWhole } from '#kernel/events/outbox.ts'
import { type ExternalRef, isPlainText, readContent } from './apply-patch.ts'
import { createStatement } from './create-queries.ts'
import { readName, refuseReversedDates } from './fields.ts'

const emptyText = {
  description_html: '<p></p>',
  description_stripped: null,
  description: '{}',
  description_binary: null,
}

type Wanted = PlannedItem & WithId & ExternalRef

/** Whether only the state, assignees and labels need a lookup. */
const isDirect = ({ plan, property_values = {}, ...wanted }: Wanted) => {
  const { parent_id, estimate_point, type_id, author_id, made_at } = wanted
  return (
    !(plan?.cycle_id || plan?.module_ids?.length) &&
    !(parent_id || estimate_point || type_id || author_id || made_at) &&
    Object.keys(property_values).length === 0
  )
}

/**
 * Creates an item in one statement. Undefined if the item needs more, or if nothing was created
 * because a referenced row is missing or the key is known: the long path finds the response.
 */
export async function createAtOnce(
  db: Db,
  member: ProjectMember,
  wanted: Wanted,
  key: string | undefined,
): Promise<WorkItem | undefined> {
  if (!isDirect(wanted)) return undefined
  const { priority = 'none', start_date = null, target_date = null, sort_order = 65535 } = wanted
  const { external_source = null, external_id = null, point = null } = wanted
  const { id = crypto.randomUUID(), label_ids = [], assignee_ids = [] } = wanted
  refuseReversedDates(start_date, target_date)
  const name = readName(wanted.name)
  const content = { ...emptyText, ...readContent(wanted) }
  if (!isPlainText(content.description_html)) return undefined
  const { workspace_id, project_id, user_id } = member
  const state_id = wanted.state_id ?? undefined
  const statement = createStatement(
    db,
    { hasState: state_id !== undefined, hasKey: key !== undefined },
    {
      ...{ id, workspace_id, project_id, user_id, key, epoch: Date.now() / 1000 },
      ...{ name, ...content, priority, start_date, target_date, sort_order },
      ...{ external_source, external_id, point, state_id, label_ids, assignee_ids },
    },
  )
  return (await runWhole(db, statement, member)).rows[0]
}

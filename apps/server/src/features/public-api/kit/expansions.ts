import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { listPointsByIds } from '../resources/estimates/queries.ts'
import { listLabelsByIds } from '../resources/labels/queries.ts'
import { listModulesByIds } from '../resources/modules/queries.ts'
import { listTypesByIds } from '../resources/types/queries.ts'
import { listUsersByIds } from '../resources/users/queries.ts'
import { listItemsByIds } from '../resources/work-items/queries.ts'
import { listItemsLite, listProjectsLite, listStatesLite, listWorkspacesLite } from './queries.ts'

/**
 * Loads everything these ids refer to, in one statement, in any order, and nothing of another
 * workspace. Ids that are not found stay ids.
 */
type Load = (
  db: Db,
  reader: Member,
  ids: readonly string[],
) => Promise<readonly (object & { id: string })[]>

/** By the keys that hold such ids; a resource adds its own line. */
export const expansions: Record<string, Load> = {
  actor: listUsersByIds,
  assignees: listUsersByIds,
  created_by: listUsersByIds,
  default_assignee: listUsersByIds,
  estimate_point: listPointsByIds,
  issue: listItemsByIds,
  labels: listLabelsByIds,
  members: listUsersByIds,
  module: listModulesByIds,
  owned_by: listUsersByIds,
  parent: listItemsLite,
  project: listProjectsLite,
  project_lead: listUsersByIds,
  state: listStatesLite,
  type: listTypesByIds,
  updated_by: listUsersByIds,
  user: listUsersByIds,
  workspace: listWorkspacesLite,
}

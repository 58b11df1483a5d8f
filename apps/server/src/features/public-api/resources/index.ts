import type { Feature } from '#kernel/http/app-type.ts'
import { invitations } from './invitations/routes.ts'
import { itemActivities } from './item-activities/routes.ts'
import { itemAttachments } from './item-attachments/routes.ts'
import { itemComments } from './item-comments/routes.ts'
import { itemExtras } from './item-extras/routes.ts'
import { itemLinks } from './item-links/routes.ts'
import { itemRelations } from './item-relations/routes.ts'
import { labels } from './labels/routes.ts'
import { members } from './members/routes.ts'
import { projects } from './projects/routes.ts'
import { roles } from './roles/routes.ts'
import { states } from './states/routes.ts'
import { users } from './users/routes.ts'
import { workItems } from './work-items/routes.ts'

/** One line each; the order says nothing. */
export const resources: readonly Feature[] = [
  invitations,
  itemActivities,
  itemAttachments,
  itemComments,
  itemExtras,
  itemLinks,
  itemRelations,
  labels,
  members,
  projects,
  roles,
  states,
  users,
  workItems,
]

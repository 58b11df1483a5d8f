import type { Feature } from '#kernel/http/app-type.ts'
import { assets } from './assets/routes.ts'
import { cycles } from './cycles/routes.ts'
import { epics } from './epics/routes.ts'
import { estimates } from './estimates/routes.ts'
import { initiatives } from './initiatives/routes.ts'
import { intake } from './intake/routes.ts'
import { invitations } from './invitations/routes.ts'
import { itemActivities } from './item-activities/routes.ts'
import { itemAttachments } from './item-attachments/routes.ts'
import { itemComments } from './item-comments/routes.ts'
import { itemExtras } from './item-extras/routes.ts'
import { itemLinks } from './item-links/routes.ts'
import { itemRelations } from './item-relations/routes.ts'
import { labels } from './labels/routes.ts'
import { members } from './members/routes.ts'
import { modules } from './modules/routes.ts'
import { pages } from './pages/routes.ts'
import { projects } from './projects/routes.ts'
import { properties } from './properties/routes.ts'
import { roles } from './roles/routes.ts'
import { states } from './states/routes.ts'
import { stickies } from './stickies/routes.ts'
import { teamspaces } from './teamspaces/routes.ts'
import { types } from './types/routes.ts'
import { users } from './users/routes.ts'
import { workItems } from './work-items/routes.ts'
import { worklogs } from './worklogs/routes.ts'

/** One line each; the order has no meaning. */
export const resources: readonly Feature[] = [
  assets,
  cycles,
  epics,
  estimates,
  initiatives,
  intake,
  invitations,
  itemActivities,
  itemAttachments,
  itemComments,
  itemExtras,
  itemLinks,
  itemRelations,
  labels,
  members,
  modules,
  pages,
  projects,
  properties,
  roles,
  states,
  stickies,
  teamspaces,
  types,
  users,
  workItems,
  worklogs,
]

import type { Feature } from '#kernel/http/app-type.ts'
import { invitations } from './invitations/routes.ts'
import { labels } from './labels/routes.ts'
import { members } from './members/routes.ts'
import { projects } from './projects/routes.ts'
import { roles } from './roles/routes.ts'
import { states } from './states/routes.ts'
import { users } from './users/routes.ts'

/** One line each; the order says nothing. */
export const resources: readonly Feature[] = [
  invitations,
  labels,
  members,
  projects,
  roles,
  states,
  users,
]

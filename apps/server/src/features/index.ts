import type { Feature } from '#kernel/http/app-type.ts'
import { account } from './account/routes.ts'
import { apiTokens } from './api-tokens/routes.ts'
import { auth } from './auth/routes.ts'
import { deactivation } from './deactivation/routes.ts'
import { instance } from './instance/routes.ts'
import { instanceAdmins } from './instance-admins/routes.ts'
import { instanceSettings } from './instance-settings/routes.ts'
import { instanceUsers } from './instance-users/routes.ts'
import { instanceWorkspaces } from './instance-workspaces/routes.ts'
import { invitations } from './invitations/routes.ts'
import { labels } from './labels/routes.ts'
import { ownActivities } from './own-activities/routes.ts'
import { projects } from './projects/routes.ts'
import { releaseNotes } from './release-notes/routes.ts'
import { sessions } from './sessions/routes.ts'
import { states } from './states/routes.ts'
import { workItems } from './work-items/routes.ts'
import { workspaceMembers } from './workspace-members/routes.ts'
import { workspaces } from './workspaces/routes.ts'

export const features: readonly Feature[] = [
  account,
  apiTokens,
  auth,
  instance,
  instanceAdmins,
  instanceSettings,
  instanceUsers,
  instanceWorkspaces,
  invitations,
  labels,
  ownActivities,
  projects,
  releaseNotes,
  sessions,
  states,
  workItems,
  workspaceMembers,
  workspaces,
  // Last: the test of the route table knocks at every door, and this one closes behind whoever does.
  deactivation,
]

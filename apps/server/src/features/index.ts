import type { Feature } from '#kernel/http/app-type.ts'
import { account } from './account/routes.ts'
import { auth } from './auth/routes.ts'
import { instance } from './instance/routes.ts'
import { labels } from './labels/routes.ts'
import { projects } from './projects/routes.ts'
import { states } from './states/routes.ts'
import { workItems } from './work-items/routes.ts'
import { workspaces } from './workspaces/routes.ts'

export const features: readonly Feature[] = [
  account,
  auth,
  instance,
  labels,
  projects,
  states,
  workItems,
  workspaces,
]

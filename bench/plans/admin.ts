import type { ProjectMember } from '../../apps/server/src/kernel/auth/member.ts'
import type { Filled } from '../generator/fill.ts'

/** The creator of the workspace, in its first project. */
export const adminOf = (filled: Filled): ProjectMember => ({
  ...{
    user_id: filled.admin_id,
    email: filled.email,
    is_instance_admin: true,
    user_timezone: 'UTC',
  },
  ...{ workspace_id: filled.workspace_id, slug: filled.slug, workspace_role: 20 },
  ...{ project_id: filled.projects[0]?.id ?? '', identifier: 'X' },
  ...{ project_role: 20, sees_only_own: false },
})

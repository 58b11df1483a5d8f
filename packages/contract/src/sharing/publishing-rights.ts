import { ADMIN, MEMBER } from '../core/roles.ts'

interface Caller {
  user_id: string
  project_role: number
}

interface Owned {
  owned_by: string | null
}

/** Owners and admins may publish a page, and unpublish a view. */
export const canPublish = ({ user_id, project_role }: Caller, { owned_by }: Owned) =>
  project_role >= ADMIN || (project_role >= MEMBER && owned_by === user_id)

/** Other users' items may be published by admins, or by members if admins allow it. */
interface Publisher extends Caller {
  members_can_publish: boolean
}

export const canPublishProject = ({
  project_role,
  members_can_publish,
}: Omit<Publisher, 'user_id'>) =>
  project_role >= ADMIN || (project_role >= MEMBER && members_can_publish)

export const canPublishView = (caller: Publisher, view: Owned) =>
  canPublishProject(caller) && canPublish(caller, view)

/** Items of several projects may be published by workspace admins only. */
export const canPublishAcross = (caller: { role: number }) => caller.role >= ADMIN

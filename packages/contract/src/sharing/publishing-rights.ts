import { ADMIN, MEMBER } from '../core/roles.ts'

interface Caller {
  user_id: string
  project_role: number
}

interface Owned {
  owned_by: string | null
}

/** Owners and admins may publish a page, and take down a view. */
export const canPublish = ({ user_id, project_role }: Caller, { owned_by }: Owned) =>
  project_role >= ADMIN || (project_role >= MEMBER && owned_by === user_id)

/** What shows other people's items is published by admins, or by members where admins allow it. */
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

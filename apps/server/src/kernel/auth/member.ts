/** The caller, as known from the session. */
export interface Person {
  user_id: string
  email: string
  is_instance_admin: boolean
  user_timezone: string
  /** The session or token of the request; missing if a job acts for the user. */
  credential?: string
}

/** A user in a workspace they are a member of. */
export interface Member extends Person {
  workspace_id: string
  slug: string
  workspace_role: number
}

/** A member in a teamspace they may see. It gives no access to projects. */
export interface TeamMember extends Member {
  teamspace_id: string
  is_lead: boolean
  /** The projects of the teamspace, including those the user is not a member of. */
  team_project_ids: readonly string[]
}

/** A member inside a project they belong to. */
export interface ProjectMember extends Member {
  project_id: string
  project_role: number
  identifier: string
  /** A guest who may see only what they created. */
  sees_only_own: boolean
  /** Which children of an item are counted, if not those this user sees. See `child-count.ts`. */
  counts?: 'all' | 'shared'
}

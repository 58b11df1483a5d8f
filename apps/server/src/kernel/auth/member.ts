/** Who asks, as far as the session tells. */
export interface Person {
  user_id: string
  email: string
  is_instance_admin: boolean
  user_timezone: string
  /** By which session or token they ask; left out where a job acts for them. */
  credential?: string
}

/** A person inside a workspace they belong to. */
export interface Member extends Person {
  workspace_id: string
  slug: string
  workspace_role: number
}

/** A member inside a teamspace they may see. It opens no project to them. */
export interface TeamMember extends Member {
  teamspace_id: string
  is_lead: boolean
  /** Of the teamspace, whether they are in them or not. */
  team_project_ids: readonly string[]
}

/** A member inside a project they belong to. */
export interface ProjectMember extends Member {
  project_id: string
  project_role: number
  identifier: string
  /** A guest who may see only what they created. */
  sees_only_own: boolean
  /** Which children of an item are counted, where not those this person sees. See `child-count.ts`. */
  counts?: 'all' | 'shared'
}

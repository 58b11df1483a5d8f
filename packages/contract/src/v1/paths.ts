export const workspace = '/api/v1/workspaces/:slug/'
export const project = `${workspace}projects/:project_id/` as const

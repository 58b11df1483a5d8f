import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { projectMembers, workspaceMembers } from '../core/policy.ts'
import { Id, Json, Nullable } from '../core/shapes.ts'
import { WorkspaceLite } from '../workspace/workspace-members.ts'

/** A missing task is answered with a specific error message. */
export const AiTask = Type.Partial(
  Type.Object({
    task: Type.String({ maxLength: 10_000 }),
    prompt: Nullable(Type.String({ maxLength: 100_000 })),
  }),
)
export type AiTask = Static<typeof AiTask>

const answer = { response: Type.String(), response_html: Type.String() }

export const aiAssistantApi = {
  askInWorkspace: endpoint(workspaceMembers, 'POST /api/workspaces/:slug/ai-assistant/', {
    body: AiTask,
    200: Type.Object(answer),
  }),
  askInProject: endpoint(
    projectMembers,
    'POST /api/workspaces/:slug/projects/:project_id/ai-assistant/',
    {
      body: AiTask,
      200: Type.Object({
        ...answer,
        project_detail: Type.Object({
          id: Id,
          identifier: Type.String(),
          name: Type.String(),
          cover_image: Nullable(Type.String()),
          cover_image_url: Nullable(Type.String()),
          logo_props: Json,
          description: Type.String(),
        }),
        workspace_detail: WorkspaceLite,
      }),
    },
  ),
}

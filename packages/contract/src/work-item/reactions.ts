import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember } from '../core/policy.ts'
import { audit, Id, withId } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'

/** The code point of an emoji; anything else is shown unchanged. */
export const NewReaction = Type.Object({ reaction: Type.String({ minLength: 1, maxLength: 20 }) })
export type NewReaction = Static<typeof NewReaction>

export const reactionFields = {
  id: Id,
  reaction: Type.String(),
  actor: Id,
  project: Id,
  workspace: Id,
  ...audit,
}

/** Reaction on a work item. */
export const Reaction = Type.Object({ ...reactionFields, issue: Id, actor_detail: UserLite })
export type Reaction = Static<typeof Reaction>

/** For both work items and epics. */
function reactionsOf<Kind extends 'issues' | 'epics'>(kind: Kind) {
  const all = `/api/workspaces/:slug/projects/:project_id/${kind}/:id/reactions/` as const
  return {
    list: endpoint(anyProjectMember, `GET ${all}`, { 200: Type.Array(Reaction) }),
    add: endpoint(anyProjectMember, `POST ${all}`, { body: withId(NewReaction), 201: Reaction }),
    /** By its emoji or its id; only the caller's own. */
    remove: endpoint(anyProjectMember, `DELETE ${all}:reaction/`, { 204: Type.Null() }),
  }
}

export const reactionsApi = reactionsOf('issues')
export const epicReactionsApi = reactionsOf('epics')

export type ReactionEvent =
  | { type: 'reaction.saved'; issue: string; reaction: Reaction }
  | { type: 'reaction.removed'; issue: string; id: string }

/** An item's reactions after a live or optimistic event, newest first. */
export function applyReactionEvent(reactions: Reaction[], event: ReactionEvent): Reaction[] {
  if (event.type === 'reaction.removed') return reactions.filter(({ id }) => id !== event.id)
  const saved = event.reaction
  return [saved, ...reactions.filter(({ id }) => id !== saved.id)]
}

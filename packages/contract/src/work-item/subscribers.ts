import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember, projectMembers } from '../core/policy.ts'
import { audit, Id } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'

export const Subscription = Type.Object({
  id: Id,
  issue: Id,
  subscriber: Id,
  project: Id,
  workspace: Id,
  ...audit,
})
export type Subscription = Static<typeof Subscription>

/** A project member, and whether they are subscribed to the item. */
export const PossibleSubscriber = Type.Object({
  id: Id,
  member: UserLite,
  is_subscribed: Type.Boolean(),
})
export type PossibleSubscriber = Static<typeof PossibleSubscriber>

const project = '/api/workspaces/:slug/projects/:project_id/'
const nothing = { 204: Type.Null() }

/** For both work items and epics. */
function subscribersOf<Kind extends 'issues' | 'epics'>(kind: Kind) {
  const one = `${project}${kind}/:id/` as const
  const own = `${one}subscribe/` as const
  const all = `${one}issue-subscribers/` as const
  return {
    isSubscribed: endpoint(anyProjectMember, `GET ${own}`, {
      200: Type.Object({ subscribed: Type.Boolean() }),
    }),
    subscribe: endpoint(anyProjectMember, `POST ${own}`, { 201: Subscription }),
    unsubscribe: endpoint(anyProjectMember, `DELETE ${own}`, nothing),
    list: endpoint(anyProjectMember, `GET ${all}`, { 200: Type.Array(PossibleSubscriber) }),
    add: endpoint(projectMembers, `POST ${all}`, {
      body: Type.Object({ subscriber: Id }),
      201: Subscription,
    }),
    remove: endpoint(projectMembers, `DELETE ${all}:user_id/`, nothing),
  }
}

export const epicSubscribersApi = subscribersOf('epics')
export const subscribersApi = {
  ...subscribersOf('issues'),
  subscribeToMany: endpoint(anyProjectMember, `POST ${project}bulk-subscribe-issues/`, {
    body: Type.Object({ issue_ids: Type.Optional(Type.Array(Id, { maxItems: 10_000 })) }),
    200: Type.Object({ message: Type.String() }),
  }),
}

import { ADMIN, GUEST, isByToken, type Policy, parseId, type TokenPolicy } from '@cairn/contract'
import type { FastifyRequest } from 'fastify'
import {
  forbidden,
  gateClosed,
  notFound,
  pageNotFound,
  tokenNotValid,
  unauthenticated,
} from '#kernel/http/errors.ts'
import type { Access, Admission } from './access.ts'
import type { Member, Person, ProjectMember } from './member.ts'
import { type SessionKind, sessionToken } from './sessions.ts'
import { networkOf, refuseOver } from './throttle.ts'
import { visitorOf } from './visitor.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the policy requires a session. */
    person: Person
    /** Set if the policy requires a token, and a valid one was sent. */
    apiToken?: { id: string; is_service: boolean }
    /** Set if the policy requires a workspace role. */
    member: Member
    /** Set if the policy requires a project role. */
    projectMember: ProjectMember
  }
  interface FastifyContextConfig {
    policy?: Policy
    status?: number
  }
}

interface Path {
  slug?: string
  project_id?: string
}

/** Authorizes a request by its route's policy, or throws the contract's error. */
export async function admit(access: Access, request: FastifyRequest, policy: Policy) {
  if (policy.who === 'anyone') return
  if (isByToken(policy)) return admitByToken(access, request, policy)
  const kind = policy.who === 'instance-admin' ? 'admin' : 'app'
  const token = sessionToken(request, kind)
  if (!token) throw await refusalFor(access, request, kind)
  const { slug, project_id } = request.params as Path
  const scope = {
    ...(policy.who === 'workspace' && { slug }),
    ...(policy.who === 'project' && { slug, project_id }),
  }
  if (scope.project_id && !parseId(scope.project_id)) throw await signedOutOr(access, token)
  const admission = await access.ask({ kind, token, ...scope })
  if (!admission) throw await refusalFor(access, request, kind)

  request.person = admission
  if (policy.who === 'instance-admin' && !admission.is_instance_admin) throw gateClosed()
  if (policy.who === 'workspace' || policy.who === 'project') {
    request.member = enterWorkspace(admission, slug ?? '')
  }
  if (policy.who === 'workspace') refuseRole(policy, request.member.workspace_role)
  if (policy.who === 'project' && !entersAsWorkspaceAdmin(policy, request.member)) {
    request.projectMember = enterProject(admission, request.member)
    refuseRole(policy, request.projectMember.project_role)
  }
}

/** API clients send a token; what a browser sends automatically is ignored. */
async function admitByToken(access: Access, request: FastifyRequest, policy: TokenPolicy) {
  const token = personalToken(request)
  if (!token) throw unauthenticated()
  const { slug, project_id = '' } = request.params as Path
  const admission = await access.ask({
    ...{ kind: 'token', token, slug },
    ...(parseId(project_id) && { project_id }),
  })
  if (!admission?.token_id) {
    await refuseOver(request.server.db, 'wrongTokens', networkOf(request.ip))
    throw tokenNotValid()
  }
  request.apiToken = { id: admission.token_id, is_service: admission.is_service }
  if (project_id && !parseId(project_id)) throw pageNotFound()
  request.person = admission
  if (policy.who === 'signed-in') return
  const { workspace_role, project_role } = admission
  if (!workspace_role) throw gateClosed()
  request.member = enterWorkspace(admission, slug ?? '')
  if (policy.who === 'workspace') {
    if (!hasRole(policy, workspace_role)) throw gateClosed()
  } else if (!entersAsWorkspaceAdmin(policy, request.member)) {
    // Deleted, unknown or not theirs: clients with a local copy learn that it does not exist for
    // them.
    if (!project_role) throw notFound()
    if (!hasRole(policy, project_role)) throw gateClosed()
    request.projectMember = enterProject(admission, request.member)
  }
}

/** Client libraries send it in either header. */
function personalToken({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key']
  if (typeof key === 'string' && key) return key
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

/**
 * The administration area has separate sessions: users signed in to the app are recognized, but
 * refused.
 */
async function refusalFor(access: Access, request: FastifyRequest, kind: SessionKind) {
  const known = kind === 'admin' && (await visitorOf(access, request))
  return known ? gateClosed() : unauthenticated()
}

/** With this permission there may be no project role: the service looks up the project itself. */
const entersAsWorkspaceAdmin = (
  { orWorkspaceAdmin = false }: { orWorkspaceAdmin?: boolean },
  { workspace_role }: Member,
) => orWorkspaceAdmin && workspace_role === ADMIN

/** A malformed id is an unknown path, but strangers learn even that only after signing in. */
async function signedOutOr(access: Access, token: string) {
  const admission = await access.ask({ kind: 'app', token })
  return admission ? pageNotFound() : unauthenticated()
}

function enterWorkspace(admission: Admission, slug: string): Member {
  const { workspace_id, workspace_role } = admission
  if (!workspace_id || !workspace_role) throw forbidden()
  const { user_id, email, is_instance_admin, user_timezone, credential } = admission
  const person = { user_id, email, is_instance_admin, user_timezone, credential }
  return { ...person, workspace_id, workspace_role, slug }
}

function enterProject(admission: Admission, member: Member): ProjectMember {
  const { project_id, project_role, identifier, guest_view_all_features } = admission
  if (!project_id || !project_role || !identifier) throw forbidden()
  const sees_only_own = project_role === GUEST && !guest_view_all_features
  return { ...member, project_id, project_role, identifier, sees_only_own }
}

/** Undefined: not a member of the workspace. */
export const memberOf = (admission: Admission, slug: string): Member | undefined =>
  admission.workspace_role ? enterWorkspace(admission, slug) : undefined

/** The project member of this admission; undefined: not a member. */
export function projectMemberOf(admission: Admission, slug: string): ProjectMember | undefined {
  const { workspace_role, project_role } = admission
  if (!workspace_role || !project_role) return undefined
  return enterProject(admission, enterWorkspace(admission, slug))
}

const hasRole = ({ roles }: { roles: readonly number[] }, role: number) => roles.includes(role)

function refuseRole(policy: { roles: readonly number[] }, role: number) {
  if (!hasRole(policy, role)) throw forbidden()
}

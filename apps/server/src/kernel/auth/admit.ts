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
    /** Set where the policy asks for a session. */
    person: Person
    /** Set where the policy asks for a token, and a valid one was shown. */
    apiToken?: { id: string; is_service: boolean }
    /** Set where the policy asks for a workspace role. */
    member: Member
    /** Set where the policy asks for a project role. */
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

/** Lets a request in by its route's policy, or throws the contract's refusal. */
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

/** Programs show a token, and nothing a browser sends along by itself counts. */
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
    // Gone, unknown or not theirs: programs that keep a copy learn that it is not there for them.
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

/** The instance area has sessions of its own: who is signed in to the app is known, and not let in. */
async function refusalFor(access: Access, request: FastifyRequest, kind: SessionKind) {
  const known = kind === 'admin' && (await visitorOf(access, request))
  return known ? gateClosed() : unauthenticated()
}

/** Where that is enough, there may be no project role: the service looks the project up itself. */
const entersAsWorkspaceAdmin = (
  { orWorkspaceAdmin = false }: { orWorkspaceAdmin?: boolean },
  { workspace_role }: Member,
) => orWorkspaceAdmin && workspace_role === ADMIN

/** A malformed id is a path we do not have, but strangers learn even that only after signing in. */
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

/** Undefined: not in the workspace. */
export const memberOf = (admission: Admission, slug: string): Member | undefined =>
  admission.workspace_role ? enterWorkspace(admission, slug) : undefined

/** Whoever is in the project by this admission; undefined: not in it. */
export function projectMemberOf(admission: Admission, slug: string): ProjectMember | undefined {
  const { workspace_role, project_role } = admission
  if (!workspace_role || !project_role) return undefined
  return enterProject(admission, enterWorkspace(admission, slug))
}

const hasRole = ({ roles }: { roles: readonly number[] }, role: number) => roles.includes(role)

function refuseRole(policy: { roles: readonly number[] }, role: number) {
  if (!hasRole(policy, role)) throw forbidden()
}

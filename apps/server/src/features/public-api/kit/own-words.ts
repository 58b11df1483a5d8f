import type { Endpoint } from '@cairn/contract'
import { membersV1, projectsV1 } from '@cairn/contract/v1'
import type { FastifyRequest } from 'fastify'
import {
  badRequest,
  gateClosed,
  isGateClosed,
  isPlainlyMissing,
  isPlainRefusal,
  notFound,
} from '#kernel/http/errors.ts'

const callOf = ({ method, url }: Pick<Endpoint, 'method' | 'url'>) => `${method} ${url}`

/** More specific messages for missing rows in the contract. */
const missingAt = new Map([
  [callOf(projectsV1.change), 'Project does not exist'],
  [callOf(projectsV1.summary), 'Project not found'],
])
const saysRequired = /\/(?:stickies|invitations)\//

/** Converts the application's errors to those of this API. */
export function inOwnWords<Thrown>(error: Thrown, request: FastifyRequest) {
  if (isPlainRefusal(error)) return gateClosed()
  const { url = '', method } = request.routeOptions
  const call = `${method} ${url}`
  // Unknown and foreign ids get the same response.
  if (isGateClosed(error) && !request.member && call === callOf(membersV1.list)) {
    return badRequest({ error: 'Provided workspace does not exist' })
  }
  if (!isPlainlyMissing(error) || saysRequired.test(url)) return error
  return notFound({ error: missingAt.get(call) ?? 'The requested resource does not exist.' })
}

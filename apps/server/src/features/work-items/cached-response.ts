import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { hasJustWritten, readList } from '#kernel/http/read-lists.ts'
import { requestAbortSignal } from '#kernel/http/request-abort.ts'
import { leavesCountsOpen } from '#product/child-count-queries.ts'
import { todayOf } from '#product/list-readers.ts'
import type { ResponseCache } from '#product/response-cache.ts'

/** Only such lists depend on the day. */
const dated = /_(?:date|at)\b/

/** Such lists are ordered by what each reader sees. */
const byChildren = /\bsub_issues_count\b/

/**
 * A project's list, cached until something in it or the user's day changes. Its members share it,
 * unless it counts children in other projects, or its query may speak of them or of the caller: not
 * everyone sees those.
 */
export async function cachedResponse(
  cache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  make: (me: ProjectMember) => Promise<unknown>,
) {
  const { projectMember: me, url } = request
  const { order_by, pql } = request.query as { order_by?: unknown; pql?: unknown }
  const leaving = () => requestAbortSignal(reply)
  const forAll = async () => {
    const json = JSON.stringify(await readList(request, () => make({ ...me, counts: 'shared' })))
    return leavesCountsOpen(json) ? '' : json
  }
  const forReader = async () => JSON.stringify(await readList(request, () => make(me)))
  const reader = me.sees_only_own ? me.user_id : ''
  const day = dated.test(url) ? `${me.user_timezone} ${todayOf(me)}` : ''
  const shared =
    pql || byChildren.test(String(order_by)) || hasJustWritten(request)
      ? undefined
      : await cache.answer(me.project_id, `${reader} ${day} ${url}`, forAll, leaving)
  const answer = shared?.body.length ? shared : await cache.once(forReader, leaving)
  return answer.send(request, reply)
}

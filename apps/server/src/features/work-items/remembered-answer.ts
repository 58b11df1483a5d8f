import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { ProjectMemory } from '#kernel/http/project-memory.ts'
import { leavingOf } from '#kernel/http/whoever-left.ts'
import { todayOf } from './list.ts'

/** Only such lists change with the day. */
const dated = /_(?:date|at)\b/

/** A project's list as long as nothing in it changes, and the reader's day does not. */
export async function rememberedAnswer(
  memory: ProjectMemory,
  request: FastifyRequest,
  reply: FastifyReply,
  make: (me: ProjectMember) => Promise<unknown>,
) {
  const { projectMember: me, url } = request
  const reader = me.sees_only_own ? me.user_id : ''
  const day = dated.test(url) ? `${me.user_timezone} ${todayOf(me)}` : ''
  const answer = await memory.answer(
    me.project_id,
    `${reader} ${day} ${url}`,
    async () => JSON.stringify(await make(me)),
    () => leavingOf(reply),
  )
  return answer.send(request, reply)
}

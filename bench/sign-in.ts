import { randomBytes } from 'node:crypto'
import { hashPassword, matchesPassword } from '../apps/server/src/kernel/auth/passwords.ts'
import { type Benchmark, interleave, middleRound } from './harness.ts'

export const signIn: Benchmark = {
  id: 'sign-in',
  how: 'POST of address and password as the form sends them, against one check of the same hash plus an INSERT of a session with its commit; no HTTP in the floor',
  async run(stage) {
    const { client, server, email, password, admin_id } = await stage()
    const hash = await hashPassword(password)
    const answer = await fetch(`${server.origin}/auth/get-csrf-token/`)
    const { csrf_token } = (await answer.json()) as { csrf_token: string }
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const insert = `insert into sessions (token_hash, kind, user_id, expires_at)
      values ($1, 'app', $2, now() + interval '1 day')`

    async function product() {
      const { status, headers } = await fetch(`${server.origin}/auth/sign-in/`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, origin: server.origin },
        body: new URLSearchParams({ email, password, csrfmiddlewaretoken: csrf_token }),
      })
      const isIn = headers.getSetCookie().some((one) => one.startsWith('session-id='))
      if (!isIn) throw new Error(`Not signed in: ${status} ${headers.get('location')}`)
    }

    const rounds = await interleave(
      {
        // The limit of thirty a minute is too low for a benchmark.
        limits: () => client.query('delete from throttles'),
        floor: async () => {
          await matchesPassword(hash, password)
          await client.query({
            name: 'sign-in',
            text: insert,
            values: [randomBytes(32), admin_id],
          })
        },
        product,
      },
      { times: 60, warmUp: 30 },
    )
    const what = 'sign in with a password, p50'
    const target = 1.3
    return [{ id: 'sign-in', what, ...middleRound(rounds), target, better: 'less', unit: 'ms' }]
  },
}

import { authApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { startLive, stopLive } from '#data/live.ts'
import { queryClient } from '#data/query-client.ts'
import { session } from '#entities/account/hooks.ts'

/** For an account that signed in with codes until now. */
export async function setFirstPassword(password: string) {
  const { csrf_token } = await call(authApi.csrfToken)
  // This ends the old session; its socket closing must not count as a sign-out.
  stopLive()
  try {
    const user = await call(authApi.setPassword, { body: { password }, token: csrf_token })
    queryClient.setQueryData(session.queryKey, user)
  } finally {
    startLive()
  }
}

import {
  restoreApi as api,
  authApi,
  type FoundBackup,
  type NewRestore,
  type RestoreChoice,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import { refusalMessage } from '#data/refusals.ts'

const choice = queryOptions({
  queryKey: ['restore-choice'],
  queryFn: () => call(api.list),
  staleTime: 0,
})

export const useRestoreChoice = () => useQuery(choice)

const readToken = async () => (await call(authApi.csrfToken)).csrf_token

/** The body is the raw file, not JSON. */
async function sendBackup(file: File): Promise<FoundBackup> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/octet-stream',
    'x-csrftoken': await readToken(),
  }
  const sent = { method: 'POST', headers, body: file }
  const response = await fetch(api.upload.url, sent).catch(() => {
    throw new ApiError(0, null, t('errors.unreachable'))
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as FoundBackup
  const { sentence, said } = await refusalMessage(answer, response.status)
  throw new ApiError(response.status, answer, sentence, said)
}

export const useUploadBackup = () => useMutation({ mutationFn: sendBackup })

const ASK_AGAIN_MS = 1_000

const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))

/** The server stops, restores and starts again. Undefined while it is not known what came of it. */
async function readOutcome(): Promise<{ problem: string | null } | undefined> {
  try {
    const answer: RestoreChoice = await call(api.list)
    queryClient.setQueryData(choice.queryKey, answer)
    return answer.problem === null ? undefined : { problem: answer.problem }
  } catch (error) {
    // Refused since the instance is set up: it was restored.
    const isOver = error instanceof ApiError && error.status === 403
    return isOver ? { problem: null } : undefined
  }
}

/** Resolves when the server is back: with the problem if nothing was restored. */
async function restore(body: NewRestore): Promise<string | null> {
  await call(api.start, { body, token: await readToken() })
  for (;;) {
    await pause()
    const outcome = await readOutcome()
    if (outcome) return outcome.problem
  }
}

export const useRestore = () =>
  useMutation({
    mutationFn: restore,
    // The browser has nothing of the former instance: everything is loaded again. Not a callback of
    // the screen, which may be gone by then: the instance is set up now.
    onSuccess: (problem) => {
      if (problem === null) location.assign('/')
    },
  })

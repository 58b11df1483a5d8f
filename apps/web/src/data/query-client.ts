import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { QueryLayers } from './query-layers.ts'

// Otherwise the change of a click is notified in a later task and rendered a frame later.
notifyManager.setScheduler(queueMicrotask)

const isRetryable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502)

const signedOutListeners = new Set<() => void>()

/** Called when the server no longer accepts the session. */
export function onSignedOut(listener: () => void) {
  signedOutListeners.add(listener)
}

/**
 * The response of the administration area, which has separate and shorter sessions, to a signed-in
 * user.
 */
const isGateClosed = ({ status, body }: ApiError) =>
  status === 403 &&
  typeof body === 'object' &&
  body !== null &&
  'detail' in body &&
  body.detail === 'You do not have permission to perform this action.'

let isOver = false
/** The session has ended, and the page is about to be closed because of it. */
export const isSessionOver = () => isOver

export function noticeSignedOut(error: unknown) {
  if (!(error instanceof ApiError) || (error.status !== 401 && !isGateClosed(error))) return
  isOver = true
  for (const listener of signedOutListeners) listener()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({ onError: noticeSignedOut }),
  defaultOptions: {
    queries: {
      // The live socket keeps lists current; refetching on every focus would only make them
      // flicker.
      staleTime: 5 * 60_000,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      // Unconfirmed changes may be on top of fetched data, so equal data is not an equal screen.
      structuralSharing: false,
      retry: (count, error) => count < 2 && isRetryable(error),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

export const queryLayers = new QueryLayers(queryClient)

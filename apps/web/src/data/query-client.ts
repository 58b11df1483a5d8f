import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { QueryLayers } from './query-layers.ts'

// Without it what a click changes is told in a later task, and drawn a frame later.
notifyManager.setScheduler(queueMicrotask)

const isRetryable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502)

const signedOutListeners = new Set<() => void>()

/** Called when the server stops knowing who we are. */
export function onSignedOut(listener: () => void) {
  signedOutListeners.add(listener)
}

/** How the administration area, whose sessions are its own and shorter, answers whom the app knows. */
const isGateClosed = ({ status, sentence }: ApiError) =>
  status === 403 && sentence === 'You do not have permission to perform this action.'

export function noticeSignedOut(error: unknown) {
  if (!(error instanceof ApiError) || (error.status !== 401 && !isGateClosed(error))) return
  for (const listener of signedOutListeners) listener()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({ onError: noticeSignedOut }),
  defaultOptions: {
    queries: {
      // The live socket keeps lists right; reading again on every focus would only make them blink.
      staleTime: 5 * 60_000,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      // Our changes may sit on top of a reading, so an equal reading is not an equal screen.
      structuralSharing: false,
      retry: (count, error) => count < 2 && isRetryable(error),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

export const queryLayers = new QueryLayers(queryClient)

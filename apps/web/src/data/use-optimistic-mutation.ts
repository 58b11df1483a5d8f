import type { DataTag, QueryKey } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { toast } from '#ui/feedback/toast.ts'
import { ApiError } from './api.ts'
import { type TextKey, t } from './i18n.ts'
import { sentenceOf } from './notify-failure.ts'
import { whileCreating } from './pending-creates.ts'
import { noticeSignedOut, queryClient, queryLayers } from './query-client.ts'
import { serialized } from './serialized.ts'

/** What `queryOptions()` returns, as far as its data goes. */
export interface QueryOf<Data> {
  queryKey: DataTag<QueryKey, Data, Error>
}

export interface OptimisticMutation<Data, Variables, Answer> {
  /** What shows the change: one query, or all that are cached when it is made. */
  query: QueryOf<Data> | ((variables: Variables) => readonly QueryOf<Data>[])
  send: (variables: Variables) => Promise<Answer>
  /** The data with the change made. Must bear being applied twice. */
  apply: (data: Data, variables: Variables, queryKey: QueryKey) => Data
  /** The data once the server has answered, where its answer says more than `apply` knew. */
  settle?: (data: Data, answer: Answer, variables: Variables, queryKey: QueryKey) => Data
  /** The id of what is created: requests that name it wait for `send`, which must not await them. */
  creates?: (variables: Variables) => string
  /** Changes with the same name wait for each other, so that the last one made is the last one sent. */
  line?: (variables: Variables) => string
  /** Key of what to tell when it fails: "The state was not changed". */
  failure: TextKey
  /** What that names. */
  failureValues?: (variables: Variables) => Record<string, string>
}

export interface Then<Answer> {
  onSuccess?: (answer: Answer) => void
  /** Returns true where it shows the reason itself: then there is no toast. */
  onFailure?: (error: unknown) => unknown
}

// What waited for a creation fails with it, and for the same reason: that is shown once.
const shownReasons = new WeakSet<object>()

/** The same outside of React. */
export async function mutateOptimistically<Data, Variables, Answer>(
  mutation: OptimisticMutation<Data, Variables, Answer>,
  variables: Variables,
  then: Then<Answer> = {},
): Promise<void> {
  const { query, send, apply, settle, creates, line, failure, failureValues } = mutation
  const queries = typeof query === 'function' ? query(variables) : [query]
  let isGone = false
  const shown = queries.map(({ queryKey }) => ({
    queryKey,
    id: queryLayers.begin<Data>(queryKey, (data) => apply(data, variables, queryKey)),
    refetch: stopReading(queryKey),
  }))
  try {
    const sent = serialized(line?.(variables), () => send(variables))
    const answer = await (creates ? whileCreating(creates(variables), sent) : sent)
    for (const { queryKey, id } of shown) {
      queryLayers.confirm<Data>(queryKey, id, (data) =>
        settle ? settle(data, answer, variables, queryKey) : apply(data, variables, queryKey),
      )
    }
    then.onSuccess?.(answer)
  } catch (error) {
    for (const { queryKey, id } of shown) queryLayers.fail(queryKey, id)
    noticeSignedOut(error)
    const status = error instanceof ApiError ? error.status : undefined
    isGone = status === 404
    const isShown = then.onFailure?.(error) === true || shownReasons.has(Object(error))
    shownReasons.add(Object(error))
    if (!isShown) {
      toast({
        kind: 'error',
        title: t(failure, { ...failureValues?.(variables) }),
        text: sentenceOf(error),
        // Without an answer the toast stays, with its button to try again.
        duration: status === 0 ? 0 : undefined,
        action: isGone
          ? undefined
          : {
              label: t('common.try_again'),
              onSelect: () => void mutateOptimistically(mutation, variables, then),
            },
      })
    }
  }
  for (const { queryKey, refetch } of shown) {
    // What no longer exists is shown no longer.
    if (refetch || isGone) void queryClient.invalidateQueries({ queryKey })
  }
}

/** A background reading under way was made before this change; the next one will know it. */
function stopReading(queryKey: QueryKey): boolean {
  const refetching = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching'
  const hadData = queryClient.getQueryData(queryKey) !== undefined
  if (!refetching || !hadData) return false
  void queryClient.cancelQueries({ queryKey })
  return true
}

/**
 * Shows a change at once, sends it, and takes it back with a message when the server refuses.
 * `mutate` never changes, so rows may hold on to it.
 */
export function useOptimisticMutation<Data, Variables, Answer>(
  mutation: OptimisticMutation<Data, Variables, Answer>,
) {
  const latest = useRef(mutation)
  useLayoutEffect(() => {
    latest.current = mutation
  })
  const [stable] = useState(() => ({
    mutate: (variables: Variables, then?: Then<Answer>) =>
      void mutateOptimistically(latest.current, variables, then),
  }))
  return stable
}

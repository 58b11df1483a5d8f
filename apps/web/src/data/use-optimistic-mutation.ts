import type { DataTag, QueryKey } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { closeToast, toast } from '#ui/feedback/toast.ts'
import { ApiError } from './api.ts'
import type { Durable } from './durable-mutations.ts'
import { type TextKey, t } from './i18n.ts'
import { isLiveDown } from './live-listeners.ts'
import { reasonOf } from './notify-failure.ts'
import { mustFollow, type Stored, storeForLater } from './outbox-state.ts'
import { whileCreating } from './pending-creates.ts'
import { noticeSignedOut, queryClient, queryLayers } from './query-client.ts'
import { serialized } from './serialized.ts'
import { recordUndo, type UndoStep } from './undo-stack.ts'

/** The part of the result of `queryOptions()` that has the data type. */
export interface QueryOf<Data> {
  queryKey: DataTag<QueryKey, Data, Error>
}

export interface OptimisticMutation<Data, Variables, Answer> {
  /** The queries that show the change: one, or all that are cached when it is made. */
  query: QueryOf<Data> | ((variables: Variables) => readonly QueryOf<Data>[])
  send: (variables: Variables) => Promise<Answer>
  /** The data with the change applied. Must be idempotent. */
  apply: (data: Data, variables: Variables, queryKey: QueryKey) => Data
  /** The data after the response, if that contains more than `apply` knew. */
  settle?: (data: Data, answer: Answer, variables: Variables, queryKey: QueryKey) => Data
  /**
   * The id of the created entity: requests with this id wait for `send`, which must not await them.
   */
  creates?: (variables: Variables) => string
  /** Changes with the same name are queued, so that the last one made is the last one sent. */
  line?: (variables: Variables) => string
  /** How it is stored until the network is back, where it is not taken back instead. */
  durable?: Durable<Variables, Answer, Data>
  /** How Ctrl+Z undoes it; called before the change is shown. */
  undo?: (variables: Variables) => UndoStep | undefined
  /** Key of the failure message: "The state was not changed". */
  failure: TextKey
  /** The values of that message. */
  failureValues?: (variables: Variables) => Record<string, string>
}

export interface Then<Answer> {
  onSuccess?: (answer: Answer) => void
  /** Called instead of `onSuccess` if the change is stored, to be sent later. */
  onStored?: () => void
  /** Returns true where it shows the reason itself: then there is no toast. */
  onFailure?: (error: unknown) => unknown
}

// Requests waiting for a creation fail with the same reason: it is shown once.
const shownReasons = new WeakSet<object>()

/** Toasts of failed changes, by variables: outdated once a change is sent again from elsewhere. */
const failureToasts = new WeakMap<object, string>()

function closeFailure(variables: unknown) {
  const id = failureToasts.get(Object(variables))
  if (id) closeToast(id)
}

type Done<Answer> = { answer: Answer } | { stored: Stored<Answer> }

/** The same outside of React. */
export async function mutateOptimistically<Data, Variables, Answer>(
  mutation: OptimisticMutation<Data, Variables, Answer>,
  variables: Variables,
  then: Then<Answer> = {},
): Promise<void> {
  const { query, send, apply, settle, creates, undo, failure, failureValues } = mutation
  closeFailure(variables)
  const undoStep = undo?.(variables)
  const queries = typeof query === 'function' ? query(variables) : [query]
  const line = mutation.line?.(variables)
  let isGone = false
  let forget: (() => void) | undefined
  const outbox: { stored?: Stored<Answer> | undefined } = {}
  const shown = queries.map(({ queryKey }) => ({
    queryKey,
    id: queryLayers.begin<Data>(queryKey, (data) => apply(data, variables, queryKey)),
    refetch: stopReading(queryKey),
  }))

  /** Sends it, or stores it where that cannot be done now. */
  async function sendOrStore(): Promise<Done<Answer>> {
    const isStorable = mutation.durable && (mutation.durable.isStorable?.(variables) ?? true)
    const store = async () => {
      outbox.stored = isStorable ? await storeForLater<Answer>(mutation, variables) : undefined
      return outbox.stored && { stored: outbox.stored }
    }
    const isLater = isStorable && (isAway() || mustFollow(line, variables))
    const done = isLater && (await store())
    if (done) return done
    try {
      return { answer: await send(variables) }
    } catch (error) {
      const later = isUnanswered(error) && (await store())
      if (!later) throw error
      return later
    }
  }

  try {
    const turn = serialized(line, sendOrStore)
    const sent = turn.then((done) => ('stored' in done ? done.stored.delivered : done.answer))
    sent.catch(() => undefined)
    const again = () => void mutateOptimistically(mutation, variables, then)
    forget =
      undoStep &&
      recordUndo(
        withdrawing(undoStep, () => outbox.stored, again),
        sent,
      )
    const done = await (creates ? whileCreating(creates(variables), turn) : turn)
    if ('stored' in done) {
      // The outbox shows it from here on.
      for (const { queryKey, id } of shown) queryLayers.fail(queryKey, id)
      done.stored.delivered.catch(() => forget?.())
      then.onStored?.()
    } else {
      const { answer } = done
      for (const { queryKey, id } of shown) {
        queryLayers.confirm<Data>(queryKey, id, (data) =>
          settle ? settle(data, answer, variables, queryKey) : apply(data, variables, queryKey),
        )
      }
      then.onSuccess?.(answer)
    }
  } catch (error) {
    forget?.()
    for (const { queryKey, id } of shown) queryLayers.fail(queryKey, id)
    noticeSignedOut(error)
    const status = error instanceof ApiError ? error.status : undefined
    isGone = status === 404
    const isShown = then.onFailure?.(error) === true || shownReasons.has(Object(error))
    shownReasons.add(Object(error))
    const retry = () => void mutateOptimistically(mutation, variables, then)
    if (!isShown) {
      const id = toast({
        kind: 'error',
        title: t(failure, { ...failureValues?.(variables) }),
        ...reasonOf(error),
        // Without a response the toast stays, with its retry button.
        duration: status === 0 ? 0 : undefined,
        action: isGone ? undefined : { label: t('common.try_again'), onSelect: retry },
      })
      failureToasts.set(Object(variables), id)
    }
  }
  for (const { queryKey, refetch } of shown) {
    // Entities that no longer exist are removed.
    if (refetch || isGone) void queryClient.invalidateQueries({ queryKey })
  }
}

/** No network, or the server is down: a request would only wait. */
export const isAway = () => navigator.onLine === false || isLiveDown()

const isUnanswered = (error: unknown) => error instanceof ApiError && error.status === 0

/** Undoes a still stored change by not sending it. */
const withdrawing = (
  step: UndoStep,
  stored: () => Stored<unknown> | undefined,
  again: () => void,
): UndoStep => ({
  ...step,
  run: (sent) => {
    if (!stored()?.withdraw()) return step.run(sent)
    const redo = () => {
      again()
      // `again` records an undo step.
      return { inverse: step, answered: Promise.resolve(false) }
    }
    return { inverse: { ...step, run: redo }, answered: Promise.resolve(true) }
  },
})

/** A background fetch in progress started before this change; the next one will include it. */
function stopReading(queryKey: QueryKey): boolean {
  const refetching = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching'
  const hadData = queryClient.getQueryData(queryKey) !== undefined
  if (!refetching || !hadData) return false
  void queryClient.cancelQueries({ queryKey })
  return true
}

/**
 * Shows a change at once, sends it, and reverts it with a message when the server refuses. `mutate`
 * is stable, so rows may store it.
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

import { commentsApi } from '@cairn/contract'
import { useEffect, useRef } from 'react'
import { call } from '#data/api.ts'
import { leaveUnanswered, readLeftText, takeLeftText } from '#data/left-texts.ts'
import { useLatest } from '#ui/platform/use-latest.ts'
import type { ItemRef } from './hooks.ts'

interface Sent {
  id: string
  comment_html: string
}

interface Outcome {
  /** It never arrived: the text is restored. */
  onMissing: (sent: Sent) => void
  /** It exists: the text restored when its request failed is no longer a draft. */
  onThere: (sent: Sent) => void
}

/** A comment sent while the page was reloaded: asks the server whether it has it. */
export function useUnanswered(
  place: ItemRef,
  { draftKey, owner }: { draftKey: string; owner: string },
  outcome: Outcome,
) {
  const name = `sent ${draftKey}`
  const params = useRef(place)
  const latest = useLatest(outcome)
  useEffect(() => {
    const text = readLeftText(name, owner)
    if (!text) return
    const sent: Sent = JSON.parse(text)
    let stale = false
    void call(commentsApi.get, { params: { ...params.current, comment_id: sent.id } })
      .then(
        () => true,
        () => false,
      )
      .then((isThere) => {
        if (stale) return
        takeLeftText(name, owner)
        const { onMissing, onThere } = latest.current
        if (isThere) onThere(sent)
        else onMissing(sent)
      })
    return () => {
      stale = true
    }
  }, [name, owner, latest])
  return ({ id, comment_html }: Sent) =>
    leaveUnanswered(name, owner, JSON.stringify({ id, comment_html }))
}

import { commentsApi } from '@cairn/contract'
import { useEffect, useRef } from 'react'
import { call } from '#data/api.ts'
import { leaveUnanswered, readLeftText, takeLeftText } from '#data/left-texts.ts'
import type { ItemRef } from './hooks.ts'

interface Sent {
  id: string
  comment_html: string
}

/**
 * A comment that was sent when the page was reloaded: the server is asked whether it has it, and where
 * it has not, the text comes back.
 */
export function useUnanswered(place: ItemRef, owner: string, onMissing: (sent: Sent) => void) {
  const name = `sent comment ${place.id}`
  const params = useRef(place)
  const missing = useRef(onMissing)
  useEffect(() => {
    const text = readLeftText(name, owner)
    if (!text) return
    const sent: Sent = JSON.parse(text)
    let stale = false
    void call(commentsApi.get, { params: { ...params.current, comment_id: sent.id } })
      .then(() => undefined)
      .catch(() => sent)
      .then((lost) => {
        if (stale) return
        takeLeftText(name)
        if (lost) missing.current(lost)
      })
    return () => {
      stale = true
    }
  }, [name, owner])
  return ({ id, comment_html }: Sent) =>
    leaveUnanswered(name, owner, JSON.stringify({ id, comment_html }))
}

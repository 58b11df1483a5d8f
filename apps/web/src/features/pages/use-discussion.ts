import { MAX_QUOTE_LENGTH } from '@cairn/contract'
import { useEffect, useState } from 'react'
import { readLeftText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { awaitField } from '#ui/controls/typed-ahead.tsx'
import type { CommentAnchors } from './comment-anchors.ts'
import { type BegunComment, begunName } from './comment-composer.tsx'
import { type CommentScope, usePageComments } from './comment-hooks.ts'
import type { Discussion } from './page-comments.tsx'

/** The unsent draft from when the page was left. */
function readBegun(scope: CommentScope, me: string): BegunComment | undefined {
  try {
    return JSON.parse(readLeftText(begunName(scope), me) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

interface Options {
  anchors: CommentAnchors | undefined
  active: string | undefined
  onActive: (id: string | undefined) => void
}

/** Marks commented passages in the text, and starts new comments. */
export function useDiscussion(scope: CommentScope, { anchors, active, onActive }: Options) {
  const { id: me } = useMe()
  const { data: comments } = usePageComments(scope)
  const [begun, setBegun] = useState(() => readBegun(scope, me))

  useEffect(() => {
    const current = comments?.find(({ id }) => id === active)
    const thread = current?.parent ?? current?.id
    const shown = comments?.filter(
      ({ id, parent, resolved_at }) => !parent && (!resolved_at || id === thread),
    )
    anchors?.show(new Map(shown?.map(({ id, quote }) => [id, quote])), thread)
  }, [anchors, comments, active])

  const discussion: Discussion = { anchors, begun, onBegun: setBegun, active, onActive }

  /** For the selection. */
  function begin(made: CommentAnchors) {
    const quote = made.begin()
    if (!quote?.trim()) return made.abandon()
    awaitField()
    setBegun({ quote: quote.slice(0, MAX_QUOTE_LENGTH) })
    onActive(undefined)
  }

  return { discussion, begin }
}

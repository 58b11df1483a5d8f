import { useEffect, useRef } from 'react'
import { t } from '#data/i18n.ts'
import { commentHash } from '#entities/work-item/comment-address.ts'
import { archivedItemAddress, itemAddress } from '#entities/work-item/item-address.ts'
import type { ItemPage } from '#entities/work-item/item-context.ts'
import { toast } from '#ui/feedback/toast.ts'
import { copyText } from '#ui/platform/copy-text.ts'

export async function copyCommentLink(
  { slug, key, project, item, isArchived }: ItemPage,
  id: string,
) {
  const path = isArchived ? archivedItemAddress(slug, project.id, item.id) : itemAddress(slug, key)
  const copied = await copyText(`${location.origin}${path}#${commentHash(id)}`)
  toast({
    kind: copied ? 'success' : 'error',
    title: t(copied ? 'comments.link_copied' : 'comments.link_not_copied'),
  })
}

const STAY_MS = 3_000
const moves = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const

/** Scrolls to a linked comment, and again while content above it is still loading. */
export function useScrollToLinked(isLinked: boolean) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const comment = place.current
    if (!isLinked || !comment) return
    const observer = new ResizeObserver(() => comment.scrollIntoView({ block: 'center' }))
    observer.observe(comment.closest('section')?.parentElement ?? comment)
    if (document.activeElement === document.body) comment.focus({ preventScroll: true })
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
      for (const type of moves) removeEventListener(type, stop, { capture: true })
    }
    const timer = setTimeout(stop, STAY_MS)
    for (const type of moves) addEventListener(type, stop, { capture: true, passive: true })
    return stop
  }, [isLinked])
  return place
}

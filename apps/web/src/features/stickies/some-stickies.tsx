import { StickyNote } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { StickyCards, StickySkeletons } from './sticky-cards.tsx'
import type { useStickyList } from './use-sticky-list.ts'

const HEIGHT = 620
/** More would be cut anyway. */
const MAX = 15

interface SomeStickiesProps {
  slug: string
  list: ReturnType<typeof useStickyList>
  /** The user followed the link to the board with all notes. */
  onLeave?: () => void
}

/** The first notes, cut off before they fill the screen; the board shows the rest. */
export function SomeStickies({ slug, list, onLeave }: SomeStickiesProps) {
  const { t } = useTranslation()
  const { stickies, search, hasMore, isFailed, refetch, active } = list
  const [box, isCut] = useCut()
  if (isFailed) return <NotRead onRetry={refetch}>{t('stickies.not_read')}</NotRead>
  if (!stickies) return <StickySkeletons />
  if (stickies.length === 0) {
    return (
      <p className="flex items-center justify-center gap-2 rounded-lg border border-line px-4 py-5 text-center text-ink-2">
        <Icon of={StickyNote} className="shrink-0 text-ink-3" />
        {t(search ? 'stickies.nothing_found' : 'stickies.empty_hint')}
      </p>
    )
  }
  return (
    <>
      <div
        style={{ maxHeight: HEIGHT }}
        className={classNames(
          'overflow-hidden',
          isCut && 'mask-b-from-[calc(100%-48px)] mask-b-to-100%',
        )}
      >
        {/* Space for focus rings. */}
        <div ref={box} className="-m-1 p-1">
          <StickyCards slug={slug} stickies={stickies.slice(0, MAX)} active={active} />
        </div>
      </div>
      {(isCut || hasMore || stickies.length > MAX) && (
        <p className="mt-2 text-center">
          <Link to="/$slug/stickies/" params={{ slug }} onClick={onLeave} className="link">
            {t('stickies.show_all')}
          </Link>
        </p>
      )}
    </>
  )
}

function useCut() {
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    if (!box) return
    const observer = new ResizeObserver(() => setCut(box.offsetHeight > HEIGHT))
    observer.observe(box)
    return () => observer.disconnect()
  }, [box])
  return [setBox, isCut] as const
}

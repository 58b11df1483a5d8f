import { Plus, StickyNote } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { StickyCards, StickySkeletons } from './sticky-cards.tsx'
import { StickySearch } from './sticky-search.tsx'
import { useStickyList } from './use-sticky-list.ts'

/** All notes of the user in this workspace, in their manual order. */
export function StickiesScreen() {
  const { slug } = useParams('/$slug')
  const { t } = useTranslation()
  const list = useStickyList(slug)
  usePageTitle(t('stickies.title'))
  return (
    <>
      <ShellHeader
        actions={
          <>
            <StickySearch {...list.searchProps} />
            <Button variant="primary" icon={Plus} onClick={list.add}>
              {t('stickies.add')}
            </Button>
          </>
        }
      >
        <Breadcrumbs>
          <Crumb current icon={StickyNote}>
            <h1>{t('stickies.title')}</h1>
          </Crumb>
        </Breadcrumbs>
      </ShellHeader>
      <Board slug={slug} list={list} />
    </>
  )
}

interface BoardProps {
  slug: string
  list: ReturnType<typeof useStickyList>
}

function Board({ slug, list }: BoardProps) {
  const { t } = useTranslation()
  const { stickies, search, hasMore, isFailed, reading, readMore, active } = list
  if (isFailed) return <NotRead onRetry={list.refetch}>{t('stickies.not_read')}</NotRead>
  if (stickies?.length === 0) {
    return search ? (
      <EmptyState title={t('stickies.nothing_found')}>
        {t('stickies.nothing_found_text')}
      </EmptyState>
    ) : (
      <EmptyState
        title={t('stickies.empty_title')}
        action={
          <Button variant="primary" icon={Plus} onClick={list.add}>
            {t('stickies.add')}
          </Button>
        }
      >
        {t('stickies.empty_hint')}
      </EmptyState>
    )
  }
  return (
    <div className="min-h-0 grow overflow-y-auto p-4 max-md:p-3">
      {stickies ? (
        <StickyCards slug={slug} stickies={stickies} active={active} sortable />
      ) : (
        <StickySkeletons wide />
      )}
      {hasMore && <More reading={reading} onReach={readMore} />}
    </div>
  )
}

/** Loads more when the end of the loaded notes becomes visible. */
function More({ reading, onReach }: { reading: boolean; onReach: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(onReach)
  useEffect(() => {
    latest.current = onReach
  })
  useEffect(() => {
    if (!mark.current || reading) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && latest.current(),
      { rootMargin: '400px' },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [reading])
  return (
    <div ref={mark} className="mt-3 min-h-30">
      <StickySkeletons wide />
    </div>
  )
}

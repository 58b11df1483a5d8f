import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { SomeStickies } from './some-stickies.tsx'
import { useStickyList } from './use-sticky-list.ts'

interface StickiesDialogProps {
  slug: string
  /** Opens with a new note. */
  adds: boolean
  onClose: () => void
}

/** Notes over any screen, the latest first. */
export default function StickiesDialog({ slug, adds, onClose }: StickiesDialogProps) {
  const { t } = useTranslation()
  const list = useStickyList(slug)
  const { searchProps } = list
  const begin = useRef(adds ? list.add : undefined)
  const addButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    begin.current?.()
    begin.current = undefined
  }, [])

  const close = useClose(onClose)

  return (
    <Dialog open onClose={close} size="lg" title={t('stickies.yours')} initialFocus={addButton}>
      <div className="mb-4 flex items-center gap-2">
        <span className="min-w-0 grow">
          <SearchInput label={t('stickies.search')} {...searchProps} />
        </span>
        <Button ref={addButton} icon={Plus} onClick={list.add}>
          {t('stickies.add')}
        </Button>
      </div>
      <SomeStickies slug={slug} list={list} onLeave={close} />
    </Dialog>
  )
}

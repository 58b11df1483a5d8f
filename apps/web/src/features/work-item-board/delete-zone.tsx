import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { attachDeleteZone } from './board-drag.ts'

/** Shown while a card is dragged: a drop here asks whether to delete it. */
export default function DeleteZone({ onDrop }: { onDrop: () => void }) {
  const { t } = useTranslation()
  const zone = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop

  useEffect(() => {
    if (!zone.current) return
    return attachDeleteZone(zone.current, { onOver: setOver, onDrop: () => latest.current() })
  }, [])

  return (
    <div
      ref={zone}
      className={classNames(
        'absolute bottom-4 left-1/2 z-(--z-peek) flex h-9 w-72 max-w-[90%] -translate-x-1/2 items-center justify-center gap-2 rounded-lg border bg-danger-subtle font-medium text-danger-ink shadow-lift-2',
        over ? 'border-danger outline-1 outline-danger' : 'border-dashed border-danger-line',
      )}
    >
      <Icon of={Trash2} />
      {t('board.drop_to_delete')}
    </div>
  )
}

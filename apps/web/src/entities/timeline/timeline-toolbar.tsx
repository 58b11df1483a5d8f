import { Maximize, Minimize } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Segment } from '#ui/controls/segment.tsx'
import { type Zoom, zooms } from './geometry.ts'

interface TimelineToolbarProps {
  /** The number of rows, as text. */
  count: string
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
  onToday: () => void
  full: boolean
  onFull: (full: boolean) => void
}

export function TimelineToolbar(props: TimelineToolbarProps) {
  const { count, zoom, onZoom, onToday, full, onFull } = props
  const { t } = useTranslation()
  return (
    <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line-subtle pr-3 pl-4 max-md:h-13">
      <span className="mr-auto truncate text-small text-ink-2 tabular-nums max-md:hidden">
        {count}
      </span>
      <Segment
        label={t('timeline.zoom')}
        options={zooms.map((value) => ({ value, label: t(`timeline.zooms.${value}`) }))}
        value={zoom}
        onChange={onZoom}
      />
      <Button onClick={onToday} className="max-md:ml-auto">
        {t('timeline.today')}
      </Button>
      <IconButton
        icon={full ? Minimize : Maximize}
        label={t(full ? 'timeline.leave_full_screen' : 'timeline.full_screen')}
        onClick={() => onFull(!full)}
      />
    </div>
  )
}

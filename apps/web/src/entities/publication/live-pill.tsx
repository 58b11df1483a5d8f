import { publicPath } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Tag } from '#ui/people/badge.tsx'

interface LivePillProps {
  anchor: string
  /** Opens its settings; otherwise the pill links to the public page. */
  onOpen: (() => void) | undefined
}

/** On the row of a published view. */
export function LivePill({ anchor, onOpen }: LivePillProps) {
  const { t } = useTranslation()
  const face = <Tag tone="success">{t('publishing.live_pill')}</Tag>
  const look = 'hit inline-flex rounded-sm'
  return (
    <Tooltip label={t(onOpen ? 'publishing.menu.settings' : 'publishing.open')}>
      {onOpen ? (
        <button type="button" onClick={onOpen} className={look}>
          {face}
        </button>
      ) : (
        <a href={publicPath('view', anchor)} target="_blank" rel="noopener" className={look}>
          {face}
        </a>
      )}
    </Tooltip>
  )
}

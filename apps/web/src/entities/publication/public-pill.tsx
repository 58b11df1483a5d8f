import { type PublishedKind, publicPath } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Tag } from '#ui/people/badge.tsx'

interface PublicPillProps {
  kind: PublishedKind
  anchor: string
}

/** Next to the name of a published entity: links to the public page. */
export default function PublicPill({ kind, anchor }: PublicPillProps) {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('publishing.open')}>
      <a
        href={publicPath(kind, anchor)}
        target="_blank"
        rel="noopener"
        className="hit inline-flex rounded-sm"
      >
        <Tag tone="success">{t('publishing.public')}</Tag>
      </a>
    </Tooltip>
  )
}

import { useEffect } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Badge } from '#ui/people/badge.tsx'
import { useUnread } from './hooks.ts'

interface InboxBadgeProps {
  slug: string
  /** Only shows that there is something. */
  compact?: boolean
}

/** The unread count. Mentions come first: they address the user. */
export default function InboxBadge({ slug, compact = false }: InboxBadgeProps) {
  const { t } = useTranslation()
  const { total = 0, mentions = 0 } =
    useUnread({ slug, workspace_id: useWorkspace(slug)?.id ?? '' }) ?? {}
  // The badge on the icon of the installed application.
  useEffect(() => {
    void navigator.setAppBadge?.(total + mentions).catch(() => undefined)
  }, [total, mentions])
  if (!compact && mentions > 0) return <Badge value={mentions} sign="@" />
  if (!compact) return total > 99 ? '99+' : total || null
  if (mentions + total === 0) return null
  return (
    <span className="absolute top-0.75 right-1.5 size-2 rounded-full bg-accent">
      <span className="sr-only">{t('inbox.unread')}</span>
    </span>
  )
}

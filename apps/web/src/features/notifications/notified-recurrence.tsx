import type { RecurrenceNotification } from '@cairn/contract'
import { ChevronLeft, X } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { HeaderBar } from '#ui/layout/header-bar.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { Link } from '#ui/router/link.tsx'

interface NotifiedRecurrenceProps {
  slug: string
  notification: RecurrenceNotification
  onClose: () => void
}

/** Why a rule creates no more items, with a link to where it is resumed. */
export function NotifiedRecurrence({ slug, notification, onClose }: NotifiedRecurrenceProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const { name, project_id, project_name, reason } = notification.data.recurrence
  return (
    <>
      <HeaderBar
        actions={
          <Link
            to="/$slug/settings/projects/$projectId/templates/"
            params={{ slug, projectId: project_id }}
            className={buttonLook('secondary')}
          >
            {t('inbox.recurrence.open')}
          </Link>
        }
      >
        <IconButton
          icon={small ? ChevronLeft : X}
          label={small ? t('item.back') : t('inbox.close')}
          onClick={onClose}
        />
      </HeaderBar>
      <div className="min-h-0 grow overflow-y-auto">
        <article className="mx-auto w-188 max-w-full px-4 pt-6 pb-16">
          <h2 className="text-heading font-semibold wrap-anywhere">{name}</h2>
          <p className="mt-1 flex flex-wrap gap-2 text-small text-ink-3">
            <span className="min-w-0 truncate">{project_name}</span>
            <RelativeTime at={notification.created_at} />
          </p>
          <p className="mt-3 text-body">{t(`inbox.recurrence.${reason}_text`)}</p>
        </article>
      </div>
    </>
  )
}

import type { UpdateNotification } from '@cairn/contract'
import { ChevronLeft, X } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { HealthTag } from '#entities/status-update/health.tsx'
import { itemAddress } from '#entities/work-item/item-address.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { HeaderBar } from '#ui/layout/header-bar.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { Link } from '#ui/router/link.tsx'

interface NotifiedUpdateProps {
  slug: string
  notification: UpdateNotification
  onClose: () => void
}

function addressOf(
  slug: string,
  { key, project_id, initiative_id }: UpdateNotification['data']['update'],
) {
  if (initiative_id)
    return { kind: 'initiative', to: `/${slug}/initiatives/${initiative_id}/` } as const
  if (key) return { kind: 'epic', to: itemAddress(slug, key) } as const
  return { kind: 'project', to: `/${slug}/projects/${project_id}/overview/` } as const
}

/** The update, with a link to what it is about. */
export function NotifiedUpdate({ slug, notification, onClose }: NotifiedUpdateProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const { update } = notification.data
  const { kind, to } = addressOf(slug, update)
  const person = usePeople(slug).get(notification.triggered_by ?? '')
  return (
    <>
      <HeaderBar
        actions={
          <Link to={to as string} className={buttonLook('secondary')}>
            {t(`inbox.open_update.${kind}`)}
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
          <h2 className="text-heading font-semibold wrap-anywhere">{update.name}</h2>
          <p className="mt-3 flex flex-wrap items-center gap-2">
            {person && <Avatar person={person} size={24} tooltip={false} />}
            <span className="font-medium">{person?.name ?? t('history.somebody')}</span>
            <span className="text-small text-ink-3">
              <RelativeTime at={notification.created_at} />
            </span>
            <HealthTag health={update.health} />
          </p>
          <p className="mt-3 text-body whitespace-pre-wrap wrap-anywhere">{update.text}</p>
        </article>
      </div>
    </>
  )
}

import {
  type ItemNotification,
  isItemNotification,
  isUpdateNotification,
  type Notification,
  type NotificationPatch,
} from '@cairn/contract'
import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { isAutomatic } from '#entities/activity/activity-sentence.ts'
import { mark, withValue } from '#entities/activity/with-value.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { shortDate } from '#ui/dates/day.ts'
import { dayOfMoment, momentText } from '#ui/dates/own-zone.ts'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { PersonName } from '#ui/people/person-name.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { RowActions } from './row-actions.tsx'
import { sentenceFor } from './sentence.ts'

interface NotificationRowProps {
  slug: string
  notification: Notification
  /** What the address says beside the notification. */
  search: object
  selected: boolean
  onChange: (patch: NotificationPatch) => void
}

/** "Ada set the priority to High." */
function Sentence({ slug, notification }: { slug: string; notification: ItemNotification }) {
  const { t } = useTranslation()
  const { id: reader_id } = useMe()
  const { data, triggered_by, triggered_by_details } = notification
  const { field } = data.issue_activity
  const who = usePeople(slug).get(triggered_by ?? '')?.name ?? triggered_by_details?.display_name
  const automatic = isAutomatic(data.issue_activity)
  const { key, value } = sentenceFor(notification, reader_id)
  const text = field === 'priority' ? t(`pickers.priorities.${value}` as TextKey) : value
  return (
    <>
      <PersonName isBot={!automatic && triggered_by_details?.is_bot}>
        <b className="font-medium text-ink">
          {automatic ? t('history.automation') : (who ?? t('history.somebody'))}
        </b>
      </PersonName>{' '}
      {text === undefined
        ? t(key)
        : withValue(
            t(key, { value: mark }),
            <b className="font-medium wrap-anywhere text-ink">{text}</b>,
          )}
    </>
  )
}

/** "Ada posted an update: At risk." */
function UpdateSentence({ slug, notification }: { slug: string; notification: Notification }) {
  const { t } = useTranslation()
  const { triggered_by, triggered_by_details } = notification
  const who = usePeople(slug).get(triggered_by ?? '')?.name ?? triggered_by_details?.display_name
  return (
    <>
      <b className="font-medium text-ink">{who ?? t('history.somebody')}</b>{' '}
      {isUpdateNotification(notification) &&
        withValue(
          t('inbox.update', { value: mark }),
          <b className="font-medium text-ink">
            {t(`updates.health.${notification.data.update.health}`)}
          </b>,
        )}
    </>
  )
}

/** What it is about: the item by its key and name, or what was updated. */
function Subject({ data }: Notification) {
  const { issue, update } = data
  const key = issue ? `${issue.identifier}-${issue.sequence_id}` : update?.key
  return (
    <>
      {key && <span className="tabular-nums">{key}</span>} {issue?.name ?? update?.name}
    </>
  )
}

export function NotificationRow(props: NotificationRowProps) {
  const { slug, notification, search, selected, onChange } = props
  const { t } = useTranslation()
  const small = useSmallScreen()
  const { id, read_at, snoozed_till, triggered_by, triggered_by_details } = notification
  const person = usePeople(slug).get(triggered_by ?? '') ?? {
    id: triggered_by ?? '',
    name: triggered_by_details?.display_name ?? t('history.somebody'),
  }
  const till = snoozed_till ? new Date(snoozed_till) : undefined
  const isAsleep = till !== undefined && till.getTime() > Date.now()
  return (
    <div className="group/row relative border-b border-line-subtle">
      <Link
        to="/$slug/notifications/"
        params={{ slug }}
        search={{ ...search, notification: id } as object}
        data-notification={id}
        aria-current={selected ? 'page' : undefined}
        className={classNames(
          'focus-inset flex gap-3 py-2.5 pr-4 pl-6',
          selected
            ? 'bg-selected shadow-[inset_2px_0_0_var(--accent)] hover:bg-selected-hover'
            : 'hover:bg-hover',
        )}
      >
        {!read_at && (
          <span className="absolute top-5.25 left-2.25 size-2 rounded-full bg-accent">
            <span className="sr-only">{t('inbox.unread')}</span>
          </span>
        )}
        <Avatar person={person} size={32} tooltip={false} />
        <span className="min-w-0 grow">
          <span
            className={classNames(
              'line-clamp-2 wrap-anywhere max-md:pr-8',
              read_at ? 'text-ink-3 [&_b]:text-ink-2' : 'text-ink-2',
            )}
          >
            {isItemNotification(notification) ? (
              <Sentence slug={slug} notification={notification} />
            ) : (
              <UpdateSentence slug={slug} notification={notification} />
            )}
          </span>
          <span className="mt-1 flex items-center gap-2 text-small text-ink-3">
            <span className="min-w-0 grow truncate">
              <Subject {...notification} />
            </span>
            <span className="shrink-0 group-focus-within/row:invisible group-hover/row:invisible touch:invisible max-md:visible!">
              {isAsleep ? (
                <span className="flex items-center gap-1">
                  <Icon of={Clock} size={12} />
                  {t('inbox.till', {
                    day: shortDate(dayOfMoment(till)),
                    time: momentText(till, 'time'),
                  })}
                </span>
              ) : (
                <RelativeTime at={notification.created_at} />
              )}
            </span>
          </span>
        </span>
      </Link>
      <span
        className={classNames(
          'absolute flex items-center',
          small
            ? 'top-0.5 right-0.5'
            : 'right-2 bottom-1.5 rounded-md bg-surface until-hover group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-aria-expanded:opacity-100',
        )}
      >
        <RowActions notification={notification} onChange={onChange} compact={small} />
      </span>
    </div>
  )
}

import {
  type ItemNotification,
  isItemNotification,
  isPageNotification,
  isRecurrenceNotification,
  isUpdateNotification,
  type Notification,
  type NotificationPatch,
  type PageNotification,
} from '@cairn/contract'
import {
  AtSign,
  Boxes,
  CalendarCheck,
  CalendarClock,
  CircleDot,
  Clock,
  IterationCw,
  Link as LinkIcon,
  MessageSquare,
  Paperclip,
  Pencil,
  Repeat,
  SignalHigh,
  Tag,
  UserRoundPlus,
} from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { isAutomatic } from '#entities/activity/activity-sentence.ts'
import { loggedValue } from '#entities/activity/logged-value.ts'
import { mark, withValue } from '#entities/activity/with-value.tsx'
import { commentHash } from '#entities/work-item/comment-address.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { shortDate } from '#ui/dates/day.ts'
import { dayOfMoment, momentText } from '#ui/dates/own-zone.ts'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import { PersonName } from '#ui/people/person-name.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { commentIn, excerptOf, saidIn } from './excerpt.ts'
import { RowActions } from './row-actions.tsx'
import { sentenceFor } from './sentence.ts'

interface NotificationRowProps {
  slug: string
  notification: Notification
  /** The other query parameters of the URL. */
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
  const { key, value, property } = sentenceFor(notification, reader_id)
  const text =
    field === 'priority'
      ? t(`pickers.priorities.${value}` as TextKey)
      : field === 'property' && value !== undefined
        ? loggedValue(value, undefined, t)
        : value
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
            t(key, { value: mark, property }),
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

/** "Ada mentioned you in a page." */
function PageSentence({ slug, notification }: { slug: string; notification: PageNotification }) {
  const { t } = useTranslation()
  const { data, triggered_by, triggered_by_details } = notification
  const who = usePeople(slug).get(triggered_by ?? '')?.name ?? triggered_by_details?.display_name
  return (
    <>
      <b className="font-medium text-ink">{who ?? t('history.somebody')}</b>{' '}
      {t(data.page.comment_id ? 'inbox.mentioned.page_comment' : 'inbox.mentioned.page')}
    </>
  )
}

/** Its subject: the item by key and name, the updated entity, the page, or the template. */
function Subject({ data, read_at }: Notification) {
  const { t } = useTranslation()
  const { issue, update, page, recurrence } = data
  const key = issue ? `${issue.identifier}-${issue.sequence_id}` : update?.key
  return (
    <>
      {key && <span className="mr-1 font-normal text-ink-3 tabular-nums">{key}</span>}{' '}
      <span className={read_at ? 'text-ink-2' : 'font-medium text-ink'}>
        {issue?.name ?? update?.name}
        {page && (page.name || t('pages.untitled'))}
        {recurrence?.name}
      </span>
    </>
  )
}

/** The text, as far as it fits. */
function Excerpt({ slug, notification }: { slug: string; notification: Notification }) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  const html = saidIn(notification)
  const text = html && excerptOf(html, (id) => people.get(id)?.name)
  if (!text) return null
  return (
    <span className="mt-0.5 block truncate text-small text-ink-3">
      {t('inbox.excerpt', { text })}
    </span>
  )
}

/** By changed field. */
const icons: ReadonlyMap<string, IconLike> = new Map<string, IconLike>([
  ['assignees', UserRoundPlus],
  ['state', CircleDot],
  ['priority', SignalHigh],
  ['target_date', CalendarCheck],
  ['start_date', CalendarClock],
  ['labels', Tag],
  ['cycles', IterationCw],
  ['modules', Boxes],
  ['link', LinkIcon],
  ['attachment', Paperclip],
])

/** The author, with an icon for the kind of notification. */
function Face({ person, notification }: { person: Person; notification: Notification }) {
  if (isRecurrenceNotification(notification)) {
    return (
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
        <Icon of={Repeat} size={16} />
      </span>
    )
  }
  const { is_mentioned_notification: isMention } = notification
  const icon = isMention
    ? AtSign
    : commentIn(notification)
      ? MessageSquare
      : isItemNotification(notification)
        ? (icons.get(notification.data.issue_activity.field ?? '') ?? Pencil)
        : undefined
  return (
    <span className="relative h-8 shrink-0">
      <Avatar person={person} size={28} tooltip={false} />
      {icon && (
        <span className="absolute -right-1.5 -bottom-0.5 grid size-4.5 place-items-center rounded-full border border-line bg-surface text-ink-2">
          <Icon of={icon} size={10} />
        </span>
      )}
    </span>
  )
}

/** The URL hash within the item. */
export const hashOf = (notification: Notification): string | undefined => {
  const id = commentIn(notification)
  return id && commentHash(id)
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
        search={{ ...search, notification: id }}
        hash={hashOf(notification)}
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
          <span className="absolute top-5 left-2 size-2 rounded-full bg-accent">
            <span className="sr-only">{t('inbox.unread')}</span>
          </span>
        )}
        <Face person={person} notification={notification} />
        <span className="min-w-0 grow">
          <span className="flex items-center gap-2">
            <span className="min-w-0 grow truncate">
              <Subject {...notification} />
            </span>
            <span className="shrink-0 text-small text-ink-3 max-md:pr-8">
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
          <span
            className={classNames(
              'mt-0.5 line-clamp-2 wrap-anywhere',
              read_at ? 'text-ink-3 [&_b]:text-ink-2' : 'text-ink-2',
            )}
          >
            {isItemNotification(notification) ? (
              <Sentence slug={slug} notification={notification} />
            ) : isPageNotification(notification) ? (
              <PageSentence slug={slug} notification={notification} />
            ) : isRecurrenceNotification(notification) ? (
              t(`inbox.recurrence.${notification.data.recurrence.reason}`)
            ) : (
              <UpdateSentence slug={slug} notification={notification} />
            )}
          </span>
          <Excerpt slug={slug} notification={notification} />
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

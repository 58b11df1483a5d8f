import {
  type Activity,
  type Label,
  lookup,
  type State,
  type WorkItemProperty,
} from '@cairn/contract'
import {
  Archive,
  Boxes,
  CalendarCheck,
  CalendarClock,
  CircleDot,
  FileText,
  FolderInput,
  Inbox,
  IterationCw,
  Link,
  type LucideIcon,
  Network,
  PanelTop,
  Paperclip,
  Pencil,
  Shapes,
  Tag,
  Timer,
  Triangle,
  Users,
} from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { isAutomatic, sentenceOf } from '#entities/activity/activity-sentence.ts'
import { loggedValue } from '#entities/activity/logged-value.ts'
import { mark, withValue } from '#entities/activity/with-value.tsx'
import { ProfileLink } from '#entities/member/profile-link.tsx'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { ItemLink } from '#entities/work-item/item-link.tsx'
import { choiceOf } from '#entities/work-item-type/property-kinds.ts'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { PersonName } from '#ui/people/person-name.tsx'

const icons: Partial<Record<string, LucideIcon>> = {
  project: FolderInput,
  state: CircleDot,
  type: Shapes,
  description: FileText,
  assignees: Users,
  labels: Tag,
  start_date: CalendarClock,
  target_date: CalendarCheck,
  parent: PanelTop,
  cycles: IterationCw,
  modules: Boxes,
  link: Link,
  attachment: Paperclip,
  archived_at: Archive,
  intake: Inbox,
  inbox: Inbox,
  blocking: Network,
  blocked_by: Network,
  duplicate: Network,
  relates_to: Network,
  time: Timer,
}

const known = ['urgent', 'high', 'medium', 'low', 'none'] as const
const readPriority = (value: string | null) => known.find((one) => one === value) ?? 'none'

export interface ActivityNames {
  slug: string
  people: ReadonlyMap<string, Person>
  states: readonly State[]
  labels: ReadonlyMap<string, Label>
  properties: readonly WorkItemProperty[]
}

const propertyOf = ({ property_id }: Activity, { properties }: ActivityNames) =>
  properties.find(({ id }) => id === property_id)

function iconOf(activity: Activity, actor: Person | undefined, words: ActivityNames): IconLike {
  const { field, new_value, new_identifier } = activity
  if (field === null) return actor ? <Avatar person={actor} size={16} tooltip={false} /> : Pencil
  if (field === 'priority') return <PriorityIcon priority={readPriority(new_value)} size={14} />
  const property = propertyOf(activity, words)
  if (property) return choiceOf(property).icon
  const state = words.states.find(({ id }) => id === new_identifier)
  if (field === 'state' && state) return stateIcon(state, words.states)
  if (field.startsWith('estimate_')) return Triangle
  return lookup(icons, field) ?? Pencil
}

const isKey = (text: string) => /^[^\s-]+-\d+$/.test(text)
const isWebAddress = (text: string) => /^https?:\/\//.test(text)

function Value({
  activity,
  text,
  words,
}: {
  activity: Activity
  text: string
  words: ActivityNames
}) {
  const { t } = useTranslation()
  const { field, old_identifier, new_identifier } = activity
  if (field === 'priority') return <b>{t(`pickers.priorities.${readPriority(text)}`)}</b>
  if (field === 'property') {
    return <b className="wrap-anywhere">{loggedValue(text, propertyOf(activity, words), t)}</b>
  }
  if (field === 'labels') {
    const label = words.labels.get(new_identifier ?? old_identifier ?? '')
    return (
      <b className="inline-flex items-center gap-1">
        {label && <Dot colour={label.color} />}
        {text}
      </b>
    )
  }
  if (field === 'link' && isWebAddress(text)) {
    return (
      <a href={text} target="_blank" rel="noopener noreferrer" className="link wrap-anywhere">
        {text}
      </a>
    )
  }
  const aboutItem = field === 'parent' || (field && old_identifier && isKey(text))
  if (aboutItem && isKey(text)) {
    return (
      <ItemLink slug={words.slug} itemKey={text} className="link font-medium">
        {text}
      </ItemLink>
    )
  }
  return <b className="wrap-anywhere">{text}</b>
}

/** One line of the history: who did what, and when. */
export function ActivityRow({ activity, words }: { activity: Activity; words: ActivityNames }) {
  const { t } = useTranslation()
  const { key, value, property } = sentenceOf(activity)
  const automatic = isAutomatic(activity)
  const actor = activity.actor ? words.people.get(activity.actor) : undefined
  const name = actor?.name ?? activity.actor_detail?.display_name ?? t('history.somebody')
  const isBot = activity.actor_detail?.is_bot ?? false
  const linked =
    actor && !isBot ? (
      <ProfileLink slug={words.slug} user_id={actor.id}>
        {name}
      </ProfileLink>
    ) : (
      name
    )
  const sentence = t(`history.${key}` as TextKey, { value: mark, property })
  return (
    <li className="feed-line relative flex min-h-7 gap-3 pb-1">
      <span className="z-1 grid size-6 shrink-0 place-items-center bg-surface">
        <span className="grid size-5 place-items-center">
          <Icon of={iconOf(activity, actor, words)} size={14} className="text-ink-3" />
        </span>
      </span>
      <p className="min-w-0 py-0.5 text-ink-2 [&_b]:font-medium [&_b]:text-ink">
        <PersonName isBot={!automatic && isBot}>
          <b>{automatic ? t('history.automation') : linked}</b>
        </PersonName>{' '}
        {value === undefined
          ? sentence
          : withValue(sentence, <Value activity={activity} text={value} words={words} />)}
        <span className="whitespace-nowrap text-ink-3">
          {' · '}
          <RelativeTime at={activity.created_at} />
        </span>
      </p>
    </li>
  )
}

import { canChangeWorkLog, formatDuration, type ItemTime, type WorkLog } from '@cairn/contract'
import { Ellipsis, Pencil, Play, Plus, Square, Timer as TimerIcon, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Clock } from '#entities/time/clock.tsx'
import { useChangeLog, useCreateLog, useItemTime, useRemoveLog } from '#entities/time/hooks.ts'
import { SpentBar } from '#entities/time/spent-bar.tsx'
import {
  useDiscardTimer,
  useSecondsSince,
  useStartTimer,
  useStopTimer,
  useTimer,
} from '#entities/time/timer.ts'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { WidgetRow, WidgetSection } from '#entities/work-item/widget-section.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { shortDate } from '#ui/dates/day.ts'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { counted } from '#ui/platform/number.ts'
import { Presence } from '#ui/platform/presence.tsx'

const LogDialog = lazy(() => import('./log-dialog.tsx'))

/** Spent time against the estimate, the timer and the entries of an item. */
export default function TimeSection() {
  const { t } = useTranslation()
  const page = useItemPage()
  const { key, canDiscuss, isArchived } = page
  const place = placeOf(page)
  const { data: time, isError, refetch } = useItemTime(place)
  const create = useCreateLog(place)
  const change = useChangeLog(place)
  const [editing, setEditing] = useState<{ log: WorkLog | undefined }>()
  const edit = (log?: WorkLog) => setEditing({ log })
  const mayLog = canDiscuss && !isArchived

  return (
    <WidgetSection
      title={t('time.title')}
      actions={
        mayLog && (
          <>
            <StartButton />
            <Button size="sm" variant="ghost" icon={Plus} onClick={() => edit()}>
              {t('time.log')}
            </Button>
          </>
        )
      }
    >
      <TimerBar />
      {isError && !time && <NotRead onRetry={() => void refetch()}>{t('time.not_loaded')}</NotRead>}
      {time && (
        <>
          <Sums time={time} />
          <Entries time={time} mayLog={mayLog} onEdit={edit} />
        </>
      )}
      <Presence>
        {editing && (
          <Suspense>
            <LogDialog
              log={editing.log}
              itemKey={key}
              onSave={(values) =>
                editing.log
                  ? change.mutate({ id: editing.log.id, patch: values })
                  : create.mutate(values)
              }
              onClose={() => setEditing(undefined)}
            />
          </Suspense>
        )}
      </Presence>
    </WidgetSection>
  )
}

/** Undefined while the timer runs elsewhere, or not at all. */
function useTimerHere() {
  const { item } = useItemPage()
  const timer = useTimer()
  return timer?.item.id === item.id ? timer : undefined
}

function StartButton() {
  const { t } = useTranslation()
  const { slug, project, item } = useItemPage()
  const start = useStartTimer()
  const isHere = useTimerHere() !== undefined
  if (isHere) return null
  const { id, name, sequence_id } = item
  const project_identifier = project.identifier
  const handleStart = () =>
    start.mutate(
      {
        started_at: new Date().toISOString(),
        workspace_slug: slug,
        item: { id, name, sequence_id, project_id: project.id, project_identifier },
      },
      {
        onSuccess: ({ stopped }) => {
          if (!stopped) return
          const duration = formatDuration(stopped.duration)
          toast({ kind: 'info', title: t('time.other_stopped', { duration }) })
        },
      },
    )
  return (
    <Button size="sm" variant="ghost" icon={Play} onClick={handleStart}>
      {t('time.start')}
    </Button>
  )
}

function TimerBar() {
  const { t } = useTranslation()
  const { key } = useItemPage()
  const timer = useTimerHere()
  const stop = useStopTimer()
  const discard = useDiscardTimer()
  if (!timer) return null
  const handleStop = () =>
    stop.mutate(timer, {
      onSuccess: ({ duration }) =>
        toast({
          kind: 'success',
          title: t('time.logged_on', { duration: formatDuration(duration), key }),
        }),
    })
  return (
    <div className="my-1 flex min-h-9 items-center gap-2 rounded-md border border-accent-line bg-accent-subtle pr-1 pl-2.5 max-md:min-h-11">
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-accent" />
      <Clock since={timer.started_at} className="text-accent-ink" />
      <span className="min-w-0 grow truncate text-small text-ink-2">{t('time.running')}</span>
      <Button size="sm" icon={Square} onClick={handleStop}>
        {t('time.stop_here')}
      </Button>
      <Menu
        align="end"
        trigger={<IconButton size="sm" icon={Ellipsis} label={t('time.more')} />}
        items={[
          {
            label: t('time.discard'),
            icon: Trash2,
            danger: true,
            onSelect: () => discard.mutate(timer),
          },
        ]}
      />
    </div>
  )
}

function Sums({ time }: { time: ItemTime }) {
  const { t } = useTranslation()
  const { slug } = useItemPage()
  const people = usePeople(slug)
  const { spent, estimated, sub_items_spent } = time
  return (
    <div className="flex flex-col gap-1.5 py-1">
      <p className="flex flex-wrap items-baseline gap-x-1.5 tabular-nums">
        <span className="font-medium">{formatDuration(spent)}</span>{' '}
        <span className="text-ink-3">{t(estimated ? 'time.spent_out_of' : 'time.spent_only')}</span>{' '}
        {estimated && <span>{formatDuration(estimated)}</span>}{' '}
        {estimated && <Rest spent={spent} estimated={estimated} />}
      </p>
      {estimated && <RunningBar spent={spent} estimated={estimated} />}
      {sub_items_spent > 0 && (
        <p className="text-small text-ink-2 tabular-nums">
          {t('time.with_sub_items', {
            spent: formatDuration(sub_items_spent),
            total: formatDuration(spent + sub_items_spent),
          })}
        </p>
      )}
      {time.people.length > 1 && (
        <ul aria-label={t('time.people')} className="flex flex-wrap gap-x-3 gap-y-1 text-small">
          {time.people.map(({ user_id, spent: theirs }) => (
            <PersonSum key={user_id} person={people.get(user_id ?? '')}>
              {formatDuration(theirs)}
            </PersonSum>
          ))}
        </ul>
      )}
    </div>
  )
}

function Rest({ spent, estimated }: { spent: number; estimated: number }) {
  const { t } = useTranslation()
  const isOver = spent > estimated
  return (
    <span className={`ml-auto text-small ${isOver ? 'text-danger-ink' : 'text-ink-3'}`}>
      {t(isOver ? 'time.over' : 'time.left', {
        duration: formatDuration(Math.abs(estimated - spent)),
      })}
    </span>
  )
}

function RunningBar(minutes: { spent: number; estimated: number }) {
  const timer = useTimerHere()
  if (!timer) return <SpentBar {...minutes} />
  return <CountingBar {...minutes} since={timer.started_at} />
}

function CountingBar({ since, ...minutes }: { spent: number; estimated: number; since: string }) {
  return <SpentBar {...minutes} running={useSecondsSince(since) / 60} />
}

type AnyPerson = ReturnType<ReturnType<typeof usePeople>['get']>

function PersonSum({ person, children }: { person: AnyPerson; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li className="flex items-center gap-1.5 tabular-nums">
      {person && <Avatar person={person} size={16} tooltip={false} />}
      <span className="sr-only">{person?.name ?? t('item.somebody')}</span>
      {children}
    </li>
  )
}

interface EntriesProps {
  time: ItemTime
  mayLog: boolean
  onEdit: (log: WorkLog) => void
}

function Entries({ time, mayLog, onEdit }: EntriesProps) {
  const { t } = useTranslation()
  if (time.logs.length === 0) return null
  return (
    <details>
      <summary className="hit flex h-7 cursor-pointer items-center rounded-sm text-small text-ink-2 hover:text-ink max-md:h-11">
        {t('time.entries', counted(time.logs.length))}
      </summary>
      <ul aria-label={t('time.entries_list')}>
        {time.logs.map((log) => (
          <Entry key={log.id} log={log} mayLog={mayLog} onEdit={() => onEdit(log)} />
        ))}
      </ul>
    </details>
  )
}

interface EntryProps {
  log: WorkLog
  mayLog: boolean
  onEdit: () => void
}

function Entry({ log, mayLog, onEdit }: EntryProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { id: user_id } = useMe()
  const person = usePeople(page.slug).get(log.logged_by ?? '')
  const remove = useRemoveLog(placeOf(page))
  const project_role = page.project.member_role ?? 0
  const mayChange = mayLog && canChangeWorkLog({ user_id, project_role }, log)
  return (
    <li>
      <WidgetRow
        icon={
          person ? (
            <Avatar person={person} size={16} />
          ) : (
            <Icon of={TimerIcon} size={14} className="text-ink-3" />
          )
        }
        meta={shortDate(log.day)}
        actions={
          mayChange && (
            <Menu
              align="end"
              trigger={<IconButton size="sm" icon={Ellipsis} label={t('time.more_of_entry')} />}
              items={[
                { label: t('time.edit'), icon: Pencil, opens: 'dialog', onSelect: onEdit },
                {
                  label: t('time.delete'),
                  icon: Trash2,
                  danger: true,
                  onSelect: () => remove.mutate(log.id),
                },
              ]}
            />
          )
        }
      >
        <span className="flex min-w-0 gap-2">
          <span className="sr-only">{person?.name ?? t('item.somebody')}</span>
          <span className="shrink-0 font-medium tabular-nums">{formatDuration(log.duration)}</span>
          <span className="truncate text-ink-2">{log.description}</span>
        </span>
      </WidgetRow>
    </li>
  )
}

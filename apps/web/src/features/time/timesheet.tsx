import {
  addDays,
  type Day,
  type DayNumber,
  dayNumber,
  dayOfNumber,
  isDay,
  isWeekend,
  weekFirst,
} from '@cairn/calendar'
import { type FoundItem, formatDuration, type TimesheetItem, type WorkLog } from '@cairn/contract'
import { ChevronLeft, ChevronRight, CopyPlus, Download, Plus } from 'lucide-react'
import { Suspense, useContext, useId, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { useTimer } from '#entities/time/timer.ts'
import {
  lastDayOf,
  readItemsOf,
  removeEntry,
  useAddEntry,
  useChangeEntry,
  useTimesheet,
  type WeekOf,
} from '#entities/time/timesheet.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { dayText } from '#ui/dates/day-format.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { WeekStart } from '#ui/dates/week-start.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useSearchValue } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { latestLocation, navigate } from '#ui/router/router.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { DurationCell, type Problem } from './duration-cell.tsx'
import { saveTimesheet } from './save-timesheet.ts'
import { WeekSums } from './week-sums.tsx'

const ExistingItemsDialog = lazy(() => import('#entities/work-item/existing-items-dialog.tsx'))

interface TimesheetProps {
  slug: string
  user_id: string
}

/** The shown week is part of the address: a link leads to it. */
function useWeek() {
  const weekStart = useContext(WeekStart)
  const asked = useSearchValue('week')
  const first = weekFirst(dayNumber(asked && isDay(asked) ? asked : todayHere()), weekStart)
  const open = (day: DayNumber) => {
    void navigate({ to: latestLocation().pathname, search: { week: dayOfNumber(day) } })
  }
  const isCurrent = first === weekFirst(dayNumber(todayHere()), weekStart)
  return { first, open, isCurrent, openCurrent: () => open(dayNumber(todayHere())) }
}

/** A user's week: the items in rows, the days in columns, and the time in the cells. */
export default function TimesheetTable({ slug, user_id }: TimesheetProps) {
  const { t } = useTranslation()
  const { first, open, isCurrent, openCurrent } = useWeek()
  const week: WeekOf = { slug, user_id, from: dayOfNumber(first) }
  const isMine = useMe().id === user_id
  const person = usePeople(slug).get(user_id)
  const tracked = useJoinedProjects(slug)?.filter((project) => project.is_time_tracking_enabled)
  const timer = useTimer()
  const { data: sheet, isError, refetch } = useTimesheet(week)
  const [added, setAdded] = useState<readonly TimesheetItem[]>([])
  const [isAdding, setAdding] = useState(false)
  const running = isMine && isCurrent && timer?.workspace_slug === slug ? timer.item : undefined

  const known = new Map(
    [
      ...(running ? [{ ...running, is_writable: true }] : []),
      ...(isMine ? added : []),
      ...(sheet?.items ?? []),
    ].map((item) => [item.id, item]),
  )
  const addRows = (items: readonly TimesheetItem[]) => setAdded((before) => [...before, ...items])

  async function handleCopy() {
    const from = addDays(week.from, -7)
    if (!from) return
    try {
      const items = await readItemsOf({ ...week, from })
      if (items.length === 0) toast({ kind: 'info', title: t('time.empty_title') })
      addRows(items)
    } catch (error) {
      notifyFailure(t('time.not_loaded'), error)
    }
  }

  async function handleAdd(items: FoundItem[]) {
    const isTracked = ({ project_id }: FoundItem) => tracked?.some(({ id }) => id === project_id)
    const other = items.find((item) => !isTracked(item))
    if (other) {
      const title = t('time.untracked', { project: other.project__name })
      toast({ kind: 'error', title })
      throw new Error(title)
    }
    addRows(
      items.map(({ id, name, project_id, sequence_id, project__identifier }) => ({
        ...{ id, name, project_id, sequence_id },
        ...{ project_identifier: project__identifier, is_writable: true },
      })),
    )
  }

  const items = [...known.values()]
  const mayAdd = isMine && tracked?.[0] !== undefined
  return (
    <div className="px-5 pt-4 pb-12 max-md:px-4">
      <div className="flex min-h-9 flex-wrap items-center gap-1.5">
        <h2 className="mr-1 text-heading font-semibold tabular-nums">
          {rangeText(week.from, lastDayOf(week))}
        </h2>
        <IconButton icon={ChevronLeft} label={t('time.back')} onClick={() => open(first - 7)} />
        <IconButton icon={ChevronRight} label={t('time.forward')} onClick={() => open(first + 7)} />
        {!isCurrent && (
          <Button variant="ghost" onClick={openCurrent}>
            {t('time.this_week')}
          </Button>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-1.5 max-md:ml-0">
          {mayAdd && (
            <Button variant="ghost" icon={CopyPlus} onClick={() => void handleCopy()}>
              {t('time.copy_last_week')}
            </Button>
          )}
          {sheet && sheet.logs.length > 0 && (
            <Button
              variant="ghost"
              icon={Download}
              onClick={() => saveTimesheet(week, sheet, person?.name ?? '')}
            >
              {t('time.export')}
            </Button>
          )}
        </span>
      </div>
      {isError && !sheet && (
        <NotRead onRetry={() => void refetch()}>{t('time.not_loaded')}</NotRead>
      )}
      {!sheet && !isError && <SkeletonRows />}
      {sheet && items.length > 0 && (
        <>
          <WeekSums slug={slug} logs={sheet.logs} />
          <Grid
            week={week}
            first={first}
            items={items}
            logs={sheet.logs}
            editable={isMine}
            running={running?.id}
          />
        </>
      )}
      {sheet && items.length === 0 && (
        <div className="pt-12">
          <EmptyState title={t('time.empty_title')}>
            {isMine
              ? t('time.empty_text')
              : t('time.empty_text_theirs', { name: person?.name ?? '' })}
          </EmptyState>
        </div>
      )}
      {mayAdd && sheet && (
        <div className={items.length === 0 ? 'mt-4 flex justify-center' : 'mt-2'}>
          <Button
            variant={items.length === 0 ? 'primary' : 'ghost'}
            icon={Plus}
            onClick={() => setAdding(true)}
          >
            {t('time.add_item')}
          </Button>
        </div>
      )}
      <Presence>
        {isAdding && tracked?.[0] && (
          <Suspense>
            <ExistingItemsDialog
              slug={slug}
              project_id={tracked[0].id}
              title={t('time.add_item')}
              wanted={{}}
              acrossProjects
              isOffered={({ id }) => !known.has(id)}
              onAdd={handleAdd}
              onClose={() => setAdding(false)}
            />
          </Suspense>
        )}
      </Presence>
    </div>
  )
}

interface GridProps {
  week: WeekOf
  first: DayNumber
  items: readonly TimesheetItem[]
  logs: readonly WorkLog[]
  editable: boolean
  /** The item whose timer runs. */
  running: string | undefined
}

const sumOf = (logs: readonly WorkLog[]) => logs.reduce((sum, { duration }) => sum + duration, 0)

const cellLook = 'h-10 border-t border-l border-line-subtle p-0 text-right tabular-nums'
const firstLook = 'sticky left-0 z-(--z-sticky) w-full max-w-0 min-w-36 px-3 text-left'

function Grid({ week, first, items, logs, editable, running }: GridProps) {
  const { t } = useTranslation()
  const problemId = useId()
  const [problem, setProblem] = useState<{ kind: Problem; count: number }>()
  const projects = useJoinedProjects(week.slug) ?? []
  const today = dayNumber(todayHere())
  const days = Array.from({ length: 7 }, (_, n) => first + n)
  const byProject = [...Map.groupBy(items, ({ project_id }) => project_id)]
    .map(([id, rows]) => ({
      id,
      project: projects.find((project) => project.id === id),
      rows: rows.toSorted((a, b) => a.sequence_id - b.sequence_id),
    }))
    .sort((a, b) => (a.project?.name ?? '').localeCompare(b.project?.name ?? ''))
  const on = (day: DayNumber) => logs.filter((log) => log.day === dayOfNumber(day))
  const shown = (minutes: number) => (minutes > 0 ? formatDuration(minutes) : '')

  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('time.timesheet')}
        className="focus-inset mt-4 overflow-x-auto rounded-lg border border-line"
      >
        <table className="w-full border-separate border-spacing-0">
          <thead>
            <tr className="bg-canvas text-small text-ink-3">
              <th scope="col" className={`${firstLook} bg-canvas font-medium text-ink-2`}>
                {t('time.item')}
              </th>
              {days.map((day) => (
                <th
                  key={day}
                  scope="col"
                  className={classNames(
                    'h-12 w-22 min-w-20 border-l border-line-subtle px-3 text-right font-medium',
                    day === today && 'text-accent-ink shadow-[inset_0_2px_0_var(--accent)]',
                  )}
                >
                  {day === today ? t('time.today') : dayText(day, 'weekday')}
                  <span className={classNames('block text-ui', day === today ? '' : 'text-ink')}>
                    {day === today && `${dayText(day, 'weekday')} `}
                    {Number(dayOfNumber(day).slice(8))}
                  </span>
                </th>
              ))}
              <th
                scope="col"
                className="h-12 w-24 min-w-20 border-l border-line-subtle px-3 text-right text-ui font-medium text-ink"
              >
                {t('time.total')}
              </th>
            </tr>
          </thead>
          {byProject.map(({ id, project, rows }) => {
            const own = logs.filter((log) => log.project === id)
            return (
              <tbody key={id}>
                <tr className="h-8 bg-sunken text-small font-medium text-ink-2 tabular-nums">
                  <th
                    scope="rowgroup"
                    className={`${firstLook} border-t border-line-subtle bg-sunken`}
                  >
                    <span className="flex items-center gap-2 text-ui font-medium text-ink">
                      {project && projectLogo(project)}
                      <span className="truncate">
                        {project?.name ?? rows[0]?.project_identifier}
                      </span>
                    </span>
                  </th>
                  {days.map((day) => (
                    <td key={day} className="border-t border-line-subtle px-3 text-right">
                      {shown(sumOf(own.filter((log) => log.day === dayOfNumber(day))))}
                    </td>
                  ))}
                  <td className="border-t border-line-subtle px-3 text-right text-ink">
                    {shown(sumOf(own))}
                  </td>
                </tr>
                {rows.map((item) => (
                  <ItemRow
                    key={item.id}
                    week={week}
                    item={item}
                    days={days}
                    logs={logs.filter((log) => log.issue === item.id)}
                    editable={editable && item.is_writable}
                    runsOn={item.id === running ? today : undefined}
                    problemId={problemId}
                    onProblem={setProblem}
                  />
                ))}
              </tbody>
            )
          })}
          <tfoot>
            <tr className="bg-canvas font-medium tabular-nums">
              <th
                scope="row"
                className={`${firstLook} h-12 border-t border-line bg-canvas font-medium`}
              >
                {t('time.total')}
              </th>
              {days.map((day) => (
                <td key={day} className="border-t border-l border-line px-3 text-right">
                  {shown(sumOf(on(day)))}
                </td>
              ))}
              <td className="border-t border-l border-line px-3 text-right">
                {formatDuration(sumOf(logs))}
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
      <p id={problemId} role="alert" className="mt-1 min-h-5 text-small text-danger-ink">
        {problem &&
          t(problem.kind === 'several' ? 'time.several' : 'time.not_a_duration', {
            count: problem.count,
          })}
      </p>
    </>
  )
}

interface ItemRowProps {
  week: WeekOf
  item: TimesheetItem
  days: readonly DayNumber[]
  logs: readonly WorkLog[]
  editable: boolean
  runsOn: DayNumber | undefined
  problemId: string
  onProblem: (problem: { kind: Problem; count: number } | undefined) => void
}

function ItemRow({ week, item, days, logs, editable, runsOn, ...problem }: ItemRowProps) {
  const { t } = useTranslation()
  const add = useAddEntry(week)
  const change = useChangeEntry(week)
  const key = `${item.project_identifier}-${item.sequence_id}`

  function save(day: Day, known: readonly WorkLog[], minutes: number) {
    const [log] = known
    if (!log) return void add.mutate({ item, day, duration: minutes })
    if (known.length > 1) {
      return void add.mutate({ item, day, duration: minutes - sumOf(known) })
    }
    if (minutes === 0) return void removeEntry(week, log)
    change.mutate({ id: log.id, patch: { log, duration: minutes } })
  }

  return (
    <tr className="bg-surface">
      <th
        scope="row"
        className={`${firstLook} h-10 border-t border-line-subtle bg-surface font-normal`}
      >
        <Link
          to="/$slug/browse/$key/"
          params={{ slug: week.slug, key }}
          className="focus-inset flex min-w-0 items-center gap-2 rounded-xs hover:underline max-md:flex-col max-md:items-stretch max-md:gap-0 max-md:py-1"
        >
          <span className="w-17 shrink-0 truncate text-small text-ink-3 tabular-nums max-md:w-auto">
            {key}
          </span>
          <span className="truncate">{item.name}</span>
        </Link>
      </th>
      {days.map((number) => {
        const day = dayOfNumber(number)
        const own = logs.filter((log) => log.day === day)
        const isRunning = number === runsOn
        return (
          <td
            key={day}
            className={classNames(
              cellLook,
              'relative',
              isWeekend(number) && 'bg-canvas',
              isRunning && 'bg-accent-subtle text-accent-ink',
            )}
          >
            {isRunning && (
              <span
                role="img"
                aria-label={t('time.running')}
                className="pointer-events-none absolute top-1/2 left-2 size-2 -translate-y-1/2 rounded-full bg-accent"
              />
            )}
            {editable ? (
              <DurationCell
                label={t('time.cell', { key, day: dayText(number, 'full') })}
                logs={own}
                problemId={problem.problemId}
                onProblem={(kind) => problem.onProblem(kind && { kind, count: own.length })}
                onSave={(minutes) => save(day, own, minutes)}
              />
            ) : (
              <span className="px-3">{own.length > 0 ? formatDuration(sumOf(own)) : ''}</span>
            )}
          </td>
        )
      })}
      <td className={`${cellLook} px-3 font-medium`}>
        {logs.length > 0 ? formatDuration(sumOf(logs)) : ''}
      </td>
    </tr>
  )
}

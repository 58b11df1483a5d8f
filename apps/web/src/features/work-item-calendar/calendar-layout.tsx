import { type Day, type DayNumber, dayNumber, dayOfNumber, isWeekend } from '@cairn/calendar'
import { lookup, type WorkItem } from '@cairn/contract'
import {
  type KeyboardEvent,
  type MouseEvent,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useSyncMarks } from '#data/outbox-state.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import { setNeighbours } from '#entities/work-item/open-item.ts'
import {
  cellIn,
  cellKey,
  findItem,
  type LoadedItems,
} from '#entities/work-item-list/grouped-items.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import { projectOf } from '#entities/work-item-list/list-context.ts'
import { RowPopups } from '#entities/work-item-list/row-popups.tsx'
import { type ItemTarget, useItemKeys } from '#entities/work-item-list/use-item-keys.ts'
import type { Edit } from '#entities/work-item-list/use-row-actions.ts'
import { dayText } from '#ui/dates/day-format.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { WeekStart } from '#ui/dates/week-start.ts'
import { announce } from '#ui/feedback/announce.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { useHotkeys } from '#ui/platform/hotkeys.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useTabState } from '#ui/platform/tab-state.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { attachBlock } from './calendar-drag.ts'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { DayCell, type DayItems } from './day-cell.tsx'
import { isOutside, nextDay, type Shown, spanOf, stepped, weeksOf } from './days.ts'
import type { BlockContext } from './item-block.tsx'
import { SmallCalendar } from './small-calendar.tsx'
import { useCalendarDrag } from './use-calendar-drag.ts'

const AddExisting = lazy(() => import('./add-existing.tsx'))

/** How far an item moves by Alt and an arrow key. */
const moves: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/** Items due on hidden weekends, for the hint. */
function dueOnWeekends(data: LoadedItems, first: Day, last: Day) {
  let due = 0
  for (let day = dayNumber(first); day <= dayNumber(last); day += 1) {
    if (isWeekend(day)) due += cellIn(data, cellKey(dayOfNumber(day))).total
  }
  return due
}

/** Items on the days they are due, a month or a week at a time. */
export default function CalendarLayout(props: LayoutProps) {
  const { context, settings, set, data, read, references, actions, rights, peeked, small, onSpan } =
    props
  const { slug } = context
  const { t, i18n } = useTranslation()
  const weekStart = useContext(WeekStart)
  const grid = useRef<HTMLDivElement>(null)
  const [today] = useState(() => dayNumber(todayHere()))
  const [day, setDay] = useTabState('day', today)
  const [chosen, setChosen] = useState(today)
  const [adding, setAdding] = useState<DayNumber>()
  const [existing, setExisting] = useState<Day>()
  const [arrived, setArrived] = useState<string>()
  const [edit, setEdit] = useState<Edit>()
  const [active, setActive] = useState<DayNumber>()
  const { calendar } = settings.display

  const shown = useMemo(
    (): Shown => ({
      layout: calendar.layout,
      day,
      weekStart,
      weekends: calendar.show_weekends,
    }),
    [calendar.layout, calendar.show_weekends, day, weekStart],
  )
  const weeks = useMemo(() => weeksOf(shown), [shown])
  const { first, last } = spanOf(weeks, weekStart)
  useEffect(() => onSpan({ first, last }), [onSpan, first, last])

  const days = weeks.flat()
  const onWeekends = calendar.show_weekends ? 0 : dueOnWeekends(data, first, last)
  const cellOn = (one: DayNumber) => cellIn(data, cellKey(dayOfNumber(one)))
  useEffect(() => {
    setNeighbours(weeks.flat().flatMap((one) => cellIn(data, cellKey(dayOfNumber(one))).items))
  }, [data, weeks])

  // Items shown per day: only items the user adds extend it, not those that arrive by events.
  const [limits, setLimits] = useState<ReadonlyMap<DayNumber, number>>(new Map())
  const page = calendar.layout === 'month' ? 4 : 30
  const limitOn = (one: DayNumber) => limits.get(one) ?? page
  const widen = (one: DayNumber, by: number) =>
    setLimits((before) => new Map(before).set(one, (before.get(one) ?? page) + by))

  // Runs after every response, so that a request made while the list was loading is not lost.
  useEffect(() => {
    const gaps = new Map<string, number>()
    for (const [one, limit] of limits) {
      const key = cellKey(dayOfNumber(one))
      const { items, total } = cellIn(data, key)
      if (items.length < Math.min(limit, total)) gaps.set(key, Math.min(limit, total) - 1)
    }
    if (gaps.size > 0) read(gaps)
  }, [limits, data, read])

  function moveTo(item: WorkItem, target: Day) {
    if (item.target_date === target || !rights.canChange(item)) return
    if (item.start_date && target < item.start_date) {
      toast({ kind: 'error', title: t('calendar.before_start') })
      return
    }
    actions.change(item, { target_date: target })
    setArrived(item.id)
    widen(dayNumber(target), 1)
    announce(
      t('calendar.moved', {
        name: item.name,
        date: dayText(dayNumber(target), 'full', i18n.language),
      }),
    )
  }
  const over = useCalendarDrag(grid, (id, target) => {
    const item = findItem(data, id)
    if (item) moveTo(item, target)
  })

  const { projects, stateById } = references
  const showsKey = settings.properties.key
  const marks = useSyncMarks()
  const blockContext = useMemo(
    (): BlockContext => ({
      t,
      slug,
      states: stateById,
      identifiers: new Map([...projects.values()].map(({ id, identifier }) => [id, identifier])),
      showsKey,
      marks,
      attachDrag: small ? undefined : attachBlock,
    }),
    [t, slug, stateById, projects, showsKey, marks, small],
  )

  function goTo(next: DayNumber) {
    setDay(next)
    setActive(undefined)
    setAdding(undefined)
    setLimits(new Map())
    const inside = weeksOf({ ...shown, day: next }).flat()
    setChosen(
      inside.includes(today) && next === today
        ? today
        : (inside.find((one) => one >= next) ?? next),
    )
  }

  function itemAt(target: EventTarget) {
    const id = (target as HTMLElement).closest<HTMLElement>('[data-item]')?.dataset.item
    return id ? findItem(data, id) : undefined
  }

  function placeAt(target: HTMLElement): ItemTarget | undefined {
    const row = target.closest<HTMLElement>('[data-item]')
    const item = row && grid.current?.contains(row) ? itemAt(row) : undefined
    return row && item ? { item, key: item.id, row } : undefined
  }
  const { openAt } = useItemKeys({
    ...{ placeAt, selection: undefined, chosen: nothing, rights, actions },
    onOpen: setEdit,
  })

  function handleClick(event: MouseEvent) {
    const target = event.target as HTMLElement
    const place = placeAt(target)
    if (!place) return
    const { item } = place
    const anchor = target.closest<HTMLElement>('[data-menu]')
    const isOpen = edit?.what === 'menu' && edit.anchor === anchor
    if (anchor) {
      return setEdit(isOpen ? undefined : { ...place, what: 'menu', anchor, returnTo: anchor })
    }
    // The block is a link: with Ctrl the browser handles the click.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!target.closest('[data-open]')) return
    event.preventDefault()
    actions.open(item, event)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || target.matches('input')) return
    const item = itemAt(target)
    const by = lookup(moves, event.key)
    if (item?.target_date && event.altKey && by) {
      event.preventDefault()
      const target = dayOfNumber(dayNumber(item.target_date) + by)
      following.current = `[data-day="${target}"] [data-item="${item.id}"] [data-open]`
      return moveTo(item, target)
    }
    const cell = target.closest<HTMLElement>('[data-day]')
    if (!cell || event.altKey || (target !== cell && !target.matches('a'))) return
    const next = nextDay(dayNumber(cell.dataset.day ?? ''), event.key, weeks)
    if (next === undefined) return
    event.preventDefault()
    focusDay(next)
  }

  function focusDay(next: DayNumber) {
    setActive(next)
    grid.current?.querySelector<HTMLElement>(`[data-day="${dayOfNumber(next)}"]`)?.focus()
  }

  // Keeps the focus on an item that moves to another day, once it is rendered there.
  const following = useRef<string>(undefined)
  useEffect(() => {
    const link = following.current && grid.current?.querySelector<HTMLElement>(following.current)
    if (!link) return
    following.current = undefined
    link.focus()
  })

  /** To the next item, in day order. */
  function stepItem(step: 1 | -1) {
    const links = [...(grid.current?.querySelectorAll<HTMLElement>('[data-open]') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const next = at < 0 ? (step === 1 ? 0 : links.length - 1) : at + step
    links[next]?.focus()
  }
  useHotkeys({ j: () => stepItem(1), k: () => stepItem(-1) })

  const addOn = (one: DayNumber) => {
    const { add } = actions
    if (!add) return undefined
    return (name: string) => {
      add(name, { target_date: dayOfNumber(one) })
      widen(one, 1)
    }
  }
  const project_id = projectOf(context)
  const offersExisting = actions.add && project_id && context.kind === 'project'
  const itemsOn = (one: DayNumber): DayItems => ({
    items: cellOn(one).items.slice(0, limitOn(one)),
    total: cellOn(one).total,
    context: blockContext,
    canChange: rights.canChange,
    isPeeked: (item) => {
      const project = projects.get(item.project_id)
      return peeked !== undefined && project !== undefined && peeked === keyOf(project, item)
    },
    arrived,
    menuOf: edit?.what === 'menu' ? edit.item.id : undefined,
  })
  const stop = active !== undefined && days.includes(active) ? active : undefined
  const tabStop = stop ?? (days.includes(today) ? today : days[0])

  return (
    <div className="flex min-h-0 grow flex-col">
      <CalendarToolbar
        shown={shown}
        today={today}
        onWeekends={onWeekends}
        onDay={goTo}
        onStep={(step) => goTo(stepped(day, shown.layout, step))}
        onOptions={(next) => {
          setLimits(new Map())
          set.setDisplay({ calendar: next })
        }}
      />
      <ContextMenu
        loading={actions.menuLoading}
        items={(target, point) => {
          const place = placeAt(target)
          return place ? menuEntries(place, point) : []
        }}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: hears for the days and items inside, which are the controls */}
        <div
          ref={grid}
          className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain"
          onClick={handleClick}
          onKeyDown={handleKeyDown}
        >
          <WeekDays week={weeks[0] ?? []} small={small} />
          {small ? (
            <SmallCalendar
              weeks={weeks}
              today={today}
              chosen={chosen}
              onChoose={(one) => {
                setChosen(one)
                setAdding(undefined)
              }}
              isOutside={(one) => isOutside(one, shown)}
              countOn={(one) => cellOn(one).total}
              list={itemsOn(chosen)}
              adding={adding === chosen}
              onAdding={(open) => setAdding(open ? chosen : undefined)}
              onAdd={addOn(chosen)}
              onMore={() => widen(chosen, page)}
            />
          ) : (
            <div className="grid grow auto-rows-[minmax(120px,auto)]" style={columnsOf(weeks)}>
              {days.map((one) => (
                <DayCell
                  key={one}
                  day={one}
                  today={one === today}
                  outside={isOutside(one, shown)}
                  over={over === dayOfNumber(one)}
                  tabIndex={one === tabStop ? 0 : -1}
                  {...itemsOn(one)}
                  adding={adding === one}
                  onAdding={(open) => setAdding(open ? one : undefined)}
                  onAdd={addOn(one)}
                  onExisting={offersExisting ? () => setExisting(dayOfNumber(one)) : undefined}
                  onMore={() => widen(one, page)}
                />
              ))}
            </div>
          )}
        </div>
      </ContextMenu>
      <RowPopups
        slug={slug}
        edit={edit}
        small={small}
        itemOf={(id) => findItem(data, id)}
        menuOf={menuEntries}
        onChange={actions.change}
        onChangeMany={actions.changeMany}
        onClose={() => setEdit(undefined)}
        align={edit?.what === 'menu' ? undefined : 'start'}
      />
      <Suspense>
        <Presence>
          {existing && project_id && (
            <AddExisting
              slug={slug}
              project_id={project_id}
              day={existing}
              onClose={() => setExisting(undefined)}
            />
          )}
        </Presence>
      </Suspense>
    </div>
  )

  function menuEntries(place: ItemTarget, point?: DOMRect) {
    return actions.menuOf(place.item, {
      onProperty: (what) => openAt(place, what, { point }),
    })
  }
}

const nothing: readonly WorkItem[] = []

const columnsOf = (weeks: readonly DayNumber[][]) => ({
  gridTemplateColumns: `repeat(${weeks[0]?.length ?? 7}, minmax(0, 1fr))`,
})

function WeekDays({ week, small }: { week: readonly DayNumber[]; small: boolean }) {
  const { i18n } = useTranslation()
  return (
    <div
      className={classNames(
        'sticky top-0 z-(--z-sticky) grid shrink-0 border-b border-line bg-canvas',
        small && 'px-1',
      )}
      style={columnsOf([[...week]])}
    >
      {week.map((day) => (
        <span
          key={day}
          className="flex h-7 items-center justify-end pr-2.5 text-small font-medium text-ink-2 max-md:justify-center max-md:pr-0"
        >
          {dayText(day, 'weekday', i18n.language)}
        </span>
      ))}
    </div>
  )
}

import { type DayNumber, dayNumber, dayOfNumber } from '@cairn/calendar'
import { type Module, planSortOrder } from '@cairn/contract'
import { ArrowLeft, ArrowRight, Plus } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '#data/i18n.ts'
import { datesText, TimelineBlock } from '#entities/timeline/block.tsx'
import { ChartBackdrop } from '#entities/timeline/chart-backdrop.tsx'
import { ChartHead } from '#entities/timeline/chart-head.tsx'
import { columnsIn } from '#entities/timeline/columns.ts'
import {
  awayFrom,
  blockOf,
  type Dates,
  datesOf,
  dayAt,
  daysLong,
  HEADER,
  newDates,
  nudged,
  type Part,
  type Scale,
  SIDEBAR,
  SMALL_SIDEBAR,
  sameDates,
  toFields,
  xOf,
} from '#entities/timeline/geometry.ts'
import { TimelineToolbar } from '#entities/timeline/timeline-toolbar.tsx'
import { useChart } from '#entities/timeline/use-chart.ts'
import { useGestures } from '#entities/timeline/use-gestures.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { longDate } from '#ui/dates/day.ts'
import { announce } from '#ui/feedback/announce.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { moveEntries } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { navigate } from '#ui/router/router.ts'
import { classNames } from '#ui/theme/class-names.ts'
import type { ModuleLayoutProps } from './layout-props.ts'
import { ModuleName } from './module-name.tsx'
import { statusInks } from './module-status.tsx'
import { moduleAddress } from './use-module-menu.ts'

const nobody: never[] = []

const LONG_DAYS = 28

/** Whether a week of the chart would show only a part of most modules. */
function isLong(modules: readonly Module[]) {
  const spans = modules.flatMap(({ start_date, target_date }) =>
    start_date && target_date ? [dayNumber(target_date) - dayNumber(start_date)] : [],
  )
  return spans.filter((days) => days >= LONG_DAYS).length * 2 > spans.length
}

/** Modules as bars over their dates; moved and resized like those of work items. */
export default function ModulesTimeline(props: ModuleLayoutProps) {
  const { slug, modules, manual, onChange } = props
  const { t } = useTranslation()
  const small = useSmallScreen()
  const scroller = useRef<HTMLDivElement>(null)
  const [full, setFull] = useState(false)
  const [hover, setHover] = useState<{ id: string; day: DayNumber }>()
  const sidebar = small ? SMALL_SIDEBAR : SIDEBAR
  const chart = useChart(scroller, sidebar, isLong(modules) ? 'month' : 'week')
  const { scale, range, today, seen, weekStart } = chart
  const byId = useMemo(() => new Map(modules.map((module) => [module.id, module])), [modules])
  const save = ({ id }: Module, dates: Dates) => onChange?.(id, toFields(dates))
  const gestures = useGestures<Module>({
    ...{ scroller, sidebar, header: HEADER, scale, dependencies: nobody },
    itemOf: (id) => byId.get(id),
    canChange: () => onChange !== undefined,
    onDates: (module, dates) => {
      const after = dates.get(module.id)
      if (after) save(module, after)
    },
    onLink: () => undefined,
  })
  const { preview, active } = gestures

  const columns = useMemo(() => {
    // One screen more on both sides: it is rendered before it is scrolled into view.
    const from = Math.floor(dayAt(Math.max(0, seen.left - seen.width), scale))
    const to = Math.ceil(dayAt(seen.left + 2 * seen.width, scale))
    return columnsIn(scale.zoom, { from, to: Math.min(to, range.end), today, weekStart })
  }, [seen, scale, range.end, today, weekStart])

  const moduleUnder = (event: { target: EventTarget }) =>
    byId.get(
      (event.target as HTMLElement).closest<HTMLElement>('[data-module]')?.dataset.module ?? '',
    )

  function handlePointerMove(event: PointerEvent) {
    const target = event.target as HTMLElement
    const module = target.closest('[data-chart]') ? moduleUnder(event) : undefined
    const free = module && onChange && !module.start_date && !module.target_date
    if (!free || active) return setHover(undefined)
    if (target.closest('button')) return
    const day = Math.floor(dayAt(gestures.placeOf(event).x, scale))
    setHover((before) =>
      before?.id === module.id && before.day === day ? before : { id: module.id, day },
    )
  }

  function handleClick(event: MouseEvent) {
    const block = (event.target as HTMLElement).closest<HTMLElement>('[data-block]')
    const module = byId.get(block?.dataset.block ?? '')
    if (!module || gestures.isDragEnd()) return
    void navigate({ to: moduleAddress(slug, module) as string })
  }

  /** Moves blocks by keys: a day to the left or right; with Shift the end, with Alt the start. */
  function handleKeyDown(event: KeyboardEvent) {
    const block = (event.target as HTMLElement).closest<HTMLElement>('[data-block]')
    const module = byId.get(block?.dataset.block ?? '')
    const days = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (!module || days === 0 || !onChange || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const part: Part = event.shiftKey ? 'due' : event.altKey ? 'start' : 'move'
    const before = datesOf(module)
    const after = nudged(before, part, days)
    if (sameDates(before, after)) return
    save(module, after)
    announce(`${module.name}: ${datesText(after, t)}`)
  }

  /** Between the neighbors it is dropped at. */
  function place(moved: string, at: number) {
    const others = modules.filter(({ id }) => id !== moved)
    onChange?.(moved, {
      sort_order: planSortOrder(others[at - 1]?.sort_order, others[at]?.sort_order),
    })
  }

  const width = sidebar + (range.end - range.first) * chart.width
  return (
    <div
      className={classNames(
        'flex flex-col bg-surface',
        full ? 'fixed inset-0 z-(--z-bulk-bar)' : 'relative min-h-0 grow',
      )}
    >
      <TimelineToolbar
        count={t('modules.count', { count: modules.length })}
        zoom={scale.zoom}
        onZoom={chart.setZoom}
        onToday={chart.showToday}
        full={full}
        onFull={setFull}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears for the blocks inside, which are the controls */}
      <div
        ref={scroller}
        className="relative isolate min-h-0 grow overflow-auto overscroll-contain [overflow-anchor:none]"
        onScroll={chart.handleScroll}
        onClick={handleClick}
        onKeyDown={handleKeyDown}
        onPointerDown={gestures.handlePointerDown}
        onPointerMove={handlePointerMove}
        onPointerLeave={() => setHover(undefined)}
      >
        <div
          className="sticky top-0 z-(--z-sticky) flex h-12 border-b border-line bg-surface"
          style={{ width }}
        >
          <div
            className="sticky left-0 z-1 flex shrink-0 items-end gap-2 border-r border-line bg-surface pr-4 pb-1.75 pl-4 text-small font-medium text-ink-2"
            style={{ width: sidebar }}
          >
            <span className="grow truncate">{t('modules.heading')}</span>
            <span className="max-md:hidden">{t('timeline.duration')}</span>
          </div>
          <ChartHead scale={scale} columns={columns} sidebar={sidebar} />
        </div>
        <div className="relative flex min-h-[calc(100%-48px)] flex-col" style={{ width }}>
          <ul aria-label={t('timeline.rows')} className="relative">
            {modules.map((module, index) => (
              <TimelineModule
                key={module.id}
                {...props}
                module={module}
                sidebar={sidebar}
                scale={scale}
                seen={seen}
                dates={preview.get(module.id) ?? datesOf(module)}
                dragging={active?.id === module.id ? active.part : undefined}
                addAt={hover?.id === module.id ? hover.day : undefined}
                sortable={manual && onChange !== undefined}
                steps={[
                  ...(index > 0 ? (['up'] as const) : []),
                  ...(index < modules.length - 1 ? (['down'] as const) : []),
                ]}
                onStep={(step) => place(module.id, step === 'up' ? index - 1 : index + 1)}
                onDrop={(moved, edge) => {
                  const others = modules.filter(({ id }) => id !== moved)
                  place(moved, others.indexOf(module) + (edge === 'after' ? 1 : 0))
                }}
                onShow={chart.showDay}
                onAddDates={(day) => save(module, newDates(day, scale.zoom))}
              />
            ))}
          </ul>
          {/* Below the last name. */}
          <div
            aria-hidden
            className="sticky left-0 z-1 grow border-r border-line bg-surface"
            style={{ width: sidebar }}
          />
          <ChartBackdrop scale={scale} columns={columns.lower} today={today} sidebar={sidebar} />
        </div>
      </div>
    </div>
  )
}

interface TimelineModuleProps extends ModuleLayoutProps {
  module: Module
  sidebar: number
  scale: Scale
  seen: { left: number; width: number }
  /** Its dates, or the preview while dragging. */
  dates: Dates
  dragging: Part | 'link' | undefined
  addAt: DayNumber | undefined
  sortable: boolean
  steps: readonly Step[]
  onStep: (step: Step) => void
  onDrop: (moved: string, edge: 'before' | 'after') => void
  onShow: (day: DayNumber) => void
  onAddDates: (day: DayNumber) => void
}

function TimelineModule(props: TimelineModuleProps) {
  const { slug, module, menu, onChange, onPeek, sidebar, scale, seen, dates, dragging } = props
  const { addAt, sortable, steps, onStep, onDrop, onShow, onAddDates } = props
  const { t } = useTranslation()
  const { id, name, status } = module
  const {
    itemProps,
    handleProps,
    dragging: carried,
    drop,
  } = useSortable({
    kind: 'module',
    ...{ id, name, enabled: sortable, steps, onStep },
    onDrop: (moved, edge) => edge !== 'inside' && onDrop(moved, edge),
  })
  const block = blockOf(dates, scale)
  const away = block && awayFrom(block, { left: seen.left, right: seen.left + seen.width })
  const days = daysLong(dates)
  return (
    <li>
      <ContextMenu
        items={() => [...(sortable ? moveEntries(handleProps) : []), ...menu.entries(module)]}
      >
        <div
          data-module={id}
          className="group/row relative flex h-11 hover:bg-hover hover:[--row-bg:var(--hover)]"
        >
          <div
            {...itemProps}
            style={{ width: sidebar }}
            className={classNames(
              sortableLook(carried, drop),
              'sticky! left-0 z-2 flex shrink-0 items-center gap-2 border-r border-b border-line border-b-line-subtle bg-(--row-bg,var(--surface)) pr-4 pl-4',
            )}
          >
            <ModuleName slug={slug} module={module} onPeek={onPeek} className="min-w-0 grow" />
            {days !== undefined && (
              <span className="w-14 shrink-0 text-right text-small text-ink-3 tabular-nums max-md:hidden">
                {t('timeline.days', { count: days })}
              </span>
            )}
            <DropMark drop={drop} />
          </div>
          <div data-chart="" className="relative grow border-b border-line-subtle">
            {block && (
              <TimelineBlock
                item={module}
                label={name}
                dates={dates}
                block={block}
                look={(className) => ({ className: classNames(statusInks[status], className) })}
                status={t(`modules.statuses.${status}`)}
                linkable={false}
                t={t}
                canChange={onChange !== undefined}
                peeked={false}
                dragging={dragging}
                sidebar={sidebar}
                cut={Math.min(block.width, Math.max(0, seen.left - block.left))}
              />
            )}
            {block && away && (
              <div
                className="sticky z-1 flex h-full w-0 items-center"
                style={{ left: sidebar + 8 }}
              >
                <IconButton
                  size="sm"
                  variant="outlined"
                  icon={away === 'left' ? ArrowLeft : ArrowRight}
                  label={t('timeline.show_block', { name })}
                  onClick={() => onShow(dates.start ?? dates.due ?? 0)}
                />
              </div>
            )}
            {!block && addAt !== undefined && (
              <button
                type="button"
                tabIndex={-1}
                aria-label={t('timeline.add_dates', { date: longDate(dayOfNumber(addAt)) })}
                onClick={() => onAddDates(addAt)}
                style={{ left: xOf(addAt, scale) }}
                className="absolute top-2 z-1 grid size-7 place-items-center rounded-md border border-line-strong bg-raised text-ink-2 shadow-lift-1 hover:text-ink"
              >
                <Icon of={Plus} />
              </button>
            )}
          </div>
        </div>
      </ContextMenu>
    </li>
  )
}

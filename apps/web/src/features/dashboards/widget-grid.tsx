import { type BuiltDashboard, type BuiltWidget, lookup, planSortOrder } from '@cairn/contract'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import type { ListReferences } from '#entities/work-item-list/references.tsx'
import { announce } from '#ui/feedback/announce.ts'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { SortableHandle } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { COLUMNS, type Direction, nearestSize, placeAfter, sizeAfter } from './grid-steps.ts'
import { useChangeWidget } from './hooks.ts'
import { useWidgetTitle } from './use-widget-title.ts'
import { WidgetBody } from './widget-body.tsx'

interface WidgetGridProps {
  slug: string
  dashboard: BuiltDashboard
  widgets: readonly BuiltWidget[]
  references: ListReferences
  editing: boolean
  selected: string | undefined
  onSelect: (id: string) => void
}

const ROW = 80
const GAP = 16

/** Twelve columns; on small screens one below the other. */
export function WidgetGrid(props: WidgetGridProps) {
  const { t } = useTranslation()
  return (
    <ul
      aria-label={t('dashboards.widgets')}
      className="grid grid-cols-12 gap-4 max-md:flex max-md:flex-col"
      style={{ gridAutoRows: ROW }}
    >
      {props.widgets.map((widget) => (
        <WidgetCell key={widget.id} {...props} widget={widget} />
      ))}
    </ul>
  )
}

const directions: Partial<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

function useArranging({ slug, dashboard, widgets }: WidgetGridProps, widget: BuiltWidget) {
  const { t } = useTranslation()
  const { mutate } = useChangeWidget({ slug, id: dashboard.id })
  const name = useWidgetTitle(widget)

  function moveTo(id: string, place: number) {
    const others = widgets.filter((one) => one.id !== id)
    const sort_order = planSortOrder(others[place - 1]?.sort_order, others[place]?.sort_order)
    mutate({ id, patch: { sort_order } })
    if (id !== widget.id) return
    announce(t('dashboards.moved', { name, position: place + 1, total: widgets.length }))
  }

  function move(direction: Direction) {
    const place = placeAfter(widgets, widget.id, direction)
    if (place === undefined) announce(t('dashboards.not_further', { name }))
    else moveTo(widget.id, place)
  }

  function resize(size: { width: number; height: number }) {
    if (size.width !== widget.width || size.height !== widget.height) {
      mutate({ id: widget.id, patch: size })
    }
    announce(t('dashboards.resized', { name, ...size }))
  }

  return { name, moveTo, move, resize }
}

function WidgetCell(props: WidgetGridProps & { widget: BuiltWidget }) {
  const { slug, dashboard, widgets, widget, references, editing, selected, onSelect } = props
  const { t } = useTranslation()
  const { name, moveTo, move, resize } = useArranging(props, widget)
  const cell = useRef<HTMLLIElement>(null)
  const [dragged, setDragged] = useState<{ width: number; height: number }>()
  const size = dragged ?? widget
  const at = widgets.findIndex(({ id }) => id === widget.id)
  const steps: Step[] = [...(at > 0 ? (['up'] as const) : [])]
  if (at < widgets.length - 1) steps.push('down')
  const { itemProps, handleProps, dragging, drop } = useSortable({
    ...{ kind: 'dashboard-widget', id: widget.id, name, enabled: editing, axis: 'horizontal' },
    onDrop: (id, side) => {
      const others = widgets.filter((one) => one.id !== id)
      const here = others.findIndex((one) => one.id === widget.id)
      moveTo(id, side === 'before' ? here : here + 1)
    },
    steps,
    onStep: (step) => moveTo(widget.id, step === 'up' ? at - 1 : at + 1),
  })

  /** Only for the widget itself: its links and buttons keep their keys. */
  function handleKeyDown(event: KeyboardEvent) {
    if (!editing || event.target !== event.currentTarget || event.altKey || event.ctrlKey) return
    if (event.key === 'Enter') return onSelect(widget.id)
    const direction = lookup(directions, event.key)
    if (!direction) return
    event.preventDefault()
    if (event.shiftKey) resize(sizeAfter(widget, direction))
    else move(direction)
  }

  function resizeFrom(event: PointerEvent, along: { columns: boolean; rows: boolean }) {
    const box = cell.current?.getBoundingClientRect()
    const grid = cell.current?.parentElement?.getBoundingClientRect()
    if (!box || !grid) return
    event.preventDefault()
    const column = (grid.width + GAP) / COLUMNS
    const handle = event.currentTarget as HTMLElement
    handle.setPointerCapture(event.pointerId)
    let last = { width: widget.width, height: widget.height }
    function handleMove({ clientX, clientY }: globalThis.PointerEvent) {
      if (!box) return
      const wanted = nearestSize(
        along.columns ? (clientX - box.left + GAP) / column : widget.width,
        along.rows ? (clientY - box.top + GAP) / (ROW + GAP) : widget.height,
      )
      last = wanted
      setDragged(wanted)
    }
    function handleEnd({ type }: globalThis.PointerEvent) {
      handle.removeEventListener('pointermove', handleMove)
      handle.removeEventListener('pointerup', handleEnd)
      handle.removeEventListener('pointercancel', handleEnd)
      setDragged(undefined)
      if (type === 'pointerup') resize(last)
    }
    handle.addEventListener('pointermove', handleMove)
    handle.addEventListener('pointerup', handleEnd)
    handle.addEventListener('pointercancel', handleEnd)
  }

  const isSelected = editing && selected === widget.id
  const { ref, ...sortable } = itemProps
  return (
    <li
      {...sortable}
      ref={(element) => {
        cell.current = element
        ;(ref as { current: HTMLElement | null }).current = element
      }}
      data-widget={widget.id}
      className={classNames(
        sortableLook(dragging, drop),
        'min-w-0 rounded-lg max-md:flex max-md:min-h-(--height) max-md:flex-col max-md:*:grow',
      )}
      style={{
        gridColumn: `span ${size.width}`,
        gridRow: `span ${size.height}`,
        ['--height' as never]: `${size.height * (ROW + GAP) - GAP}px`,
      }}
    >
      <section
        aria-roledescription={editing ? t('dashboards.movable') : undefined}
        aria-label={name}
        aria-keyshortcuts={
          editing ? 'ArrowLeft ArrowRight ArrowUp ArrowDown Shift+ArrowRight' : undefined
        }
        tabIndex={editing ? 0 : undefined}
        onKeyDown={handleKeyDown}
        onClick={() => editing && onSelect(widget.id)}
        className={classNames(
          'flex h-full min-w-0 flex-col overflow-hidden rounded-lg border bg-surface',
          isSelected
            ? 'border-accent outline-[1.5px] -outline-offset-1 outline-accent'
            : 'border-line',
        )}
      >
        <WidgetHeader widget={widget} name={name}>
          {editing && (
            <SortableHandle
              {...handleProps}
              words={{ up: t('dashboards.earlier'), down: t('dashboards.later') }}
            />
          )}
        </WidgetHeader>
        <div
          className={classNames(
            'flex min-h-0 min-w-0 grow flex-col px-4',
            widget.kind === 'number' ? 'pb-2' : 'overflow-y-auto pb-3',
          )}
        >
          <WidgetBody
            slug={slug}
            dashboard={dashboard}
            widget={widget}
            references={references}
            label={name}
          />
        </div>
      </section>
      {isSelected && <Handles onResize={resizeFrom} />}
      <DropMark drop={drop} axis="horizontal" />
    </li>
  )
}

interface HeaderProps {
  widget: BuiltWidget
  name: string
  children?: React.ReactNode
}

function WidgetHeader({ widget, name, children }: HeaderProps) {
  const { t } = useTranslation()
  const { kind, query } = widget
  const isNumber = kind === 'number'
  const unit = query.measure === 'points' ? t('dashboards.measures.points') : undefined
  const note = kind === 'line' ? t(`dashboards.per.${query.interval}`) : unit
  return (
    <div
      className={classNames(
        'flex shrink-0 items-center gap-2 pr-2 pl-4',
        isNumber ? 'min-h-8' : 'min-h-10',
      )}
    >
      <h2
        className={classNames(
          'min-w-0 truncate',
          isNumber ? 'text-small text-ink-2' : 'font-medium',
        )}
      >
        {name}
      </h2>
      {note && <span className="shrink-0 text-small text-ink-3">{note}</span>}
      <span className="ml-auto flex">{children}</span>
    </div>
  )
}

interface HandlesProps {
  onResize: (event: PointerEvent, along: { columns: boolean; rows: boolean }) => void
}

/** For the pointer; the keyboard uses Shift and an arrow key, and the panel has both sizes too. */
function Handles({ onResize }: HandlesProps) {
  const look = 'absolute z-1 touch-none border border-accent bg-surface max-md:hidden'
  return (
    <>
      <span
        aria-hidden
        data-resize="width"
        onPointerDown={(event) => onResize(event, { columns: true, rows: false })}
        className={`${look} top-1/2 -right-1 h-6 w-2 -translate-y-1/2 cursor-ew-resize rounded-full`}
      />
      <span
        aria-hidden
        data-resize="height"
        onPointerDown={(event) => onResize(event, { columns: false, rows: true })}
        className={`${look} -bottom-1 left-1/2 h-2 w-6 -translate-x-1/2 cursor-ns-resize rounded-full`}
      />
      <span
        aria-hidden
        data-resize="both"
        onPointerDown={(event) => onResize(event, { columns: true, rows: true })}
        className="absolute -right-1 -bottom-1 z-1 size-3 cursor-nwse-resize touch-none rounded-full bg-accent max-md:hidden"
      />
    </>
  )
}

import {
  type BuiltDashboard,
  type BuiltWidget,
  MAX_WIDGET_HEIGHT,
  type WidgetGroup,
  type WidgetKind,
  type WidgetQuery,
  widgetFilterKeys,
  widgetGroupKeys,
  widgetIntervals,
  widgetKinds,
  widgetLines,
  widgetMeasures,
  widgetOrders,
  widgetWidths,
} from '@cairn/contract'
import { Copy, ListFilter, Trash2, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useWorkspaceCycles } from '#entities/cycle/cycle-list.ts'
import { FilterChips } from '#entities/work-item-list/filter-chips.tsx'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { FiltersPopover } from '#entities/work-item-list/list-controls.tsx'
import { type Filters, firstSettings, hasFilters } from '#entities/work-item-list/list-settings.ts'
import type { ListReferences } from '#entities/work-item-list/references.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Segment } from '#ui/controls/segment.tsx'
import { Select } from '#ui/controls/select.tsx'
import { useChangeWidget, useCreateWidget, useRemoveWidget } from './hooks.ts'
import { kindIcons } from './kind-icons.ts'
import { useWidgetTitle } from './use-widget-title.ts'

interface WidgetSettingsProps {
  slug: string
  dashboard: BuiltDashboard
  widget: BuiltWidget
  context: ListContext
  references: ListReferences
  onClose: () => void
  onAdded: (id: string) => void
}

const limits = [3, 5, 6, 10, 20, 50]
const periods = [4, 8, 12, 26, 52]
const isGrouped = (kind: WidgetKind) => kind === 'bar' || kind === 'donut' || kind === 'table'

/** Changes are saved at once. */
export function WidgetSettings(props: WidgetSettingsProps) {
  const { slug, dashboard, widget, onClose, onAdded } = props
  const { t } = useTranslation()
  const place = { slug, id: dashboard.id }
  const change = useChangeWidget(place)
  const create = useCreateWidget(place)
  const remove = useRemoveWidget(place)
  const name = useWidgetTitle(widget)
  const { kind, query } = widget
  const set = (part: Partial<WidgetQuery>) =>
    change.mutate({ id: widget.id, patch: { query: { ...query, ...part } } })

  function handleRemove() {
    onClose()
    remove.mutate(widget.id)
  }

  const { title, width, height } = widget
  const duplicate = () => onAdded(create.mutate({ kind, title, query, width, height }))

  return (
    <aside
      aria-label={t('dashboards.settings_of', { name })}
      className="flex w-80 shrink-0 flex-col border-l border-line bg-surface max-md:absolute max-md:inset-0 max-md:z-(--z-sticky) max-md:w-full"
    >
      <div className="flex h-11 shrink-0 items-center justify-between border-b border-line-subtle pr-2 pl-4">
        <h2 className="font-semibold">{t('dashboards.widget')}</h2>
        <IconButton icon={X} label={t('dashboards.close_settings')} onClick={onClose} />
      </div>
      <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-4">
        <TitleField
          value={widget.title}
          placeholder={name}
          onSave={(text) => change.mutate({ id: widget.id, patch: { title: text } })}
        />
        <div className="flex flex-col gap-1.5">
          <p className="flex justify-between font-medium">
            {t('dashboards.chart')}
            <span className="font-normal text-ink-3">{t(`dashboards.kinds.${kind}`)}</span>
          </p>
          <Segment
            label={t('dashboards.chart')}
            options={widgetKinds.map((value) => ({
              ...{ value, label: t(`dashboards.kinds.${value}`), icon: kindIcons[value] },
            }))}
            value={kind}
            onChange={(value) => change.mutate({ id: widget.id, patch: { kind: value } })}
          />
        </div>
        {kind !== 'burndown' && <FilterField {...props} onChange={(filters) => set({ filters })} />}
        {kind === 'burndown' && (
          <CycleField {...props} onChange={(cycle_id) => set({ cycle_id })} />
        )}
        {kind !== 'list' && (
          <Select
            label={t('dashboards.measure')}
            options={widgetMeasures.map((value) => ({
              ...{ value, label: t(`dashboards.measures.${value}`) },
            }))}
            value={query.measure}
            onChange={(measure) => set({ measure })}
          />
        )}
        {isGrouped(kind) && <GroupFields query={query} kind={kind} set={set} />}
        {kind === 'line' && <LineFields query={query} set={set} />}
        {kind === 'list' && (
          <Select
            label={t('dashboards.order')}
            options={widgetOrders.map((value) => ({
              ...{ value, label: t(`dashboards.orders.${value}`) },
            }))}
            value={query.order_by}
            onChange={(order_by) => set({ order_by })}
          />
        )}
        {(isGrouped(kind) || kind === 'list') && (
          <Select
            label={t('dashboards.show')}
            options={limits.map((value) => ({
              ...{ value, label: t('dashboards.top', { number: value }) },
            }))}
            value={query.limit}
            onChange={(limit) => set({ limit })}
          />
        )}
        <div className="grid grid-cols-2 gap-3">
          <Select
            label={t('dashboards.width')}
            options={widgetWidths.map((value) => ({
              ...{ value, label: t('dashboards.columns', { number: value }) },
            }))}
            value={width}
            onChange={(value) => change.mutate({ id: widget.id, patch: { width: value } })}
          />
          <Select
            label={t('dashboards.height')}
            options={Array.from({ length: MAX_WIDGET_HEIGHT }, (_, index) => ({
              value: index + 1,
              label: t('dashboards.rows', { number: index + 1 }),
            }))}
            value={height}
            onChange={(value) => change.mutate({ id: widget.id, patch: { height: value } })}
          />
        </div>
        <p className="text-small text-ink-3">{t('dashboards.keys')}</p>
      </div>
      <div className="flex shrink-0 justify-between border-t border-line-subtle p-2">
        <Button variant="ghost" icon={Copy} onClick={duplicate}>
          {t('dashboards.duplicate')}
        </Button>
        <Button variant="ghost" icon={Trash2} onClick={handleRemove}>
          {t('dashboards.delete_widget')}
        </Button>
      </div>
    </aside>
  )
}

const PAUSE_MS = 500

interface TitleFieldProps {
  value: string
  placeholder: string
  onSave: (text: string) => void
}

/** Saved when the user stops typing, or leaves the field or the panel. */
function TitleField({ value, placeholder, onSave }: TitleFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const latest = useRef({ typed, onSave })
  useEffect(() => {
    latest.current = { typed, onSave }
  })
  const flush = useRef(() => {
    const { typed: text, onSave: save } = latest.current
    if (text !== undefined) save(text)
    latest.current.typed = undefined
  })
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => flush.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => () => flush.current(), [])
  return (
    <Input
      label={t('dashboards.title')}
      value={typed ?? value}
      maxLength={255}
      placeholder={placeholder}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        flush.current()
        setTyped(undefined)
      }}
    />
  )
}

/** Without filters of other lists, which a widget does not read. */
const readable = (filters: Filters): WidgetQuery['filters'] =>
  Object.fromEntries(
    [...widgetFilterKeys, 'pql' as const].flatMap((key) =>
      filters[key]?.length ? [[key, [...filters[key]]] as const] : [],
    ),
  )

type FilterFieldProps = Pick<WidgetSettingsProps, 'widget' | 'context' | 'references'> & {
  onChange: (filters: WidgetQuery['filters']) => void
}

function FilterField({ widget, context, references, onChange }: FilterFieldProps) {
  const { t } = useTranslation()
  const { filters } = widget.query
  const settings = useMemo(
    () => ({
      ...firstSettings,
      filters,
      display: { ...firstSettings.display, layout: 'spreadsheet' as const },
    }),
    [filters],
  )
  const set = {
    setFilters: (next: Filters) => onChange(readable(next)),
    setDisplay: () => {},
    setProperties: () => {},
  }
  return (
    <div className="flex flex-col gap-2">
      <FiltersPopover
        context={context}
        settings={settings}
        set={set}
        withoutKinds
        trigger={
          <Button icon={ListFilter} className="w-fit">
            {t('dashboards.filters')}
          </Button>
        }
      />
      {hasFilters(settings) || filters.pql ? (
        <div className="flex flex-wrap items-center gap-2">
          <FilterChips
            context={context}
            settings={settings}
            references={references}
            fixed={false}
            onChange={set.setFilters}
          />
        </div>
      ) : (
        <p className="text-small text-ink-3">{t('dashboards.no_filters')}</p>
      )}
    </div>
  )
}

type CycleFieldProps = Pick<WidgetSettingsProps, 'slug' | 'dashboard' | 'widget'> & {
  onChange: (cycle_id: string) => void
}

function CycleField({ slug, dashboard, widget, onChange }: CycleFieldProps) {
  const { t } = useTranslation()
  const { project } = dashboard
  const cycles = useWorkspaceCycles(slug)?.filter(
    ({ project_id, start_date }) => start_date && (!project || project_id === project),
  )
  return (
    <Select
      label={t('dashboards.cycle')}
      options={(cycles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={widget.query.cycle_id}
      placeholder={t('dashboards.choose_cycle')}
      onChange={onChange}
    />
  )
}

interface QueryFieldsProps {
  query: WidgetQuery
  set: (part: Partial<WidgetQuery>) => void
}

const NOTHING = 'nothing'

function GroupFields({ query, kind, set }: QueryFieldsProps & { kind: WidgetKind }) {
  const { t } = useTranslation()
  const options = widgetGroupKeys.map((value) => ({
    ...{ value: value as string, label: t(`dashboards.groups.${value}`) },
  }))
  return (
    <>
      <Select
        label={t('dashboards.group_by')}
        options={options}
        value={query.group_by}
        onChange={(value) => set({ group_by: value as WidgetGroup })}
      />
      {kind === 'table' && (
        <Select
          label={t('dashboards.columns_by')}
          options={[{ value: NOTHING, label: t('dashboards.no_columns') }, ...options]}
          value={query.sub_group_by ?? NOTHING}
          onChange={(value) =>
            set({ sub_group_by: value === NOTHING ? null : (value as WidgetGroup) })
          }
        />
      )}
    </>
  )
}

function LineFields({ query, set }: QueryFieldsProps) {
  const { t } = useTranslation()
  const { lines, interval } = query
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium">{t('dashboards.lines_shown')}</legend>
        {widgetLines.map((line) => {
          const others = lines.filter((one) => one !== line)
          const isOn = lines.includes(line)
          return (
            <Checkbox
              key={line}
              label={t(`dashboards.lines.${line}`)}
              checked={isOn}
              disabled={isOn && others.length === 0}
              onChange={() => set({ lines: isOn ? others : [...lines, line].sort().reverse() })}
            />
          )
        })}
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={t('dashboards.interval')}
          options={widgetIntervals.map((value) => ({
            ...{ value, label: t(`dashboards.intervals.${value}`) },
          }))}
          value={interval}
          onChange={(value) => set({ interval: value })}
        />
        <Select
          label={t('dashboards.back')}
          options={[...new Set([...periods, query.periods])]
            .sort((a, b) => a - b)
            .map((value) => ({
              value,
              label: t(`dashboards.last.${interval}`, { number: value }),
            }))}
          value={query.periods}
          onChange={(value) => set({ periods: value })}
        />
      </div>
    </>
  )
}

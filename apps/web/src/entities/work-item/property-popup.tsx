import type { WorkItem } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ComboboxAt } from '#ui/controls/combobox.tsx'
import { DatePickerAt } from '#ui/dates/date-picker.tsx'
import { DateRangePickerAt } from '#ui/dates/date-range-picker.tsx'
import type { PopupPosition } from '#ui/overlays/popup-at.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { useCycleListing } from './cycle-picker.tsx'
import { useEstimateListing } from './estimate-picker.tsx'
import type { ItemPatch, ItemValues } from './item-patch.ts'
import { sharedValues } from './item-values.ts'
import { useLabelsListing } from './labels-picker.tsx'
import { useMembersListing } from './members-picker.tsx'
import { useModulesListing } from './modules-picker.tsx'
import { usePriorityListing } from './priority-picker.tsx'
import { idOfOwn, type OwnProperty, type Property } from './properties.ts'
import { useStateListing } from './state-picker.tsx'
import { useTypeListing } from './type-picker.tsx'
import { useTypeChange } from './use-type-change.tsx'

const OwnPropertyPopup = lazy(() => import('./own-property-popup.tsx'))

interface PropertyPopupProps {
  slug: string
  property: Property
  place: PopupPosition
  align?: 'start' | 'end'
  onChange: (patch: ItemPatch) => void
}

interface PopupProps extends PropertyPopupProps {
  item: ItemValues
  items: readonly WorkItem[]
}

interface PickerProps extends Omit<PropertyPopupProps, 'property'> {
  property: Property | OwnProperty
  /** The current items: one, or several of a project that get the selected value. */
  items: readonly WorkItem[]
}

/** The only picker of a layout: its rows, cards and cells are plain buttons that open it. */
export default function PropertyPopup({ items, property, ...props }: PickerProps) {
  const [first] = items
  const own = idOfOwn(property)
  if (own) return <OwnPropertyPopup key={`${first?.id} ${own}`} {...props} id={own} items={items} />
  return <FixedPopup {...props} property={property as Property} items={items} />
}

function FixedPopup({ items, ...props }: PropertyPopupProps & { items: readonly WorkItem[] }) {
  const Popup = popups[props.property]
  const [first] = items
  const item = items.length > 1 ? sharedValues(items) : first
  return item && <Popup key={`${item.id} ${props.property}`} {...props} item={item} items={items} />
}

function StatePopup({ slug, item, place, align, onChange }: PopupProps) {
  const { project_id, state_id } = item
  const listing = useStateListing({
    slug,
    project_id,
    value: state_id,
    onChange: (next) => next && onChange({ state_id: next }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function TypePopup({ slug, item, items, place, align, onChange }: PopupProps) {
  const { project_id, type_id } = item
  const { choose, dialog } = useTypeChange({ slug, project_id, items, onChange })
  const listing = useTypeListing({ slug, project_id, value: type_id, onChange: choose })
  return (
    <>
      <ComboboxAt {...listing} place={place} align={align} />
      {dialog}
    </>
  )
}

function PriorityPopup({ item, place, align, onChange }: PopupProps) {
  const listing = usePriorityListing({
    value: item.priority,
    onChange: (priority) => onChange({ priority }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function AssigneesPopup({ slug, item, place, align, onChange }: PopupProps) {
  const listing = useMembersListing({
    slug,
    project_id: item.project_id,
    value: item.assignee_ids,
    onChange: (ids) => onChange({ assignee_ids: [...ids] }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function LabelsPopup({ slug, item, place, align, onChange }: PopupProps) {
  const listing = useLabelsListing({
    slug,
    project_id: item.project_id,
    value: item.label_ids,
    onChange: (ids) => onChange({ label_ids: [...ids] }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function CyclePopup({ slug, item, place, align, onChange }: PopupProps) {
  const listing = useCycleListing({
    slug,
    project_id: item.project_id,
    value: item.cycle_id,
    onChange: (cycle_id) => onChange({ cycle_id }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function ModulesPopup({ slug, item, place, align, onChange }: PopupProps) {
  const listing = useModulesListing({
    slug,
    project_id: item.project_id,
    value: item.module_ids,
    onChange: (module_ids) => onChange({ module_ids }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function EstimatePopup({ slug, item, place, align, onChange }: PopupProps) {
  const listing = useEstimateListing({
    slug,
    project_id: item.project_id,
    value: item.estimate_point,
    onChange: (estimate_point) => onChange({ estimate_point }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function StartDatePopup({ item, place, align, onChange }: PopupProps) {
  const { t } = useTranslation()
  return (
    <DatePickerAt
      place={place}
      align={align}
      label={t('pickers.start_date')}
      value={item.start_date}
      max={item.target_date}
      onChange={(start_date) => onChange({ start_date })}
    />
  )
}

function DueDatePopup({ item, place, align, onChange }: PopupProps) {
  const { t } = useTranslation()
  return (
    <DatePickerAt
      place={place}
      align={align}
      label={t('pickers.due_date')}
      value={item.target_date}
      min={item.start_date}
      onChange={(target_date) => onChange({ target_date })}
    />
  )
}

function DatesPopup({ item, place, align, onChange }: PopupProps) {
  const { t } = useTranslation()
  // Half a range is incomplete: only a whole one, or none, is saved.
  const [range, setRange] = useState({ start: item.start_date, end: item.target_date })
  return (
    <DateRangePickerAt
      place={place}
      align={align}
      label={t('pickers.dates')}
      value={range}
      onChange={(next) => {
        setRange(next)
        if (Boolean(next.start) === Boolean(next.end)) {
          onChange({ start_date: next.start, target_date: next.end })
        }
      }}
    />
  )
}

const popups: Record<Property, typeof StatePopup> = {
  type: TypePopup,
  state: StatePopup,
  priority: PriorityPopup,
  assignees: AssigneesPopup,
  labels: LabelsPopup,
  cycle: CyclePopup,
  modules: ModulesPopup,
  estimate: EstimatePopup,
  start_date: StartDatePopup,
  due_date: DueDatePopup,
  dates: DatesPopup,
}

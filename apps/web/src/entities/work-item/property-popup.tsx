import type { WorkItem } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ComboboxAt } from '#ui/controls/combobox.tsx'
import { DatePickerAt } from '#ui/dates/date-picker.tsx'
import { DateRangePickerAt } from '#ui/dates/date-range-picker.tsx'
import type { PopupPosition } from '#ui/overlays/popup-at.ts'
import { useCycleListing } from './cycle-picker.tsx'
import { useEstimateListing } from './estimate-picker.tsx'
import type { ItemPatch } from './item-patch.ts'
import { useLabelsListing } from './labels-picker.tsx'
import { useMembersListing } from './members-picker.tsx'
import { useModulesListing } from './modules-picker.tsx'
import { usePriorityListing } from './priority-picker.tsx'
import type { Property } from './properties.ts'
import { useStateListing } from './state-picker.tsx'

interface PropertyPopupProps {
  slug: string
  property: Property
  /** The item as it is now. */
  item: WorkItem
  place: PopupPosition
  align?: 'start' | 'end'
  onChange: (patch: ItemPatch) => void
}

/** The one picker of a whole layout: its rows, cards and cells are plain buttons that ask for it. */
export default function PropertyPopup(props: PropertyPopupProps) {
  const Popup = popups[props.property]
  return <Popup key={`${props.item.id} ${props.property}`} {...props} />
}

function StatePopup({ slug, item, place, align, onChange }: PropertyPopupProps) {
  const { project_id, state_id } = item
  const listing = useStateListing({
    slug,
    project_id,
    value: state_id,
    onChange: (next) => next && onChange({ state_id: next }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function PriorityPopup({ item, place, align, onChange }: PropertyPopupProps) {
  const listing = usePriorityListing({
    value: item.priority,
    onChange: (priority) => onChange({ priority }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function AssigneesPopup({ slug, item, place, align, onChange }: PropertyPopupProps) {
  const listing = useMembersListing({
    slug,
    project_id: item.project_id,
    value: item.assignee_ids,
    onChange: (ids) => onChange({ assignee_ids: [...ids] }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function LabelsPopup({ slug, item, place, align, onChange }: PropertyPopupProps) {
  const listing = useLabelsListing({
    slug,
    project_id: item.project_id,
    value: item.label_ids,
    onChange: (ids) => onChange({ label_ids: [...ids] }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function CyclePopup({ slug, item, place, align, onChange }: PropertyPopupProps) {
  const listing = useCycleListing({
    slug,
    project_id: item.project_id,
    value: item.cycle_id,
    onChange: (cycle_id) => onChange({ cycle_id }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function ModulesPopup({ slug, item, place, align, onChange }: PropertyPopupProps) {
  const listing = useModulesListing({
    slug,
    project_id: item.project_id,
    value: item.module_ids,
    onChange: (module_ids) => onChange({ module_ids }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function EstimatePopup({ slug, item, place, align, onChange }: PropertyPopupProps) {
  const listing = useEstimateListing({
    slug,
    project_id: item.project_id,
    value: item.estimate_point,
    onChange: (estimate_point) => onChange({ estimate_point }),
  })
  return <ComboboxAt {...listing} place={place} align={align} />
}

function StartDatePopup({ item, place, align, onChange }: PropertyPopupProps) {
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

function DueDatePopup({ item, place, align, onChange }: PropertyPopupProps) {
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

function DatesPopup({ item, place, align, onChange }: PropertyPopupProps) {
  const { t } = useTranslation()
  // Half a range is on its way to a whole one: only that is saved, or none at all.
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

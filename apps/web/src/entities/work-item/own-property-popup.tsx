import type { PropertyChanges, PropertyValue, WorkItem, WorkItemProperty } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { ComboboxAt, type ComboboxListing } from '#ui/controls/combobox.tsx'
import { DatePickerAt } from '#ui/dates/date-picker.tsx'
import { PopoverAt } from '#ui/overlays/popover.tsx'
import type { PopupPosition } from '#ui/overlays/popup-at.ts'
import type { ItemPatch } from './item-patch.ts'
import { useBooleanListing, useOptionListing, usePersonListing } from './property-listings.tsx'
import { MomentPanel } from './property-moment.tsx'
import { PropertyValueField } from './property-value.tsx'

interface OwnPropertyPopupProps {
  slug: string
  /** Of the property. */
  id: string
  items: readonly WorkItem[]
  place: PopupPosition
  align?: 'start' | 'end'
  onChange: (patch: ItemPatch) => void
}

/** The value of a property of a type, for the cells and chips of a layout. */
export default function OwnPropertyPopup(props: OwnPropertyPopupProps) {
  const { slug, id, items, place, align, onChange } = props
  const property = useProperties(slug)?.find((one) => one.id === id)
  const [item] = items
  if (!property || !item) return null
  const values = items.map(({ property_values }) => property_values[id] ?? undefined)
  const [value] = values
  const isShared = values.every((one) => JSON.stringify(one) === JSON.stringify(value))
  const Popup = popups[property.kind] ?? FieldPopup
  return (
    <Popup
      {...{ slug, property, place, align }}
      project_id={item.project_id}
      item_id={items.length === 1 ? item.id : undefined}
      value={isShared ? value : undefined}
      onChange={(next) => {
        const property_values: PropertyChanges = { [id]: next }
        onChange({ property_values })
      }}
    />
  )
}

interface PopupProps {
  slug: string
  project_id: string
  item_id: string | undefined
  property: WorkItemProperty
  value: PropertyValue | undefined
  place: PopupPosition
  align?: 'start' | 'end' | undefined
  onChange: (value: PropertyValue | null) => void
}

const textIn = (value: PropertyValue | undefined) => (typeof value === 'string' ? value : undefined)

const OptionPopup = (props: PopupProps) => <Listed {...props} listing={useOptionListing(props)} />
const PersonPopup = (props: PopupProps) => <Listed {...props} listing={usePersonListing(props)} />
const BooleanPopup = (props: PopupProps) => <Listed {...props} listing={useBooleanListing(props)} />

const Listed = ({ listing, place, align }: PopupProps & { listing: ComboboxListing }) => (
  <ComboboxAt {...listing} place={place} align={align} />
)

function DatePopup({ property, value, place, align, onChange }: PopupProps) {
  return (
    <DatePickerAt
      place={place}
      align={align}
      label={property.name}
      value={textIn(value) ?? null}
      clearable={!property.is_required}
      onChange={onChange}
    />
  )
}

function MomentPopup({ property, value, place, align, onChange }: PopupProps) {
  return (
    <PopoverAt place={place} align={align} label={property.name}>
      <MomentPanel property={property} value={textIn(value)} onChange={onChange} />
    </PopoverAt>
  )
}

/** A typed value: saved with Enter, or when the popup is left. */
function FieldPopup(props: PopupProps) {
  const { slug, project_id, item_id, property, value, place, align, onChange } = props
  const { t } = useTranslation()
  return (
    <PopoverAt place={place} align={align} label={property.name} width={280}>
      {(close) => (
        <PropertyValueField
          slug={slug}
          project_id={project_id}
          property={property}
          value={value}
          textName={`property ${property.id} of ${item_id ?? 'several'}`}
          placeholder={t('item.none')}
          onChange={(next) => {
            onChange(next)
            close()
          }}
        />
      )}
    </PopoverAt>
  )
}

const popups: Partial<Record<WorkItemProperty['kind'], typeof FieldPopup>> = {
  option: OptionPopup,
  person: PersonPopup,
  boolean: BooleanPopup,
  date: DatePopup,
  datetime: MomentPopup,
}

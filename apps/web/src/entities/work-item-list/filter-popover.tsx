import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Popover } from '#ui/overlays/popover.tsx'
import type { TriggerElement } from '#ui/overlays/popup-trigger.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import type { Sense } from './filter-changes.ts'
import type { ListContext } from './list-context.ts'
import type { FilterField, Filters, Kind, ListSettings } from './list-settings.ts'

/** Loaded before it is opened: keys typed right after the opening one are meant for it. */
export const loadFilterMenu = () => import('./filter-menu.tsx')
const FilterMenu = lazy(loadFilterMenu)
const CustomDateFilter = lazy(() => import('./custom-date-filter.tsx'))

interface FilterPopoverProps {
  trigger: TriggerElement
  context: ListContext
  settings: ListSettings
  onChange: (filters: Filters) => void
  onKind?: ((kind: Kind) => void) | undefined
  /** Its name; by default that of all filters. */
  label?: string
  /** Only the values of one filter. */
  of?: { field: FilterField; sense: Sense }
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** The filter menu under a button, on phones as a sheet; custom dates are entered in a dialog. */
export function FilterPopover(given: FilterPopoverProps) {
  const { trigger, label, of, open, onOpenChange, ...props } = given
  const { t } = useTranslation()
  const [ownOpen, setOwnOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const [field, setField] = useState<FilterField>()

  function setOpen(next: boolean) {
    setOwnOpen(next)
    onOpenChange?.(next)
  }

  // Dialogs are below popovers: close this one for it.
  function handleCustom(asked: FilterField) {
    setField(asked)
    setAsking(true)
    setOpen(false)
  }

  return (
    <>
      <Popover
        trigger={trigger}
        label={label ?? t('work_items.filters')}
        align={of ? 'start' : 'end'}
        width={320}
        bare
        sheet
        open={open ?? ownOpen}
        onOpenChange={setOpen}
      >
        <Suspense fallback={<div className="h-96" />}>
          <FilterMenu {...props} of={of} onCustom={handleCustom} />
        </Suspense>
      </Popover>
      {field && (
        <Suspense>
          <CustomDateFilter
            context={props.context}
            field={field}
            filters={props.settings.filters}
            open={asking}
            onClose={() => setAsking(false)}
            onChange={props.onChange}
          />
        </Suspense>
      )}
    </>
  )
}

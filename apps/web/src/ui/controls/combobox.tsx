import { type ReactNode, Suspense } from 'react'
import type { IconLike } from '../icons/icon.tsx'
import { type PopupPosition, usePopupAt } from '../overlays/popup-at.ts'
import { PopupTrigger, type TriggerElement } from '../overlays/popup-trigger.tsx'
import { usePopup } from '../overlays/use-popup.ts'
import { lazy } from '../platform/lazy.ts'
import { PickAhead } from './typed-ahead.tsx'

const ComboboxPopup = lazy(() => import('./combobox-popup.tsx'))

export interface Option {
  value: string
  label: string
  icon?: IconLike
  /** Muted, at the right: an e-mail address, a count. */
  hint?: string
  /** Additional search terms. */
  keywords?: string
  /** Options of one group are listed under this heading. */
  group?: string
  disabled?: boolean
}

interface Shared {
  trigger: TriggerElement
  /** Names the list for screen readers and is the search field's placeholder. */
  label: string
  options: readonly Option[]
  /** Offered when nothing has exactly the typed name. The list stays open; close it by `onOpenChange`. */
  onCreate?: (name: string) => void
  /** For server-side search: the caller filters. */
  onSearch?: (text: string) => void
  loading?: boolean
  /** Below the list: "Manage labels", a hint. */
  footer?: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  width?: number
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

interface Single extends Shared {
  multiple?: false
  value: string | null
  onChange: (value: string) => void
}

interface Multiple extends Shared {
  multiple: true
  value: readonly string[]
  onChange: (value: string[]) => void
}

export type ComboboxProps = Single | Multiple
type Untriggered<Props> = Props extends unknown
  ? Omit<Props, 'trigger' | 'open' | 'onOpenChange'>
  : never
export type ComboboxListing = Untriggered<ComboboxProps>

/** The property picker: a button, and a list with a search field that opens under it. */
export function Combobox(props: ComboboxProps) {
  const popup = usePopup({
    open: props.open,
    onOpenChange: props.onOpenChange,
    kind: 'listbox',
  })
  return (
    <PopupTrigger popup={popup} trigger={props.trigger}>
      {popup.mounted && (
        <Suspense fallback={<PickAhead />}>
          <ComboboxPopup {...props} popup={popup} />
        </Suspense>
      )}
    </PopupTrigger>
  )
}

/** The same list for an external button, such as those of a list's rows. */
export function ComboboxAt({ place, ...props }: ComboboxListing & { place: PopupPosition }) {
  const popup = usePopupAt(place, 'listbox')
  if (!popup.mounted) return null
  return (
    <Suspense fallback={<PickAhead />}>
      <ComboboxPopup {...props} popup={popup} returnTo={place.returnTo} />
    </Suspense>
  )
}

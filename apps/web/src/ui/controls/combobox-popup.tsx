import { Combobox } from '@base-ui/react/combobox'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { Icon } from '../icons/icon.tsx'
import { popupLook, positionerLook } from '../overlays/popup-look.ts'
import type { Popup } from '../overlays/use-popup.ts'
import { usePickAhead } from './before-focus.ts'
import type { ComboboxListing, Option } from './combobox.tsx'
import { ComboboxList } from './combobox-list.tsx'
import { canCreate, createValue, inGroups, matches } from './combobox-options.ts'

const virtualFrom = 100

interface PopupProps {
  popup: Popup
  /** Gets the focus on close; by default the trigger. */
  returnTo?: HTMLElement
}

export default function ComboboxPopup(props: ComboboxListing & PopupProps) {
  const {
    popup,
    returnTo,
    label,
    options,
    onCreate,
    onSearch,
    loading,
    footer,
    width = 240,
  } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  usePickAhead(popup.open)
  const list = useRef<{ scrollTo: (index: number) => void }>(null)

  const shown = useMemo(() => {
    const found = onSearch ? options : options.filter((option) => matches(option, typed))
    const grouped = inGroups(found).flatMap(({ items }) => items)
    if (!onCreate || !canCreate(options, typed)) return grouped
    const offer: Option = {
      value: createValue,
      label: t('ui.create_option', { name: typed.trim() }),
    }
    return [...grouped, offer]
  }, [options, typed, onSearch, onCreate, t])

  const chosen = props.multiple ? props.value : props.value === null ? [] : [props.value]
  const values = options.filter((option) => chosen.includes(option.value))

  function search(text: string) {
    setTyped(text)
    onSearch?.(text)
  }

  function pick(option: Option) {
    if (option.disabled) return
    if (option.value === createValue) {
      onCreate?.(typed.trim())
      return search('')
    }
    if (props.multiple) {
      const others = props.value.filter((value) => value !== option.value)
      const next = others.length < props.value.length ? others : [...others, option.value]
      return props.onChange(next)
    }
    props.onChange(option.value)
    popup.setOpen(false)
  }

  function handleKeyDown(event: KeyboardEvent) {
    // The list is in a portal: the row it was opened from must not handle these keys.
    event.stopPropagation()
    if (event.key === 'Tab') {
      event.preventDefault()
      return popup.setOpen(false)
    }
    const option = /^[1-9]$/.test(event.key) && !typed ? shown[Number(event.key) - 1] : undefined
    if (!option || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    pick(option)
  }

  function handleOpenChange(open: boolean, details: Combobox.Root.ChangeEventDetails) {
    // Esc clears first; it closes only with an empty field.
    if (!open && details.reason === 'escape-key' && typed) {
      details.cancel()
      return search('')
    }
    popup.handleOpenChange(open, details)
  }

  const shared = {
    items: shown,
    filter: null,
    autoHighlight: true,
    open: popup.open,
    onOpenChange: handleOpenChange,
    onOpenChangeComplete: popup.handleOpenChangeComplete,
    inputValue: typed,
    onInputValueChange: search,
    virtualized: shown.length > virtualFrom,
    itemToStringLabel: (option: Option) => option.label,
    isItemEqualToValue: (one: Option, other: Option) => one.value === other.value,
    onItemHighlighted: (option: Option | undefined, details: { reason: string; index: number }) => {
      if (option && details.reason !== 'pointer') list.current?.scrollTo(details.index)
    },
  }

  const content = (
    <Combobox.Portal>
      <Combobox.Positioner
        anchor={popup.at ?? popup.trigger}
        align={props.align ?? 'start'}
        side={props.side ?? 'bottom'}
        sideOffset={4}
        collisionPadding={8}
        className={positionerLook}
      >
        <Combobox.Popup
          id={popup.id}
          aria-label={label}
          finalFocus={returnTo ? () => returnTo : popup.trigger}
          style={{ width }}
          onKeyDown={handleKeyDown}
          onClick={(event) => event.stopPropagation()}
          className={`${popupLook} flex max-h-[min(360px,var(--available-height))] flex-col overflow-hidden`}
        >
          <div className="flex h-8 shrink-0 items-center gap-2 border-b border-line-subtle px-3 text-ink-3 max-md:h-11">
            <Icon of={Search} size={14} />
            <Combobox.Input
              aria-label={label}
              placeholder={label}
              className="h-full w-full min-w-0 bg-transparent text-ink outline-none max-md:text-[16px]"
            />
            {loading && <Spinner size={14} />}
          </div>
          <Combobox.Empty className="px-3 py-2 text-ink-3 empty:hidden">
            {loading ? t('ui.loading') : t('ui.no_matches')}
          </Combobox.Empty>
          <ComboboxList
            ref={list}
            options={shown}
            virtual={shown.length > virtualFrom}
            multiple={Boolean(props.multiple)}
            numbered={!typed}
          />
          {footer && <div className="border-t border-line-subtle p-1">{footer}</div>}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )

  if (props.multiple) {
    return (
      <Combobox.Root
        {...shared}
        multiple
        value={values}
        onValueChange={(next) => {
          const added = next.find((option) => !values.some(({ value }) => value === option.value))
          const removed = values.find((option) => !next.some(({ value }) => value === option.value))
          const changed = added ?? removed
          if (changed) pick(changed)
        }}
      >
        {content}
      </Combobox.Root>
    )
  }
  return (
    <Combobox.Root
      {...shared}
      value={values[0] ?? null}
      onValueChange={(next) => next && pick(next)}
    >
      {content}
    </Combobox.Root>
  )
}

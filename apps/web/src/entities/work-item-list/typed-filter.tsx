import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readNumber, typedNumber } from '#entities/work-item/property-words.ts'
import { Input } from '#ui/controls/input.tsx'
import { NONE } from './grouped-items.ts'
import { isTextProperty } from './own-fields.ts'

interface TypedFilterProps {
  field: string
  name: string
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

/** The values of a filter that are typed: part of a text, or a range of numbers. */
export function TypedFilter(props: TypedFilterProps) {
  return isTextProperty(props.field) ? <TextFilter {...props} /> : <RangeFilter {...props} />
}

const typedIn = (values: readonly string[]) => values.filter((value) => value !== NONE)

/** The text of a stored value, which may contain the comma that separates values. */
export function textOfFilter(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function TextFilter({ name, values, onChange }: TypedFilterProps) {
  const { t } = useTranslation()
  const [stored] = typedIn(values)
  const save = (text: string) =>
    onChange(text.trim() ? [encodeURIComponent(text.trim().toLowerCase())] : [])
  return (
    <Saved
      label={t('list_settings.contains', { name })}
      placeholder={t('list_settings.conditions.contains')}
      stored={stored ? textOfFilter(stored) : ''}
      onSave={save}
    />
  )
}

function RangeFilter({ name, values, onChange }: TypedFilterProps) {
  const { t } = useTranslation()
  const [stored = ''] = typedIn(values)
  const [from = '', to = stored] = stored.includes('..') ? stored.split('..') : [stored]
  const shown = (text: string) => (text ? typedNumber(Number(text)) : '')
  const read = (text: string) => {
    const value = text.trim() ? readNumber(text, null) : undefined
    return value === undefined ? '' : String(value)
  }
  const save = (first: string, last: string) => onChange(first || last ? [`${first}..${last}`] : [])
  return (
    <div className="flex items-center gap-2">
      <Saved
        label={t('list_settings.at_least', { name })}
        placeholder={t('list_settings.from')}
        stored={shown(from)}
        onSave={(text) => save(read(text), to)}
        inputMode="decimal"
      />
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <Saved
        label={t('list_settings.at_most', { name })}
        placeholder={t('list_settings.to')}
        stored={shown(to)}
        onSave={(text) => save(from, read(text))}
        inputMode="decimal"
      />
    </div>
  )
}

interface SavedProps {
  label: string
  placeholder: string
  stored: string
  onSave: (text: string) => void
  inputMode?: 'decimal'
}

/** Applied with Enter, or when it is left. */
function Saved({ label, placeholder, stored, onSave, inputMode }: SavedProps) {
  const [typed, setTyped] = useState<string>()
  function save() {
    if (typed !== undefined && typed !== stored) onSave(typed)
    setTyped(undefined)
  }
  function handleKey(event: KeyboardEvent) {
    // The menu has keys of its own.
    event.stopPropagation()
    if (event.key !== 'Enter') return
    event.preventDefault()
    save()
  }
  return (
    <Input
      hideLabel
      label={label}
      placeholder={placeholder}
      className="min-w-0 grow"
      autoComplete="off"
      inputMode={inputMode}
      value={typed ?? stored}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={handleKey}
    />
  )
}

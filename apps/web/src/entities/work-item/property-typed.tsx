import { MAX_PROPERTY_TEXT, type PropertyValue } from '@cairn/contract'
import { SquareArrowOutUpRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readLeftChange, useLeaveText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { FieldError } from '#ui/controls/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import type { ValueProps } from './property-value-props.ts'
import {
  numberText,
  problemOfValue,
  readLink,
  readNumber,
  typedNumber,
  type ValueProblem,
} from './property-words.ts'

export function TextValue(props: ValueProps) {
  return <Typed {...props} read={(typed) => typed} multiline />
}

export function NumberValue(props: ValueProps) {
  const { property, value } = props
  const number = typeof value === 'number' ? value : undefined
  return (
    <Typed
      {...props}
      inputMode="decimal"
      shown={number === undefined ? undefined : numberText(number, property)}
      edited={number === undefined ? undefined : typedNumber(number)}
      read={(typed) => readNumber(typed, property.decimals) ?? typed}
    />
  )
}

export function LinkValue(props: ValueProps) {
  const { t } = useTranslation()
  const { property, value } = props
  const address = typeof value === 'string' && !problemOfValue(property, value) ? value : undefined
  return (
    <span className="flex w-full min-w-0 items-start">
      <Typed {...props} inputMode="url" read={readLink} />
      {address && (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('properties.open_link', { name: property.name })}
          className="hit grid size-7 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink max-md:size-11"
        >
          <Icon of={SquareArrowOutUpRight} size={14} />
        </a>
      )}
    </span>
  )
}

interface TypedProps extends ValueProps {
  read: (typed: string) => PropertyValue
  /** How it is written while it is not edited, and while it is; by default as it is stored. */
  shown?: string | undefined
  edited?: string | undefined
  multiline?: boolean
  inputMode?: 'decimal' | 'url'
}

/** A typed value: on a page saved when it is left, in a form reported at each key. */
function Typed(props: TypedProps) {
  const { property, value, onChange, disabled, textName, problem, placeholder } = props
  const { read, multiline = false, inputMode } = props
  const { t } = useTranslation()
  const id = useId()
  const { id: me } = useMe()
  const isForm = textName === undefined
  const stored = value === undefined ? '' : String(value)
  // Typed before a reload, and not saved.
  const [left] = useState(() => (isForm ? undefined : readLeftChange(textName, me, stored)))
  const [typed, setTyped] = useState(left?.text)
  const [focused, setFocused] = useState(false)
  const [refused, setRefused] = useState<ValueProblem>()
  const undone = useRef(false)
  useLeaveText(
    textName ?? property.id,
    me,
    () => (isForm || typed === stored ? undefined : typed),
    stored,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount: saves text left unsaved by a reload
  useEffect(() => {
    if (left?.isSafe) save(left.text)
  }, [left])

  const valueIn = (text: string) => (text.trim() ? read(text.trim()) : null)

  function save(text: string) {
    const next = valueIn(text)
    const found = problemOfValue(property, next)
    setRefused(found)
    if (found) return
    setTyped(undefined)
    if (next !== (value ?? null)) onChange(next)
  }

  function handleChange(text: string) {
    setTyped(text)
    setRefused(undefined)
    if (isForm) onChange(valueIn(text))
  }

  function handleBlur() {
    setFocused(false)
    if (isForm || undone.current) setTyped(undefined)
    else if (typed !== undefined) save(typed)
    if (isForm && typed !== undefined) setRefused(problemOfValue(property, valueIn(typed)))
    if (undone.current) setRefused(undefined)
    undone.current = false
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (isForm || event.nativeEvent.isComposing) return
    undone.current = event.key === 'Escape'
    const isDone = event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey)
    if (!undone.current && !isDone) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.blur()
  }

  if (disabled) {
    const text = props.shown ?? stored
    return (
      <span className={text ? 'min-w-0 grow wrap-anywhere whitespace-pre-wrap' : 'text-ink-3'}>
        {text || t('item.none')}
      </span>
    )
  }
  const shownProblem = refused ?? problem
  const field = {
    id,
    'aria-label': property.name,
    'aria-invalid': shownProblem !== undefined,
    'aria-required': property.is_required,
    'aria-describedby': shownProblem && `${id}-problem`,
    maxLength: MAX_PROPERTY_TEXT,
    placeholder,
    value: typed ?? (focused ? props.edited : props.shown) ?? stored,
    onFocus: () => setFocused(true),
    onBlur: handleBlur,
    onKeyDown: handleKey,
    className: `-ml-2 block min-h-7 w-[calc(100%+8px)] rounded-md bg-transparent px-2 py-1 outline-1 outline-offset-0 outline-transparent placeholder:text-ink-3 hover:bg-hover focus-visible:bg-transparent focus-visible:outline-focus aria-invalid:outline-danger max-md:min-h-11`,
  }
  return (
    <span className="min-w-0 grow">
      {multiline ? (
        <textarea
          {...field}
          rows={1}
          className={`${field.className} field-sizing-content max-h-60 resize-none wrap-anywhere max-md:py-3`}
          onChange={(event) => handleChange(event.target.value)}
        />
      ) : (
        <input
          {...field}
          inputMode={inputMode}
          autoComplete="off"
          spellCheck={false}
          className={`${field.className} truncate`}
          onChange={(event) => handleChange(event.target.value)}
        />
      )}
      {shownProblem && (
        <FieldError id={`${id}-problem`}>{t(`properties.problem.${shownProblem}`)}</FieldError>
      )}
    </span>
  )
}

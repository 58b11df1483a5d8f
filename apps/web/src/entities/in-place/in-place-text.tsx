import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { readLeftText, useLeaveText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { classNames } from '#ui/theme/class-names.ts'

interface InPlaceTextProps {
  /** What it is, for screen readers: "Description". */
  label: string
  /** Which text it is: what is typed and not saved outlives a reload under this name. */
  name: string
  value: string
  placeholder: string
  maxLength: number
  /** One line that is never empty, such as a name. */
  required?: boolean
  onSave: (text: string) => void
  className?: string
}

/** A text that is written where it stands: saved when one leaves it, put back by Escape. */
export function InPlaceText(props: InPlaceTextProps) {
  const { label, name, value, placeholder, maxLength, required = false, onSave, className } = props
  const { id: me } = useMe()
  const [left] = useState(() => readLeftText(name, me))
  const [typed, setTyped] = useState<string>()
  const undone = useRef(false)
  useLeaveText(name, me, () => (typed !== undefined && typed !== value ? typed : undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, what the last visit left unsaved
  useEffect(() => {
    if (left !== undefined && (left.trim() || !required)) onSave(left.trim())
  }, [left])

  function handleBlur() {
    const text = typed?.trim()
    setTyped(undefined)
    if (undone.current || text === undefined || text === value || (required && !text)) return
    onSave(text)
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    undone.current = event.key === 'Escape'
    const isDone = event.key === 'Enter' && (required || event.ctrlKey || event.metaKey)
    if (!undone.current && !isDone) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.blur()
    undone.current = false
  }

  return (
    <textarea
      aria-label={label}
      rows={1}
      maxLength={maxLength}
      placeholder={placeholder}
      value={typed ?? value}
      onChange={(event) =>
        setTyped(required ? event.target.value.replaceAll('\n', ' ') : event.target.value)
      }
      onBlur={handleBlur}
      onKeyDown={handleKey}
      className={classNames(
        '-mx-2 -my-1 block field-sizing-content w-[calc(100%+16px)] resize-none rounded-md bg-transparent px-2 py-1 wrap-anywhere',
        'outline-1 outline-offset-0 outline-transparent placeholder:text-ink-3 hover:bg-hover focus-visible:bg-transparent focus-visible:outline-focus',
        className,
      )}
    />
  )
}

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { readLeftChange, useLeaveText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { classNames } from '#ui/theme/class-names.ts'

interface InPlaceTextProps {
  /** Name for screen readers: "Description". */
  label: string
  /** Identifies the text: unsaved typing survives a reload under this name. */
  name: string
  value: string
  placeholder: string
  maxLength: number
  /** One line that is never empty, such as a name. */
  required?: boolean
  onSave: (text: string) => void
  className?: string
}

/** A text edited in place: saved on blur, reset by Escape. */
export function InPlaceText(props: InPlaceTextProps) {
  const { label, name, value, placeholder, maxLength, required = false, onSave, className } = props
  const { id: me } = useMe()
  // Restores the text, and saves it if it was not changed elsewhere since.
  const [left] = useState(() => readLeftChange(name, me, value))
  const [typed, setTyped] = useState(left?.text)
  const undone = useRef(false)
  useLeaveText(name, me, () => (typed !== undefined && typed !== value ? typed : undefined), value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, to save text that a reload left unsaved
  useEffect(() => {
    if (!left?.isSafe || (required && !left.text.trim())) return
    setTyped(undefined)
    onSave(left.text.trim())
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

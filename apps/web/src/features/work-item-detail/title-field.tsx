import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readLeftChange, takeLeftText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { UnsavedNote } from '#entities/left-text/left-text-notes.tsx'
import { useItemPage } from '#entities/work-item/item-context.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { useAutosave } from './use-autosave.ts'

const MAX = 255
const lookOf = (large: boolean) =>
  classNames('text-heading font-semibold wrap-anywhere', large && 'md:text-display')

interface TitleFieldProps {
  /** On the full page of the item. */
  large?: boolean
  /** Called after Enter. */
  onDone: () => void
  ref?: Ref<HTMLTextAreaElement>
}

/** Saves itself; an empty title is not saved. */
export function TitleField({ large = false, onDone, ref }: TitleFieldProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { item, canChange, isPartial } = page
  const { id: me } = useMe()
  const draftKey = `title ${item.id}`
  const [left, setLeft] = useState(() => readLeftChange(draftKey, me, item.name))
  const [typed, setTyped] = useState(left?.isSafe ? left.text : undefined)
  const [focused, setFocused] = useState(false)
  const stored = { name: draftKey, owner: me, base: item.name }
  async function save(name: string, leaving: boolean) {
    await page.saveText({ name }, { leaving })
    setTyped((now) => (now?.trim() === name ? undefined : now))
  }
  const autosave = useAutosave('title', page, save, stored)
  // Saves what a reload left unsaved, unless the item was renamed since: then it is offered.
  useEffect(() => {
    if (left?.isSafe && canChange) autosave.change(left.text)
  }, [left, autosave, canChange])

  const value = typed ?? item.name
  const empty = typed !== undefined && !typed.trim()

  if (!canChange || isPartial) return <h1 className={lookOf(large)}>{item.name}</h1>

  function handleChange(text: string) {
    const next = text.replaceAll('\n', ' ')
    setTyped(next)
    setLeft(undefined)
    if (next.trim() && next.trim() !== item.name) autosave.change(next.trim())
    else autosave.forget()
  }

  function handleBlur() {
    setFocused(false)
    if (typed === undefined) return
    if (empty || typed.trim() === item.name) return setTyped(undefined)
    setTyped(typed.trim())
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      onDone()
    }
  }

  return (
    <div className="relative">
      <h1 className="sr-only">{item.name}</h1>
      <textarea
        ref={ref}
        rows={1}
        maxLength={MAX}
        aria-label={t('item.title')}
        aria-invalid={empty || undefined}
        aria-describedby={empty ? `title-problem-${item.id}` : undefined}
        value={value}
        onChange={(event) => handleChange(event.target.value)}
        onFocus={() => setFocused(true)}
        onBlur={handleBlur}
        onKeyDown={handleKey}
        className={classNames(
          lookOf(large),
          '-mx-2 -my-1 block field-sizing-content w-[calc(100%+16px)] resize-none rounded-md bg-transparent px-2 py-1 outline-1 outline-offset-0 outline-transparent',
          empty ? 'outline-danger! focus-visible:outline-danger' : 'focus-visible:outline-focus',
        )}
      />
      {empty && (
        <p id={`title-problem-${item.id}`} role="alert" className="mt-1 text-small text-danger-ink">
          {t('item.title_missing')}
        </p>
      )}
      {left && !left.isSafe && (
        <UnsavedNote
          text={left.text}
          onUse={() => handleChange(left.text)}
          onDiscard={() => {
            takeLeftText(draftKey, me)
            setLeft(undefined)
          }}
        />
      )}
      {focused && (
        <span
          className={classNames(
            'absolute -top-4 right-0 text-micro tabular-nums',
            value.length > MAX - 10 ? 'text-danger-ink' : 'text-ink-3',
          )}
        >
          {value.length}/{MAX}
        </span>
      )}
    </div>
  )
}

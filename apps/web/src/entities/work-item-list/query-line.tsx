import {
  type Expression,
  fieldLike,
  parse,
  QueryTextNotValid,
  type Role,
  resolve,
  slotAt,
  spansOf,
} from '@cairn/work-item-query/language'
import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '#data/i18n.ts'
import { Kbd } from '#ui/controls/kbd.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { popupLook } from '#ui/overlays/popup-look.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { withIds } from './query-names.ts'
import { type Suggestion, suggestionsFor } from './query-suggestions.ts'
import type { QueryWords } from './query-words.ts'

interface QueryLineProps {
  /** As people read it: with names. */
  text: string
  words: QueryWords
  /** With ids. */
  onApply: (query: Expression | undefined) => void
}

const looks: Record<Role, string> = {
  field: 'font-semibold text-accent-ink',
  keyword: 'text-ink-3',
  value: 'text-ink',
  date: 'text-info-ink',
  unknown: 'text-ink',
}

/** Errors do not depend on the day. */
const anyDay = { today: '2026-01-01', timezone: 'UTC' }

function read(text: string, words: QueryWords): Expression | QueryTextNotValid | undefined {
  if (!text.trim()) return undefined
  try {
    const query = parse(text)
    resolve(query, anyDay)
    const exact = withIds(query, words)
    // Only now it is known of which kind properties are.
    resolve(exact, anyDay)
    return exact
  } catch (error) {
    if (error instanceof QueryTextNotValid) return error
    throw error
  }
}

/** A query as a line of text, with colours, completion, and errors at their place. */
export function QueryLine({ text, words, onApply }: QueryLineProps) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(text)
  const [caret, setCaret] = useState(text.length)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [scrolled, setScrolled] = useState(0)
  const [isChecked, setChecked] = useState(false)
  const before = useRef(text)
  useEffect(() => {
    if (before.current === text) return
    before.current = text
    setTyped(text)
  }, [text])
  // It was opened to be written in.
  useEffect(() => {
    if (text === '') input.current?.focus()
  }, [text])

  const query = read(typed, words)
  const failed = query instanceof QueryTextNotValid ? query : undefined
  // What is still being typed is not wrong yet.
  const isTyping =
    failed !== undefined && failed.position - 1 + failed.length >= typed.trimEnd().length
  const error = failed && (isChecked || !isTyping) ? failed : undefined
  const slot = slotAt(typed, caret)
  const suggestions = open ? suggestionsFor(slot, words) : []
  const chosen = suggestions[active] ?? (slot.typed ? suggestions[0] : undefined)
  const fix = error?.problem === 'field' ? fieldLike(error.word) : undefined

  function write(next: string, at: number) {
    // At once: the next letter is typed where the caret is then.
    flushSync(() => {
      setTyped(next)
      setCaret(at)
      setActive(-1)
    })
    input.current?.setSelectionRange(at, at)
  }

  function insert({ text: word }: Suggestion) {
    const rest = typed.slice(caret)
    const gap = word.endsWith('(') || rest.startsWith(' ') ? '' : ' '
    const start = typed.slice(0, slot.from)
    write(`${start}${word}${gap}${rest}`, start.length + word.length + gap.length)
    setOpen(true)
    input.current?.focus()
  }

  function repair() {
    if (!error || !fix) return
    const at = error.position - 1
    write(`${typed.slice(0, at)}${fix}${typed.slice(at + error.length)}`, at + fix.length)
    input.current?.focus()
  }

  function apply() {
    setChecked(true)
    setOpen(false)
    if (failed) return
    onApply(query instanceof QueryTextNotValid ? undefined : query)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      const count = Math.max(1, suggestions.length)
      setActive((now) => (now < 0 && step < 0 ? count - 1 : (now + step + count) % count))
    } else if (event.key === 'Tab' && !event.shiftKey && open && chosen) {
      event.preventDefault()
      insert(chosen)
    } else if (event.key === 'Tab' && !event.shiftKey && fix) {
      event.preventDefault()
      repair()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const picked = open ? suggestions[active] : undefined
      if (picked) insert(picked)
      else apply()
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
    }
  }

  const isEnd = error?.problem === 'expected' && !error.word
  const sentence =
    error && t(`query.problems.${isEnd ? 'expected_end' : error.problem}`, { word: error.word })

  return (
    <div className="relative min-w-60 grow basis-96 max-md:min-w-72">
      <div
        className={classNames(
          'relative h-7 rounded-md border bg-surface focus-within:border-accent-line max-md:h-11',
          error ? 'border-danger' : 'border-line',
        )}
      >
        <Colours text={typed} error={error} scrolled={scrolled} />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={t('query.line')}
          aria-autocomplete="list"
          aria-expanded={suggestions.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={chosen ? `${id}${suggestions.indexOf(chosen)}` : undefined}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}error` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={4000}
          value={typed}
          placeholder={t('query.placeholder')}
          onChange={(event) => {
            setTyped(event.target.value)
            setCaret(event.target.selectionStart ?? event.target.value.length)
            setActive(-1)
            setOpen(true)
            setChecked(false)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
          onScroll={(event) => setScrolled(event.currentTarget.scrollLeft)}
          onKeyDown={handleKeyDown}
          onBlur={() => setOpen(false)}
          className={`${textLook} relative w-full bg-transparent text-transparent caret-ink outline-none placeholder:text-ink-3 selection:bg-accent-subtle`}
        />
      </div>
      {suggestions.length > 0 && (
        <Suggestions
          id={id}
          from={slot.from}
          scrolled={scrolled}
          typed={slot.typed}
          suggestions={suggestions}
          chosen={chosen}
          onChoose={insert}
        />
      )}
      {error && suggestions.length === 0 && (
        <div
          id={`${id}error`}
          role="alert"
          className={`${popupLook} ${belowLook} left-0 flex w-fit items-center gap-2 px-3 py-1.5 text-small`}
        >
          <Icon of={CircleAlert} size={14} className="text-danger-ink" />
          {sentence}
          {fix && (
            <>
              <button
                type="button"
                className="link hit"
                onMouseDown={(event) => event.preventDefault()}
                onClick={repair}
              >
                {t('query.use', { word: fix })}
              </button>
              <Kbd keys="tab" />
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** Fixed on small screens, where the bar around the text scrolls. */
const belowLook =
  'absolute top-full z-(--z-popover) mt-1 max-md:fixed max-md:inset-x-2! max-md:top-auto max-md:w-auto'

/** The same for the text and its colours, which lie on each other. */
const textLook = 'h-full px-2 font-mono text-[12px] leading-[26px] max-md:leading-[42px]'

interface ColoursProps {
  text: string
  error: QueryTextNotValid | undefined
  scrolled: number
}

function Colours({ text, error, scrolled }: ColoursProps) {
  const parts: { text: string; look: string; from: number }[] = []
  let at = 0
  for (const { from, to, role } of spansOf(text)) {
    parts.push({ text: text.slice(at, from), look: '', from: at })
    const isWrong =
      error !== undefined && from >= error.position - 1 && to <= error.position - 1 + error.length
    const wrong = 'underline decoration-danger decoration-wavy underline-offset-2'
    parts.push({
      text: text.slice(from, to),
      look: isWrong ? `${looks[role]} ${wrong}` : looks[role],
      from,
    })
    at = to
  }
  return (
    <div
      aria-hidden="true"
      className={`${textLook} pointer-events-none absolute inset-0 overflow-hidden whitespace-pre`}
    >
      <span className="inline-block" style={{ transform: `translateX(${-scrolled}px)` }}>
        {parts.map((part) => (
          <span key={`${part.from} ${part.look}`} className={part.look}>
            {part.text}
          </span>
        ))}
      </span>
    </div>
  )
}

interface SuggestionsProps {
  id: string
  from: number
  scrolled: number
  typed: string
  suggestions: readonly Suggestion[]
  chosen: Suggestion | undefined
  onChoose: (suggestion: Suggestion) => void
}

/** Lines up under the word that is typed. */
function Suggestions({ id, from, scrolled, suggestions, chosen, onChoose }: SuggestionsProps) {
  const { t } = useTranslation()
  return (
    <div
      className={`${popupLook} ${belowLook} w-72`}
      style={{ left: `clamp(0px, calc(${from}ch * 0.9 - ${scrolled}px), calc(100% - 18rem))` }}
    >
      <div id={`${id}list`} role="listbox" aria-label={t('query.suggestions')} className="p-1">
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.text}
            id={`${id}${index}`}
            role="option"
            aria-selected={suggestion === chosen}
            tabIndex={-1}
            className={classNames(
              'flex h-7 cursor-default items-center gap-2 rounded-sm px-2 max-md:h-11',
              suggestion === chosen ? 'bg-hover' : 'hover:bg-hover',
            )}
            // The focus stays in the text.
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(suggestion)
            }}
          >
            <span className="truncate font-mono text-[12px]">{suggestion.text}</span>
            {suggestion.about && (
              <span className="ml-auto shrink-0 text-small text-ink-3">
                {t(`query.fields.${suggestion.about}`)}
              </span>
            )}
            {suggestion === chosen && (
              <span className={suggestion.about ? '' : 'ml-auto'}>
                <Kbd keys="tab" />
              </span>
            )}
          </div>
        ))}
      </div>
      <div className="flex h-9 items-center gap-1.5 border-t border-line-subtle px-3 text-small text-ink-3 max-md:hidden">
        <Kbd keys="tab" />
        {t('query.insert')}
        <span className="ml-2">
          <Kbd keys="enter" />
        </span>
        {t('query.apply')}
      </div>
    </div>
  )
}

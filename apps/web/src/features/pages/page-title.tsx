import type { ProjectPage } from '@cairn/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { leaveText, readLeftChange, takeLeftText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { UnsavedNote } from '#entities/left-text/left-text-notes.tsx'
import { Autosave } from '#entities/work-item/autosave.ts'
import { focusOnArrival } from '#ui/platform/focus-on-arrival.ts'
import { useLatest } from '#ui/platform/use-latest.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { useChangePage } from './hooks.ts'
import { takesTitle } from './new-title.ts'
import { pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'

const MAX = 255
const DELAY = 2_000
const look =
  'text-[32px] leading-10 font-semibold tracking-[-0.02em] wrap-anywhere max-md:text-display max-md:leading-8'

interface PageTitleProps {
  scope: PageScope
  page: ProjectPage
  readOnly: boolean
  /** After Enter: moves the focus to the text. */
  onDone: () => void
}

/**
 * Saves itself two seconds after the last key; if that fails, it is reverted and the typed text is
 * offered.
 */
export function PageTitle({ scope, page, readOnly, onDone }: PageTitleProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const name = `page title ${page.id}`
  const [left, setLeft] = useState(() => readLeftChange(name, me, page.name))
  const [typed, setTyped] = useState<string | undefined>(left?.isSafe ? left.text : undefined)
  const [focused, setFocused] = useState(false)
  const autosave = useTitleAutosave(scope, page.id, {
    onSettled: () => setTyped(undefined),
    onFailed: (text) => {
      leaveText(name, me, text)
      setLeft({ text, base: undefined, at: Date.now(), isSafe: false })
    },
    store: (text) => {
      if (text === undefined) takeLeftText(name, me)
      else leaveText(name, me, text, page.name)
    },
  })
  const value = typed ?? page.name
  // Saves what a reload left unsaved, unless the page was renamed since: then it is offered.
  useEffect(() => {
    if (left?.isSafe && !readOnly) autosave.change(left.text)
  }, [left, autosave, readOnly])

  const field = useRef<HTMLTextAreaElement>(null)
  const arriving = useLatest(page)
  useEffect(() => {
    if (takesTitle(arriving.current)) focusOnArrival(field.current)
  }, [arriving])

  if (readOnly) return <h1 className={look}>{pageName(page)}</h1>

  function handleChange(text: string) {
    const next = text.replaceAll('\n', ' ')
    setTyped(next)
    setLeft(undefined)
    if (next === page.name) autosave.forget()
    else autosave.change(next)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onDone()
  }

  return (
    <div className="relative">
      <h1 className="sr-only">{pageName(page)}</h1>
      <textarea
        ref={field}
        rows={1}
        maxLength={MAX}
        aria-label={t('pages.title')}
        placeholder={t('pages.untitled')}
        value={value}
        onChange={(event) => handleChange(event.target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={handleKey}
        className={classNames(
          look,
          '-mx-2 block field-sizing-content w-[calc(100%+16px)] resize-none rounded-md bg-transparent px-2 outline-none placeholder:text-ink-3',
        )}
      />
      {left && !left.isSafe && (
        <UnsavedNote
          text={left.text}
          onUse={() => handleChange(left.text)}
          onDiscard={() => {
            takeLeftText(name, me)
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

interface Outcomes {
  onSettled: () => void
  onFailed: (name: string) => void
  store: (name: string | undefined) => void
}

function useTitleAutosave(scope: PageScope, id: string, outcomes: Outcomes) {
  const change = useChangePage(scope)
  const latest = useLatest({ change, ...outcomes })
  const failed = useRef('')
  const [autosave] = useState(() => {
    const made: Autosave<string> = new Autosave<string>({
      delay: DELAY,
      send: (name, leaving) =>
        new Promise((resolve, reject) => {
          latest.current.change.mutate(
            { id, name, leaving },
            { onSuccess: () => resolve(), onFailure: () => reject(new Error(name)) },
          )
          failed.current = name
        }),
      store: (name) => latest.current.store(name),
      onStatus: (status) => {
        if (status === 'failed') {
          made.forget()
          latest.current.onFailed(failed.current)
        }
        // From here on the stored name of the page is shown.
        if (status === 'failed' || status === 'saved') latest.current.onSettled()
      },
    })
    return made
  })

  useEffect(() => {
    const handleLeft = () => void autosave.flush(true)
    addEventListener('pagehide', handleLeft)
    return () => {
      removeEventListener('pagehide', handleLeft)
      void autosave.flush()
    }
  }, [autosave])

  return autosave
}

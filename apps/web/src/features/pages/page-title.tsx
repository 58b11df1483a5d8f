import type { ProjectPage } from '@cairn/contract'
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Autosave } from '#entities/work-item/autosave.ts'
import { useLatest } from '#ui/platform/use-latest.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { useChangePage } from './hooks.ts'
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
  /** After Enter: into the text. */
  onDone: () => void
  ref?: Ref<HTMLTextAreaElement>
}

/** Saves itself two seconds after the last key; is again what it was where that fails. */
export function PageTitle({ scope, page, readOnly, onDone, ref }: PageTitleProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const [focused, setFocused] = useState(false)
  const autosave = useTitleAutosave(scope, page.id, () => setTyped(undefined))
  const value = typed ?? page.name

  if (readOnly) return <h1 className={look}>{pageName(page)}</h1>

  function handleChange(text: string) {
    const next = text.replaceAll('\n', ' ')
    setTyped(next)
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
        ref={ref}
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

function useTitleAutosave(scope: PageScope, id: string, onSettled: () => void) {
  const change = useChangePage(scope)
  const latest = useLatest({ change, onSettled })
  const [autosave] = useState(() => {
    const made: Autosave<string> = new Autosave<string>({
      delay: DELAY,
      send: (name, leaving) =>
        new Promise((resolve, reject) => {
          latest.current.change.mutate(
            { id, name, leaving },
            { onSuccess: () => resolve(), onFailure: () => reject(new Error(name)) },
          )
        }),
      onStatus: (status) => {
        if (status === 'failed') made.forget()
        // What is shown from here on is the page's own name.
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

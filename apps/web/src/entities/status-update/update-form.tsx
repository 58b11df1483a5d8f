import type { Health, NewStatusUpdate } from '@cairn/contract'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { HealthPicker } from './health.tsx'

interface UpdateFormProps {
  first: NewStatusUpdate
  submitLabel: string
  onSubmit: (update: NewStatusUpdate) => void
  onCancel?: () => void
  /** Called with each change of the text, so that the caller can store it. */
  onType?: (text: string) => void
  autoFocus?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

const MAX_LENGTH = 10_000

/** A status update: some text, and one of three healths. */
export function UpdateForm(props: UpdateFormProps) {
  const { first, submitLabel, onSubmit, onCancel, onType, autoFocus, ref } = props
  const { t } = useTranslation()
  const [text, setText] = useState(first.text)
  // The health of the last update may be loaded after the field was rendered.
  const [chosen, setHealth] = useState<Health>()
  const health = chosen ?? first.health
  const [tried, setTried] = useState(false)
  const isMissing = tried && !text.trim()

  function submit() {
    setTried(true)
    if (text.trim()) onSubmit({ health, text: text.trim() })
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit()
    }
    if (event.key === 'Escape' && onCancel) {
      event.stopPropagation()
      onCancel()
    }
  }

  return (
    <form
      aria-label={t('updates.form')}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="rounded-lg border border-line-strong bg-surface focus-within:border-focus focus-within:outline-1 focus-within:outline-focus"
    >
      <textarea
        ref={ref}
        // biome-ignore lint/a11y/noAutofocus: it appears because the person asked to write here
        autoFocus={autoFocus}
        aria-label={t('updates.text')}
        aria-invalid={isMissing || undefined}
        placeholder={t('updates.placeholder')}
        maxLength={MAX_LENGTH}
        rows={3}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onType?.(event.target.value)
        }}
        onKeyDown={handleKey}
        className="block field-sizing-content max-h-80 min-h-18 w-full resize-none bg-transparent px-3 py-2.5 outline-none max-md:text-[16px]"
      />
      {isMissing && (
        <p role="alert" className="px-3 pb-2 text-small text-danger-ink">
          {t('updates.text_missing')}
        </p>
      )}
      <div className="flex items-center gap-2 border-t border-line-subtle px-2 py-1.5">
        <HealthPicker value={health} onChange={setHealth} />
        <span className="ml-auto flex gap-2">
          {onCancel && (
            <Button size="sm" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
          )}
          <Button size="sm" type="submit" variant="primary">
            {submitLabel}
          </Button>
        </span>
      </div>
    </form>
  )
}

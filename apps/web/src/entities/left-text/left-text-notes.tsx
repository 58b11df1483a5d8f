import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { classNames } from '#ui/theme/class-names.ts'

interface NoteProps {
  children: ReactNode
  onUse?: (() => void) | undefined
  onDiscard: () => void
  className?: string | undefined
}

function Note({ children, onUse, onDiscard, className }: NoteProps) {
  const { t } = useTranslation()
  return (
    <p
      role="status"
      className={classNames('flex min-w-0 items-center gap-1.5 text-small text-ink-3', className)}
    >
      <span className="min-w-0 truncate">{children}</span>
      {onUse && (
        <>
          <span aria-hidden>·</span>
          <button type="button" onClick={onUse} className="link hit shrink-0">
            {t('left_texts.use')}
          </button>
        </>
      )}
      <span aria-hidden>·</span>
      <button type="button" onClick={onDiscard} className="link hit shrink-0">
        {t('left_texts.discard')}
      </button>
    </p>
  )
}

type Actions = Omit<NoteProps, 'children'>

/** Next to a comment that is not sent yet. */
export function DraftNote(actions: Actions) {
  const { t } = useTranslation()
  return <Note {...actions}>{t('left_texts.draft')}</Note>
}

/** In a form with restored input. */
export function RestoredNote(actions: Actions) {
  const { t } = useTranslation()
  return <Note {...actions}>{t('left_texts.restored')}</Note>
}

/** Shown below a text that was changed by someone else after this was typed. */
export function UnsavedNote({ text, ...actions }: Actions & { text: string }) {
  const { t } = useTranslation()
  return <Note {...actions}>{t('left_texts.unsaved', { text })}</Note>
}

/** The same of a text too long to be quoted. */
export function UnsavedTextNote(actions: Actions) {
  const { t } = useTranslation()
  return <Note {...actions}>{t('left_texts.unsaved_text')}</Note>
}

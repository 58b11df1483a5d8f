import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '../controls/button.tsx'
import { FormFields } from '../controls/form-layout.tsx'
import { Input } from '../controls/input.tsx'
import { Banner } from '../feedback/banner.tsx'
import { Dialog } from './dialog.tsx'

interface Typed {
  text: string
  /** If given, the button is enabled before the text matches, and this is shown at the field. */
  missing?: string
}

interface TypedConfirmDialogProps {
  title: string
  /** What will be deleted. */
  children: ReactNode
  /** The name of the thing, and a phrase that is not typed by accident. */
  typed: readonly [Typed, Typed]
  confirmLabel: string
  busyLabel: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** For actions that also delete the work of others: prevents accidents. */
export function TypedConfirmDialog(props: TypedConfirmDialogProps) {
  const { title, children, typed, confirmLabel, busyLabel, busy, onConfirm, onClose } = props
  const { t } = useTranslation()
  const [values, setValues] = useState(['', ''])
  const [tried, setTried] = useState(false)
  const isRight = (index: number) => values[index]?.trim() === typed[index]?.text.trim()
  const ready = isRight(0) && isRight(1)
  const explains = typed.some(({ missing }) => missing)

  function handleSubmit() {
    setTried(true)
    if (ready && !busy) onConfirm()
  }

  return (
    <Dialog
      open
      size="sm"
      title={title}
      onClose={() => !busy && onClose()}
      onSubmit={handleSubmit}
      dismissible={values.every((value) => !value)}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="danger" busy={busy} disabled={!ready && !explains}>
            {busy ? busyLabel : confirmLabel}
          </Button>
        </>
      }
    >
      <Banner tone="danger" boxed icon={TriangleAlert}>
        <span className="wrap-anywhere">{children}</span>
      </Banner>
      <div className="mt-4">
        <FormFields>
          {typed.map(({ text, missing }, index) => (
            <Input
              key={text}
              size="lg"
              autoComplete="off"
              spellCheck={false}
              label={<span className="wrap-anywhere">{t('ui.type_to_confirm', { text })}</span>}
              value={values[index]}
              onChange={({ target }) => setValues(values.with(index, target.value))}
              error={tried && !isRight(index) ? missing : undefined}
            />
          ))}
        </FormFields>
      </div>
    </Dialog>
  )
}

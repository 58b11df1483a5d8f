import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from '#data/i18n.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'

interface QuestionProps {
  onAnswer: (isMeant: boolean) => void
}

function Question({ onAnswer }: QuestionProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const answer = (isMeant: boolean) => () => {
    setOpen(false)
    onAnswer(isMeant)
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={answer(false)}
      onConfirm={answer(true)}
      title={t('left_texts.sign_out.title')}
      confirmLabel={t('left_texts.sign_out.confirm')}
    >
      {t('left_texts.sign_out.text')}
    </ConfirmDialog>
  )
}

/** Asks whether unsent text may be discarded. Works on any screen, as users sign out from many. */
export function askSignOut(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    root.render(
      <Question
        onAnswer={(isMeant) => {
          resolve(isMeant)
          // After it has faded out.
          setTimeout(() => {
            root.unmount()
            place.remove()
          }, 400)
        }}
      />,
    )
  })
}

import { useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import type { Then } from '#data/use-optimistic-mutation.ts'
import { useSentDialog } from '#data/use-sent-dialog.ts'
import { Input } from '#ui/controls/input.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'

export interface LinkWords {
  /** Title of the dialog. */
  title?: string
  /** Message after saving. */
  done: string
  /** Message on failure, if the server gives no reason. */
  failed: TextKey
}

interface LinkFormProps {
  /** The link to edit; undefined: a new one. */
  link: { url: string; title: string | null } | undefined
  /** Shows it at once; if the server refuses the URL, the form opens again. */
  onSave: (link: { url: string; title: string | null }, then: Then<unknown>) => void
  words: LinkWords
  onClose: () => void
}

/** A URL and its title: of work items, of modules and of a home page. */
export function LinkForm({ link, onSave, words, onClose }: LinkFormProps) {
  const { t } = useTranslation()
  const { open, problem, setProblem, close, send } = useSentDialog(onClose)
  const [url, setUrl] = useState(link?.url ?? '')
  const [title, setTitle] = useState(link?.title ?? '')

  const heading = words.title ?? t(link ? 'links.update' : 'links.add')

  function handleSubmit() {
    const typed = url.trim()
    if (!typed) return setProblem(t('links.url_missing'))
    const whole = typed.startsWith('http') ? typed : `http://${typed}`
    const done = () => void toast({ kind: 'success', title: words.done })
    onSave({ url: whole, title: title.trim() || null }, send(words.failed, done))
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      size="sm"
      title={heading}
      onSubmit={handleSubmit}
      action={heading}
    >
      <Input
        size="lg"
        label={t('links.url')}
        required
        inputMode="url"
        placeholder={t('links.url_placeholder')}
        value={url}
        error={problem}
        onChange={(event) => {
          setUrl(event.target.value)
          setProblem(undefined)
        }}
      />
      <Input
        size="lg"
        label={t('links.display_title')}
        hint={t('links.display_title_hint')}
        maxLength={255}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
    </FormDialog>
  )
}

import type { NewWorkItemLink } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/tell-failure.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormFields } from '#ui/form-layout.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'

interface LinkFormProps {
  /** The one to change; without, a new one. */
  link: { url: string; title: string | null } | undefined
  /** Rejects with what the server says of the address. */
  onSave: (link: Pick<NewWorkItemLink, 'url' | 'title'>) => Promise<unknown>
  /** Said once it is saved, and where it is not and the server gives no reason; what the dialog is called. */
  words: { done: string; failed: string; title?: string }
  onClose: () => void
}

/** An address and what it is called: of work items, of modules and of a home page. */
export function LinkForm({ link, onSave, words, onClose }: LinkFormProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [url, setUrl] = useState(link?.url ?? '')
  const [title, setTitle] = useState(link?.title ?? '')
  const [problem, setProblem] = useState<string>()
  const [saving, setSaving] = useState(false)

  const heading = words.title ?? t(link ? 'links.update' : 'links.add')

  function close() {
    setOpen(false)
    setTimeout(onClose, 200)
  }

  async function handleSubmit() {
    const typed = url.trim()
    if (!typed) return setProblem(t('links.url_missing'))
    const whole = typed.startsWith('http') ? typed : `http://${typed}`
    setSaving(true)
    try {
      await onSave({ url: whole, title: title.trim() || null })
      toast({ kind: 'success', title: words.done })
      close()
    } catch (error) {
      setProblem(sentenceOf(error) ?? words.failed)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      size="sm"
      title={heading}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={saving}>
            {heading}
          </Button>
        </>
      }
    >
      <FormFields>
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
      </FormFields>
    </Dialog>
  )
}

import type { WorkItemLink } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#data/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormFields } from '#ui/form-layout.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { useSaveLink } from './hooks.ts'

interface LinkDialogProps {
  place: { slug: string; project_id: string; id: string }
  /** The one to change; without, a new one. */
  link: WorkItemLink | undefined
  onClose: () => void
}

export default function LinkDialog({ place, link, onClose }: LinkDialogProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [url, setUrl] = useState(link?.url ?? '')
  const [title, setTitle] = useState(link?.title ?? '')
  const [problem, setProblem] = useState<string>()
  const save = useSaveLink(place, link?.id)

  function close() {
    setOpen(false)
    setTimeout(onClose, 200)
  }

  async function handleSubmit() {
    const typed = url.trim()
    if (!typed) return setProblem(t('links.url_missing'))
    const whole = typed.startsWith('http') ? typed : `http://${typed}`
    try {
      await save.mutateAsync({ url: whole, title: title.trim() || null })
      toast({ kind: 'success', title: t(link ? 'links.updated' : 'links.created') })
      close()
    } catch (error) {
      const reason = error instanceof ApiError ? error.sentence : undefined
      setProblem(reason ?? t(link ? 'links.not_updated' : 'links.not_created'))
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      size="sm"
      title={t(link ? 'links.update' : 'links.add')}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t(link ? 'links.update' : 'links.add')}
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

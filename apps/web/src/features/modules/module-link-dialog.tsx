import type { ModuleLink } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#data/tell-failure.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormFields } from '#ui/form-layout.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { useSaveModuleLink } from './hooks.ts'

interface ModuleLinkDialogProps {
  place: { slug: string; project_id: string; id: string }
  /** The one to change; without, a new one. */
  link: ModuleLink | undefined
  onClose: () => void
}

export default function ModuleLinkDialog({ place, link, onClose }: ModuleLinkDialogProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [url, setUrl] = useState(link?.url ?? '')
  const [title, setTitle] = useState(link?.title ?? '')
  const [problem, setProblem] = useState<string>()
  const save = useSaveModuleLink(place, link?.id)
  const name = t(link ? 'modules.update_link' : 'modules.add_link')

  function close() {
    setOpen(false)
    setTimeout(onClose, 200)
  }

  async function handleSubmit() {
    const typed = url.trim()
    if (!typed) return setProblem(t('modules.url_missing'))
    try {
      await save.mutateAsync({ url: typed, title: title.trim() || null })
      toast({ kind: 'success', title: t(link ? 'modules.link_updated' : 'modules.link_created') })
      close()
    } catch (error) {
      setProblem(sentenceOf(error) ?? t('modules.link_not_saved'))
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      size="sm"
      title={name}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {name}
          </Button>
        </>
      }
    >
      <FormFields>
        <Input
          size="lg"
          label={t('modules.url')}
          required
          inputMode="url"
          placeholder={t('modules.url_placeholder')}
          value={url}
          error={problem}
          onChange={(event) => {
            setUrl(event.target.value)
            setProblem(undefined)
          }}
        />
        <Input
          size="lg"
          label={t('modules.display_title')}
          maxLength={255}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </FormFields>
    </Dialog>
  )
}

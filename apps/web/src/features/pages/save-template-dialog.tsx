import type { ProjectPage } from '@cairn/contract'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import type { PageScope } from './page-list.ts'
import { useSaveTemplate } from './templates.ts'

interface SaveTemplateDialogProps {
  scope: PageScope
  page: ProjectPage
  onClose: () => void
}

/** Saves the current page as a template for new ones. */
export default function SaveTemplateDialog({ scope, page, onClose }: SaveTemplateDialogProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const save = useSaveTemplate(scope)
  const [name, setName] = useState(page.name)
  const [problem, setProblem] = useState<string>()

  const close = useClose(onClose)

  async function handleSubmit() {
    if (save.isPending) return
    if (!name.trim()) return setProblem(t('pages.template_name_required'))
    try {
      await save.mutateAsync({ page: page.id, name: name.trim() })
      close()
      toast({ kind: 'success', title: t('pages.template_saved', { name: name.trim() }) })
    } catch (error) {
      setProblem(sentenceOf(error) ?? t('pages.template_not_saved'))
    }
  }

  return (
    <Dialog
      open
      onClose={close}
      size="sm"
      title={t('pages.save_template_title')}
      initialFocus={field}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t('pages.save_template_button')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{t('pages.save_template_text')}</p>
      <Input
        ref={field}
        label={t('pages.template_name')}
        maxLength={255}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
    </Dialog>
  )
}

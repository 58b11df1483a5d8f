import type { Project, WorkItem } from '@cairn/contract'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { Input } from '#ui/controls/input.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { useSaveItemAsTemplate } from './change-hooks.ts'

interface SaveTemplateDialogProps {
  slug: string
  project: Project
  item: WorkItem
  onClose: () => void
}

/** Saves a work item with its sub-items as a template for new ones. */
export default function SaveTemplateDialog({
  slug,
  project,
  item,
  onClose,
}: SaveTemplateDialogProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const save = useSaveItemAsTemplate({ slug, project_id: project.id })
  const [name, setName] = useState(item.name)
  const [problem, setProblem] = useState<string>()

  const close = useClose(onClose)

  async function handleSubmit() {
    if (save.isPending) return
    const wanted = name.trim()
    if (!wanted) return setProblem(t('item_templates.name_required'))
    try {
      await save.mutateAsync({ item: item.id, name: wanted })
      close()
      toast({ kind: 'success', title: t('item_templates.saved', { name: wanted }) })
    } catch (error) {
      setProblem(sentenceOf(error) ?? t('item_templates.not_saved'))
    }
  }

  return (
    <FormDialog
      open
      onClose={close}
      size="sm"
      title={t('item_templates.save_title')}
      description={t('item_templates.save_text')}
      action={t('item_templates.save')}
      busy={save.isPending}
      initialFocus={field}
      onSubmit={() => void handleSubmit()}
    >
      <Input
        ref={field}
        label={t('item_templates.name')}
        maxLength={255}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
    </FormDialog>
  )
}

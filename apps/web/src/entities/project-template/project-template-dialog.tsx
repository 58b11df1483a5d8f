import type { Project, ProjectTemplate } from '@cairn/contract'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { useChangeProjectTemplate, useSaveProjectAsTemplate } from './change-hooks.ts'

interface ProjectTemplateDialogProps {
  slug: string
  /** The project it is saved from, or the template that is changed. */
  from: { project: Project } | { template: ProjectTemplate }
  onClose: () => void
}

/** Saves a project as a template for new ones, or changes the name of such a template. */
export default function ProjectTemplateDialog(props: ProjectTemplateDialogProps) {
  const { slug, from, onClose } = props
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [hint, pagesHint] = [useId(), useId()]
  const isNew = 'project' in from
  const create = useSaveProjectAsTemplate(slug, isNew ? from.project.id : '')
  const change = useChangeProjectTemplate(slug)
  const [name, setName] = useState(isNew ? from.project.name : from.template.name)
  const [description, setDescription] = useState(isNew ? '' : from.template.description)
  const [with_content, setWithContent] = useState(false)
  const [with_pages, setWithPages] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isPending = create.isPending || change.isPending

  const close = useClose(onClose)

  async function handleSubmit() {
    if (isPending) return
    const values = { name: name.trim(), description: description.trim() }
    if (!values.name) return setProblem(t('project_templates.name_required'))
    try {
      if (isNew) await create.mutateAsync({ ...values, with_content, with_pages })
      else await change.mutateAsync({ id: from.template.id, patch: values })
      close()
      if (isNew) toast({ kind: 'success', title: t('project_templates.saved', values) })
    } catch (error) {
      setProblem(sentenceOf(error) ?? t('project_templates.not_saved'))
    }
  }

  return (
    <FormDialog
      open
      onClose={close}
      title={t(isNew ? 'project_templates.save_title' : 'project_templates.edit')}
      description={isNew ? t('project_templates.save_text') : undefined}
      action={t('project_templates.save')}
      busy={isPending}
      initialFocus={field}
      onSubmit={() => void handleSubmit()}
    >
      <Input
        ref={field}
        label={t('project_templates.name')}
        maxLength={255}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
      <Textarea
        label={t('project_templates.description')}
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      {isNew && (
        <div>
          <Checkbox
            label={t('project_templates.with_content')}
            aria-describedby={hint}
            checked={with_content}
            onChange={(event) => setWithContent(event.target.checked)}
          />
          <p id={hint} className="mt-1 pl-5.5 text-small text-ink-2">
            {t('project_templates.with_content_hint')}
          </p>
        </div>
      )}
      {isNew && from.project.page_view && (
        <div>
          <Checkbox
            label={t('project_templates.with_pages')}
            aria-describedby={pagesHint}
            checked={with_pages}
            onChange={(event) => setWithPages(event.target.checked)}
          />
          <p id={pagesHint} className="mt-1 pl-5.5 text-small text-ink-2">
            {t('project_templates.with_pages_hint')}
          </p>
        </div>
      )}
    </FormDialog>
  )
}

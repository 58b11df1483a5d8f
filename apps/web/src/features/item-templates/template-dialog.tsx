import type { ItemTemplate, Project } from '@cairn/contract'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { Editor } from '#entities/editor/editor.tsx'
import { useSaveItemTemplate } from '#entities/item-template/change-hooks.ts'
import { useMentionable } from '#entities/work-item/use-mentionable.ts'
import { Input } from '#ui/controls/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { SubItemRows } from './sub-item-rows.tsx'
import { draftOf, isFull, itemsOf, type TemplateDraft } from './template-draft.ts'
import { TemplateProperties } from './template-properties.tsx'

interface TemplateDialogProps {
  slug: string
  project: Project
  /** Undefined for a new one. */
  template: ItemTemplate | undefined
  onClose: () => void
}

/** A template of a work item with its sub-items. */
export default function TemplateDialog({ slug, project, template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const save = useSaveItemTemplate({ slug, project_id: project.id })
  const mentions = useMentionable({ slug, project })
  const [draft, setDraft] = useState<TemplateDraft>(() => draftOf(template))
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { name, first, rows } = draft
  const items = itemsOf(draft)

  function set(change: Partial<TemplateDraft>) {
    setDraft((before) => ({ ...before, ...change }))
    setProblem(undefined)
  }
  const setFirst = (change: Partial<TemplateDraft['first']>) =>
    setDraft((before) => ({ ...before, first: { ...before.first, ...change } }))

  const close = useClose(onClose)

  async function handleSubmit() {
    setTried(true)
    if (save.isPending || !name.trim() || !items) return
    try {
      await save.mutateAsync({ id: template?.id, body: { name: name.trim(), items } })
      close()
    } catch (error) {
      setProblem(sentenceOf(error) ?? t('item_templates.not_saved'))
    }
  }

  return (
    <FormDialog
      open
      onClose={close}
      size="lg"
      dismissible={false}
      title={t(template ? 'item_templates.edit_title' : 'item_templates.new_title')}
      action={t(template ? 'item_templates.save' : 'item_templates.create')}
      busy={save.isPending}
      problem={problem}
      initialFocus={field}
      onSubmit={() => void handleSubmit()}
    >
      <Input
        ref={field}
        label={t('item_templates.name')}
        required
        maxLength={255}
        value={name}
        error={tried && !name.trim() && t('item_templates.name_required')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Input
        label={t('item_templates.item_title')}
        required
        maxLength={255}
        value={first.name}
        error={tried && !first.name.trim() && t('item_templates.title_required')}
        onChange={(event) => setFirst({ name: event.target.value })}
      />
      <div>
        <span className="mb-1 flex h-5 items-center font-medium">
          {t('item_templates.description')}
        </span>
        <div className="max-h-[30vh] overflow-y-auto rounded-md border border-line-strong px-2 py-1 max-md:rounded-lg max-md:px-3">
          <Editor
            value={first.description_html}
            onChange={(description_html) => setFirst({ description_html })}
            label={t('item_templates.description')}
            placeholder={t('item_form.description_placeholder')}
            minHeight={72}
            toolbar="bubble"
            mentions={mentions}
          />
        </div>
      </div>
      <TemplateProperties slug={slug} project={project} item={first} onChange={setFirst} />
      <SubItemRows
        rows={rows}
        onChange={(changed) => set({ rows: changed })}
        isFull={isFull(draft)}
        tried={tried}
      />
    </FormDialog>
  )
}

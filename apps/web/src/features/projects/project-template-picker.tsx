import type { ProjectTemplate } from '@cairn/contract'
import { LayoutTemplate } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useProjectTemplates } from '#entities/project-template/hooks.ts'
import { useTemplateText } from '#entities/project-template/template-text.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'

const NONE = 'none'

interface ProjectTemplatePickerProps {
  slug: string
  value: ProjectTemplate | undefined
  onChange: (template: ProjectTemplate | undefined) => void
}

/** Sets up a new project like a template, if the workspace has any. */
export function ProjectTemplatePicker({ slug, value, onChange }: ProjectTemplatePickerProps) {
  const { t } = useTranslation()
  const templates = useProjectTemplates(slug) ?? []
  const textOf = useTemplateText()
  if (templates.length === 0) return null
  return (
    <>
      <Combobox
        label={t('project_templates.choose')}
        options={[
          { value: NONE, label: t('project_templates.no_template') },
          ...templates.map(({ id, name }) => ({ value: id, label: name, icon: LayoutTemplate })),
        ]}
        value={value?.id ?? NONE}
        onChange={(id) => onChange(templates.find((template) => template.id === id))}
        width={420}
        trigger={
          <PropertyPill
            label={t('project_templates.choose')}
            icon={LayoutTemplate}
            className="max-w-full"
          >
            {value?.name ?? t('project_templates.choose')}
          </PropertyPill>
        }
      />
      {value && (
        <p className="order-last basis-full text-small wrap-anywhere text-ink-2">
          {value.description || textOf(value)}
        </p>
      )}
    </>
  )
}

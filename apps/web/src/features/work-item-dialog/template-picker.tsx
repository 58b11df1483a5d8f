import { addDays } from '@cairn/calendar'
import type { ItemTemplate, Project } from '@cairn/contract'
import { LayoutTemplate } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useItemTemplates } from '#entities/item-template/hooks.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { todayHere } from '#ui/dates/own-zone.ts'
import { counted } from '#ui/platform/number.ts'
import { type Values, valuesOf } from './form-values.ts'

/** What the first item of a template says; the rest of the form stays. */
export function templateValues({ items }: ItemTemplate, before: Values): Values {
  const [first] = items
  if (!first) return before
  const later = (days: number | null) =>
    days === null ? null : (addDays(todayHere(), days) ?? null)
  const { start_after, due_after, parent, name, ...given } = first
  return {
    ...valuesOf({ ...given, name }),
    ...{ start_date: later(start_after), target_date: later(due_after) },
    ...{ parent_id: before.parent_id, cycle_id: before.cycle_id },
  }
}

interface TemplatePickerProps {
  slug: string
  project: Project
  value: ItemTemplate | undefined
  onChange: (template: ItemTemplate) => void
}

/** Begins a new item with a template of its project, if it has any. */
export function TemplatePicker({ slug, project, value, onChange }: TemplatePickerProps) {
  const { t } = useTranslation()
  const templates = useItemTemplates({ slug, project_id: project.id }) ?? []
  if (templates.length === 0) return null
  const subItems = (template: ItemTemplate) => template.items.length - 1
  return (
    <Combobox
      label={t('item_templates.use')}
      options={templates.map((template) => ({
        value: template.id,
        label: template.name,
        ...(subItems(template) > 0 && {
          hint: t('item_templates.sub_items', counted(subItems(template))),
        }),
      }))}
      value={value?.id ?? null}
      onChange={(id) => {
        const template = templates.find((one) => one.id === id)
        if (template) onChange(template)
      }}
      trigger={
        <PropertyPill label={t('item_templates.use')} icon={LayoutTemplate} className="max-w-full">
          {value
            ? [
                value.name,
                subItems(value) > 0 && t('item_templates.sub_items', counted(subItems(value))),
              ]
                .filter(Boolean)
                .join(' · ')
            : t('item_templates.use')}
        </PropertyPill>
      }
    />
  )
}

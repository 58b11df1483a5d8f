import {
  changedPropertyValues,
  type Project,
  propertiesOfType,
  type TemplateItem,
} from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { EstimatePicker } from '#entities/work-item/estimate-picker.tsx'
import { LabelsPicker } from '#entities/work-item/labels-picker.tsx'
import { MembersPicker } from '#entities/work-item/members-picker.tsx'
import { ModulesPicker } from '#entities/work-item/modules-picker.tsx'
import { PriorityPicker } from '#entities/work-item/priority-picker.tsx'
import { PropertyRows } from '#entities/work-item/property-rows.tsx'
import { StatePicker } from '#entities/work-item/state-picker.tsx'
import { TypePicker } from '#entities/work-item/type-picker.tsx'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { Input } from '#ui/controls/input.tsx'

interface TemplatePropertiesProps {
  slug: string
  project: Project
  item: TemplateItem
  onChange: (change: Partial<TemplateItem>) => void
}

/** Null for what is no number of days. */
const daysIn = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null)

/** What the first item of a template has beside its texts. */
export function TemplateProperties({ slug, project, item, onChange }: TemplatePropertiesProps) {
  const { t } = useTranslation()
  const place = { slug, project_id: project.id }
  const usesTypes = project.type_ids.length > 0
  const type_id = usesTypes ? (item.type_id ?? project.default_type) : null
  const properties = propertiesOfType(useProperties(slug, usesTypes) ?? [], type_id)
  const { property_values } = item
  const days = (label: string, field: 'start_after' | 'due_after') => (
    <div className="w-40">
      <Input
        label={label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        placeholder={t('item.none')}
        value={item[field] === null ? '' : String(item[field])}
        onChange={(event) => onChange({ [field]: daysIn(event.target.value) })}
      />
    </div>
  )
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        <StatePicker
          {...place}
          value={item.state_id}
          onChange={(state_id) => onChange({ state_id })}
        />
        {usesTypes && (
          <TypePicker {...place} value={type_id} onChange={(id) => onChange({ type_id: id })} />
        )}
        <PriorityPicker value={item.priority} onChange={(priority) => onChange({ priority })} />
        <MembersPicker
          {...place}
          value={item.assignee_ids}
          onChange={(ids) => onChange({ assignee_ids: [...ids] })}
        />
        <LabelsPicker
          {...place}
          value={item.label_ids}
          onChange={(ids) => onChange({ label_ids: [...ids] })}
        />
        {project.module_view && (
          <ModulesPicker
            {...place}
            value={item.module_ids}
            onChange={(ids) => onChange({ module_ids: [...ids] })}
          />
        )}
        {project.estimate && (
          <EstimatePicker
            {...place}
            value={item.estimate_point}
            onChange={(estimate_point) => onChange({ estimate_point })}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {days(t('item_templates.start_after'), 'start_after')}
        {days(t('item_templates.due_after'), 'due_after')}
      </div>
      {properties.length > 0 && (
        <PropertyRows
          {...place}
          properties={properties}
          valueAt={({ id }) => property_values[id]}
          onChange={(changes) =>
            onChange({ property_values: changedPropertyValues(property_values, changes) })
          }
        />
      )}
    </>
  )
}

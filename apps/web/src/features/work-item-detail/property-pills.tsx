import { Ellipsis, PanelTop } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { CyclePicker } from '#entities/work-item/cycle-picker.tsx'
import { DueDatePicker, StartDatePicker } from '#entities/work-item/date-pickers.tsx'
import { isLate } from '#entities/work-item/due.ts'
import { EstimatePicker } from '#entities/work-item/estimate-picker.tsx'
import { keyOf } from '#entities/work-item/item-address.ts'
import { useItemPage } from '#entities/work-item/item-context.ts'
import { ItemTypePicker } from '#entities/work-item/item-type-picker.tsx'
import { LabelsPicker } from '#entities/work-item/labels-picker.tsx'
import { MembersPicker } from '#entities/work-item/members-picker.tsx'
import { ModulesPicker } from '#entities/work-item/modules-picker.tsx'
import { PriorityPicker } from '#entities/work-item/priority-picker.tsx'
import { StatePicker } from '#entities/work-item/state-picker.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { hasType } from './properties.tsx'

/** On small screens, below the title: the set properties; the others are behind the dots. */
export function PropertyPills({ onParent }: { onParent: () => void }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { slug, project, item, change, canChange, canHang } = page
  const parentProject = useAllProjects(slug)?.find(({ id }) => id === item.parent?.project_id)
  const [all, setAll] = useState(false)
  const own = { slug, project_id: project.id, disabled: !canChange }
  const disabled = !canChange

  return (
    <div className="flex flex-wrap gap-1.5">
      <StatePicker {...own} value={item.state_id} onChange={(state_id) => change({ state_id })} />
      {hasType(page) && (all || !item.type_id) && (
        <ItemTypePicker slug={slug} item={item} disabled={disabled} onChange={change} />
      )}
      <PriorityPicker
        disabled={disabled}
        value={item.priority}
        onChange={(priority) => change({ priority })}
      />
      <MembersPicker
        {...own}
        value={item.assignee_ids}
        onChange={(ids) => change({ assignee_ids: [...ids] })}
      />
      {(all || item.target_date) && (
        <DueDatePicker
          disabled={disabled}
          late={isLate(item)}
          value={item.target_date}
          other={item.start_date}
          onChange={(target_date) => change({ target_date })}
        />
      )}
      {(all || item.start_date) && (
        <StartDatePicker
          disabled={disabled}
          value={item.start_date}
          other={item.target_date}
          onChange={(start_date) => change({ start_date })}
        />
      )}
      {(all || item.label_ids.length > 0) && (
        <LabelsPicker
          {...own}
          value={item.label_ids}
          onChange={(ids) => change({ label_ids: [...ids] })}
        />
      )}
      {project.estimate && (all || item.estimate_point) && (
        <EstimatePicker
          {...own}
          value={item.estimate_point}
          onChange={(estimate_point) => change({ estimate_point })}
        />
      )}
      {project.module_view && !item.is_epic && (all || item.module_ids.length > 0) && (
        <ModulesPicker
          {...own}
          disabled={!canHang}
          value={item.module_ids}
          onChange={(module_ids) => change({ module_ids })}
        />
      )}
      {project.cycle_view && !item.is_epic && (all || item.cycle_id) && (
        <CyclePicker
          {...own}
          disabled={!canHang}
          value={item.cycle_id}
          onChange={(cycle_id) => change({ cycle_id })}
        />
      )}
      {all && !item.is_epic && (
        <PropertyPill
          label={t('item.properties.parent')}
          icon={PanelTop}
          disabled={disabled}
          onClick={onParent}
        >
          {item.parent && parentProject ? keyOf(parentProject, item.parent) : t('item.add_parent')}
        </PropertyPill>
      )}
      {!all && (
        <PropertyPill
          label={t('item.more_properties')}
          icon={Ellipsis}
          onClick={() => setAll(true)}
        />
      )}
    </div>
  )
}

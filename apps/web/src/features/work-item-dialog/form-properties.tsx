import type { Project } from '@cairn/contract'
import { CornerDownRight } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { CyclePicker } from '#entities/work-item/cycle-picker.tsx'
import { DueDatePicker, StartDatePicker } from '#entities/work-item/date-pickers.tsx'
import { EstimatePicker } from '#entities/work-item/estimate-picker.tsx'
import { LabelsPicker } from '#entities/work-item/labels-picker.tsx'
import { MembersPicker } from '#entities/work-item/members-picker.tsx'
import { ModulesPicker } from '#entities/work-item/modules-picker.tsx'
import { PriorityPicker } from '#entities/work-item/priority-picker.tsx'
import { StatePicker } from '#entities/work-item/state-picker.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { todayHere } from '#ui/dates/own-zone.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import type { Values } from './form-values.ts'

const ParentDialog = lazy(() => import('#entities/work-item/parent-dialog.tsx'))

interface FormPropertiesProps {
  slug: string
  project: Project
  values: Values
  set: (change: Partial<Values>) => void
  /** Epics stand under nothing, and are not planned themselves. */
  hasParent: boolean
  /** For intake: what is decided when it is accepted is no question yet. */
  isRequest: boolean
}

export function FormProperties(props: FormPropertiesProps) {
  const { slug, project, values, set, isRequest } = props
  const hasParent = props.hasParent && !isRequest
  const place = { slug, project_id: project.id }
  const { start_date, target_date } = values
  return (
    <div className="mt-4 flex flex-wrap gap-1.5">
      {!isRequest && (
        <StatePicker
          {...place}
          value={values.state_id}
          onChange={(state_id) => set({ state_id })}
        />
      )}
      <PriorityPicker value={values.priority} onChange={(priority) => set({ priority })} />
      <MembersPicker
        {...place}
        value={values.assignee_ids}
        onChange={(assignee_ids) => set({ assignee_ids })}
      />
      <LabelsPicker
        {...place}
        value={values.label_ids}
        onChange={(label_ids) => set({ label_ids })}
      />
      {!isRequest && (
        <StartDatePicker
          value={start_date}
          other={target_date}
          onChange={(day) => set({ start_date: day })}
        />
      )}
      <DueDatePicker
        value={target_date}
        other={isRequest ? todayHere() : start_date}
        onChange={(day) => set({ target_date: day })}
      />
      {hasParent && project.cycle_view && (
        <CyclePicker
          {...place}
          value={values.cycle_id}
          onChange={(cycle_id) => set({ cycle_id })}
        />
      )}
      {hasParent && project.module_view && (
        <ModulesPicker
          {...place}
          value={values.module_ids}
          onChange={(module_ids) => set({ module_ids })}
        />
      )}
      {!isRequest && project.estimate && (
        <EstimatePicker
          {...place}
          value={values.estimate_point}
          onChange={(estimate_point) => set({ estimate_point })}
        />
      )}
      {hasParent && (
        <ParentButton
          slug={slug}
          project={project}
          parent_id={values.parent_id}
          onChange={(parent_id) => set({ parent_id })}
        />
      )}
    </div>
  )
}

interface ParentButtonProps {
  slug: string
  project: Project
  parent_id: string | null
  onChange: (parent_id: string | null) => void
}

function ParentButton({ slug, project, parent_id, onChange }: ParentButtonProps) {
  const { t } = useTranslation()
  const [choosing, setChoosing] = useState(false)
  const choose = () => setChoosing(true)
  const pill = (
    <PropertyPill
      label={t('item_form.parent')}
      icon={CornerDownRight}
      onClick={parent_id ? undefined : choose}
    >
      {t(parent_id ? 'item_form.parent' : 'item_form.add_parent')}
    </PropertyPill>
  )
  return (
    <>
      {parent_id ? (
        <Menu
          trigger={pill}
          items={[
            { label: t('item_form.change_parent'), onSelect: choose },
            { label: t('item_form.remove_parent'), onSelect: () => onChange(null) },
          ]}
        />
      ) : (
        pill
      )}
      <Suspense>
        {choosing && (
          <ParentDialog
            slug={slug}
            project_id={project.id}
            item_id=""
            onPick={({ id }) => onChange(id)}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </>
  )
}

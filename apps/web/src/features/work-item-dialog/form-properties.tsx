import type { Project } from '@cairn/contract'
import { CornerDownRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { CyclePicker } from '#entities/work-item/cycle-picker.tsx'
import { DueDatePicker, StartDatePicker } from '#entities/work-item/date-pickers.tsx'
import { EstimatePicker } from '#entities/work-item/estimate-picker.tsx'
import { LabelsPicker } from '#entities/work-item/labels-picker.tsx'
import { MembersPicker } from '#entities/work-item/members-picker.tsx'
import { ModulesPicker } from '#entities/work-item/modules-picker.tsx'
import { PriorityPicker } from '#entities/work-item/priority-picker.tsx'
import { StatePicker } from '#entities/work-item/state-picker.tsx'
import { TypePicker } from '#entities/work-item/type-picker.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { todayHere } from '#ui/dates/own-zone.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import type { Values } from './form-values.ts'

const ParentDialog = lazy(() => import('#entities/work-item/parent-dialog.tsx'))

interface FormPropertiesProps {
  slug: string
  project: Project
  values: Values
  set: (change: Partial<Values>) => void
  /** False for epics: they have no parent and no cycle or module. */
  hasParent: boolean
  /** For intake: hides properties that are decided on acceptance. */
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
        <Keyed by="S">
          <StatePicker
            {...place}
            value={values.state_id}
            onChange={(state_id) => set({ state_id })}
          />
        </Keyed>
      )}
      {props.hasParent && project.type_ids.length > 0 && (
        <Keyed by="T">
          <TypePicker
            {...place}
            value={values.type_id ?? project.default_type}
            onChange={(type_id) => set({ type_id })}
          />
        </Keyed>
      )}
      <Keyed by="P">
        <PriorityPicker value={values.priority} onChange={(priority) => set({ priority })} />
      </Keyed>
      <Keyed by="A">
        <MembersPicker
          {...place}
          value={values.assignee_ids}
          onChange={(assignee_ids) => set({ assignee_ids })}
        />
      </Keyed>
      <Keyed by="L">
        <LabelsPicker
          {...place}
          value={values.label_ids}
          onChange={(label_ids) => set({ label_ids })}
        />
      </Keyed>
      {!isRequest && (
        <StartDatePicker
          value={start_date}
          other={target_date}
          onChange={(day) => set({ start_date: day })}
        />
      )}
      <Keyed by="D">
        <DueDatePicker
          value={target_date}
          other={isRequest ? todayHere() : start_date}
          onChange={(day) => set({ target_date: day })}
        />
      </Keyed>
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

/** Opened by Alt and this letter from anywhere in the form. */
function Keyed({ by, children }: { by: string; children: ReactNode }) {
  return (
    <span data-key={by} className="contents">
      {children}
    </span>
  )
}

/**
 * Opens a property's picker with Alt and the letter it has on items too; returns whether there is
 * one. Not where Alt types another letter: on a Mac, in a German layout, Alt+L is @.
 */
export function openByKey(form: Element, { altKey, key, code }: KeyboardEvent) {
  const letter = key.toUpperCase()
  if (!altKey || code !== `Key${letter}`) return false
  const picker = form.querySelector<HTMLElement>(`[data-key=${letter}] button`)
  picker?.click()
  return picker !== null
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
        <Presence>
          {choosing && (
            <ParentDialog
              slug={slug}
              project_id={project.id}
              item_id=""
              onPick={({ id }) => onChange(id)}
              onClose={() => setChoosing(false)}
            />
          )}
        </Presence>
      </Suspense>
    </>
  )
}

import type { Day } from '@cairn/calendar'
import { type Module, type ModuleStatus, moduleStatuses } from '@cairn/contract'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useSentDialog } from '#data/use-sent-dialog.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import { ProjectPicker } from '#entities/project/project-picker.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { useCreateModule, useSaveModule } from './hooks.ts'
import { ModuleDates } from './module-dates.tsx'
import { LeadPicker, ModuleMembersPicker } from './module-people.tsx'
import { ModuleStatusTag } from './module-status.tsx'

interface ModuleDialogProps {
  slug: string
  project_id: string
  /** The module to edit; undefined: a new one. */
  module?: Module
  onClose: () => void
}

interface Values {
  name: string
  description: string
  start_date: Day | null
  target_date: Day | null
  status: ModuleStatus
  lead_id: string | null
  member_ids: readonly string[]
}

const nothing: Values = {
  name: '',
  description: '',
  start_date: null,
  target_date: null,
  status: moduleStatuses[0],
  lead_id: null,
  member_ids: [],
}

const MAX_LENGTH = 255

export default function ModuleDialog({
  slug,
  project_id: first,
  module,
  onClose,
}: ModuleDialogProps) {
  const { t } = useTranslation()
  const nameField = useRef<HTMLInputElement>(null)
  const { open, problem, nameProblem, setProblem, close, send } = useSentDialog(onClose)
  const [project_id, setProject] = useState(first)
  const [values, setValues] = useState<Values>(module ?? nothing)
  const [tried, setTried] = useState(false)
  const joined = useJoinedProjects(slug) ?? []
  const projects = joined.filter((project) => project.module_view && isWritable(project))
  const create = useCreateModule({ slug, project_id })
  const save = useSaveModule({ slug, project_id })
  const set = (part: Partial<Values>) => setValues({ ...values, ...part })
  const nameError =
    (tried && !values.name.trim() && t('modules.name_required')) ||
    (values.name.length > MAX_LENGTH && t('modules.name_too_long')) ||
    undefined

  function handleSubmit() {
    setTried(true)
    if (!values.name.trim() || values.name.length > MAX_LENGTH) return
    const { name, description, start_date, target_date, status, lead_id } = values
    const body = {
      ...{ name: name.trim(), description: description.trim(), start_date, target_date },
      ...{ status, lead_id, member_ids: [...values.member_ids] },
    }
    const say = (title: string) => () => void toast({ kind: 'success', title })
    if (module) {
      const done = say(t('modules.updated', { name: body.name }))
      save.mutate({ id: module.id, patch: body }, send('modules.not_updated', done))
    } else
      create.mutate(
        body,
        send('modules.not_created', say(t('modules.created', { name: body.name }))),
      )
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      dismissible={values.name === (module?.name ?? '')}
      title={t(module ? 'modules.edit_title' : 'modules.create_title')}
      initialFocus={nameField}
      onSubmit={handleSubmit}
      action={t(module ? 'modules.update' : 'modules.create')}
      problem={problem}
    >
      {!module && (
        <ProjectPicker
          projects={projects}
          value={project_id}
          onChange={(next) => {
            setProject(next)
            // Who leads is of the project it was chosen for.
            set({ lead_id: null, member_ids: [] })
          }}
        />
      )}
      <Input
        ref={nameField}
        size="lg"
        label={t('modules.name')}
        required
        maxLength={MAX_LENGTH}
        value={values.name}
        error={nameProblem ?? nameError}
        onChange={(event) => {
          set({ name: event.target.value })
          setProblem(undefined)
        }}
      />
      <Textarea
        label={t('modules.description')}
        maxLength={10_000}
        value={values.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <div className="flex flex-wrap items-center gap-1.5">
        <ModuleDates
          start_date={values.start_date}
          target_date={values.target_date}
          align="start"
          onChange={set}
        />
        <ModuleStatusTag status={values.status} onChange={(status) => set({ status })} />
        <LeadPicker
          slug={slug}
          project_id={project_id}
          value={values.lead_id}
          placeholder={t('modules.lead')}
          onChange={(lead_id) => set({ lead_id })}
        />
        <ModuleMembersPicker
          slug={slug}
          project_id={project_id}
          value={values.member_ids}
          onChange={(member_ids) => set({ member_ids })}
        />
      </div>
    </FormDialog>
  )
}

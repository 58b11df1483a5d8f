import type { NewWorkItem, Priority, Project } from '@cairn/contract'
import { CalendarCheck, CalendarClock, Tag } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#data/query-client.ts'
import { useMe } from '#features/account/hooks.ts'
import { useLabels } from '#features/labels/hooks.ts'
import { isWritable, useAssignable, useJoinedProjects } from '#features/projects/hooks.ts'
import { projectLogo } from '#features/projects/project-logo.tsx'
import type { WorkItemDefaults } from '#features/shell/shell-context.ts'
import { useStates } from '#features/states/hooks.ts'
import { stateIcon } from '#features/states/state-picture.tsx'
import { usePeople } from '#features/workspaces/hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { AvatarGroup } from '#ui/avatar-group.tsx'
import { Dot } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { longDate } from '#ui/day.ts'
import { Dialog } from '#ui/dialog.tsx'
import { PriorityIcon } from '#ui/priority-icon.tsx'
import { PropertyPill } from '#ui/property-pill.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast.ts'
import { draftOf, useCreateWorkItem, workItemsIn } from './hooks.ts'
import { toParagraphs } from './paragraphs.ts'
import { usePriorityOptions, useStateOptions } from './properties.tsx'

interface CreateWorkItemDialogProps {
  slug: string
  defaults: WorkItemDefaults
  onClose: () => void
}

interface Values {
  name: string
  description: string
  state_id?: string
  priority: Priority
  assignee_ids: string[]
  label_ids: string[]
  start_date: string | null
  target_date: string | null
}

const blank = (state_id?: string): Values => ({
  name: '',
  description: '',
  state_id,
  priority: 'none',
  assignee_ids: [],
  label_ids: [],
  start_date: null,
  target_date: null,
})

export default function CreateWorkItemDialog(props: CreateWorkItemDialogProps) {
  const { slug, defaults } = props
  const projects = useJoinedProjects(slug)?.filter(isWritable) ?? []
  const [picked, setPicked] = useState(defaults.project_id)
  const project = projects.find(({ id }) => id === picked) ?? projects[0]
  if (!project) return null
  return (
    <CreateDialog
      {...props}
      project={project}
      projects={projects}
      onProject={(id) => setPicked(id)}
    />
  )
}

interface CreateDialogProps extends CreateWorkItemDialogProps {
  project: Project
  projects: readonly Project[]
  onProject: (id: string) => void
}

function CreateDialog({
  slug,
  defaults,
  onClose,
  project,
  projects,
  onProject,
}: CreateDialogProps) {
  const { t } = useTranslation()
  const me = useMe()
  const title = useRef<HTMLTextAreaElement>(null)
  const [open, setOpen] = useState(true)
  const [values, setValues] = useState(() => blank(defaults.state_id))
  const [more, setMore] = useState(false)
  const [refused, setRefused] = useState(false)
  const states = useStates(slug, project.id) ?? []
  const create = useCreateWorkItem(slug, project.id)
  const state =
    states.find(({ id }) => id === values.state_id) ??
    states.find((one) => one.default) ??
    states[0]
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))

  function close() {
    setOpen(false)
    setTimeout(onClose, 200)
  }

  function handleProject(id: string) {
    onProject(id)
    // They belong to the project; the rest is about the work.
    set({ state_id: undefined, assignee_ids: [], label_ids: [] })
  }

  function handleSubmit() {
    const name = values.name.trim()
    setRefused(!name)
    if (!name || !state) return title.current?.focus()
    const { description, ...rest } = values
    const body: NewWorkItem = {
      ...rest,
      name,
      state_id: state.id,
      ...(description.trim() && { description_html: toParagraphs(description) }),
    }
    const groups = queryClient.getQueryData(workItemsIn(slug, project.id).queryKey)
    create.mutate(
      { body, draft: draftOf(body, state, project.id, me.id, groups) },
      {
        onSuccess: ({ sequence_id }) =>
          toast({
            kind: 'success',
            title: t('work_items.created', { id: `${project.identifier}-${sequence_id}` }),
            text: name,
          }),
      },
    )
    if (!more) return close()
    setValues(blank(defaults.state_id))
    title.current?.focus()
  }

  function handleTitleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    handleSubmit()
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) handleSubmit()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      size="lg"
      title={t('work_items.create_title')}
      onSubmit={handleSubmit}
      initialFocus={title}
      dismissible={!values.name && !values.description}
      footer={
        <>
          <Switch
            className="mr-auto text-ink-2"
            label={t('work_items.create_more')}
            checked={more}
            onChange={setMore}
          />
          <Button onClick={close}>{t('work_items.discard')}</Button>
          <Button type="submit" variant="primary">
            {t('work_items.save')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter in any of the fields inside */}
      <div onKeyDown={handleKey}>
        <Combobox
          label={t('work_items.project')}
          options={projects.map((one) => ({
            value: one.id,
            label: one.name,
            hint: one.identifier,
            icon: projectLogo(one),
          }))}
          value={project.id}
          onChange={handleProject}
          trigger={
            <PropertyPill label={t('work_items.project')} icon={projectLogo(project)}>
              {project.name}
            </PropertyPill>
          }
        />
        <textarea
          ref={title}
          rows={1}
          maxLength={255}
          aria-label={t('work_items.title_label')}
          aria-invalid={refused || undefined}
          placeholder={t('work_items.title_label')}
          value={values.name}
          onChange={(event) => {
            set({ name: event.target.value.replaceAll('\n', ' ') })
            setRefused(false)
          }}
          onKeyDown={handleTitleKey}
          className="mt-3 block field-sizing-content w-full resize-none bg-transparent text-heading font-semibold outline-none"
        />
        {refused && (
          <p role="alert" className="mt-1 text-small text-danger-ink">
            {t('work_items.title_missing')}
          </p>
        )}
        <textarea
          rows={4}
          aria-label={t('work_items.description')}
          placeholder={t('work_items.description_placeholder')}
          value={values.description}
          onChange={(event) => set({ description: event.target.value })}
          className="mt-2 block field-sizing-content max-h-80 min-h-24 w-full resize-none bg-transparent text-body outline-none max-md:text-[16px]"
        />
        <Properties slug={slug} project={project} values={values} set={set} state_id={state?.id} />
      </div>
    </Dialog>
  )
}

interface PropertiesProps {
  slug: string
  project: Project
  values: Values
  set: (change: Partial<Values>) => void
  state_id: string | undefined
}

function Properties({ slug, project, values, set, state_id }: PropertiesProps) {
  const { t } = useTranslation()
  const states = useStates(slug, project.id) ?? []
  const stateOptions = useStateOptions(states)
  const priorityOptions = usePriorityOptions()
  const labels = useLabels(slug, project.id)
  const people = usePeople(slug)
  const assignable = useAssignable(slug, project.id)
  const me = useMe()
  const state = states.find(({ id }) => id === state_id)
  const assigned = values.assignee_ids.flatMap((id) => people.get(id) ?? [])
  const labelled = values.label_ids.flatMap((id) => labels.get(id) ?? [])
  const [firstLabel] = labelled

  return (
    <div className="mt-4 flex flex-wrap gap-1.5">
      <Combobox
        label={t('work_items.state')}
        options={stateOptions}
        value={state_id ?? null}
        onChange={(next) => set({ state_id: next })}
        trigger={
          <PropertyPill label={t('work_items.state')} icon={state && stateIcon(state, states)}>
            {state?.name}
          </PropertyPill>
        }
      />
      <Combobox
        label={t('work_items.priority')}
        options={priorityOptions}
        value={values.priority}
        onChange={(next) => set({ priority: next as Priority })}
        trigger={
          <PropertyPill
            label={t('work_items.priority')}
            icon={<PriorityIcon priority={values.priority} size={14} />}
          >
            {t(
              values.priority === 'none'
                ? 'work_items.priority'
                : `work_items.priorities.${values.priority}`,
            )}
          </PropertyPill>
        }
      />
      <Combobox
        multiple
        label={t('work_items.assignees')}
        options={[...people.values()]
          .filter(({ id }) => assignable.has(id))
          .map((person) => ({
            value: person.id,
            label: person.id === me.id ? t('work_items.you') : person.name,
            keywords: person.name,
            icon: <Avatar person={person} size={16} tooltip={false} />,
          }))}
        value={values.assignee_ids}
        onChange={(assignee_ids) => set({ assignee_ids })}
        trigger={
          <PropertyPill
            label={t('work_items.assignees')}
            icon={<AvatarGroup people={assigned} size={16} tooltip={false} />}
          >
            {assigned.length === 1 ? assigned[0]?.name : t('work_items.assignees')}
          </PropertyPill>
        }
      />
      {labels.size > 0 && (
        <Combobox
          multiple
          label={t('work_items.labels')}
          options={[...labels.values()].map((label) => ({
            value: label.id,
            label: label.name,
            icon: <Dot colour={label.color} />,
          }))}
          value={values.label_ids}
          onChange={(label_ids) => set({ label_ids })}
          trigger={
            <PropertyPill
              label={t('work_items.labels')}
              icon={firstLabel ? <Dot colour={firstLabel.color} /> : Tag}
            >
              {labelled.length > 1
                ? t('work_items.label_count', { count: labelled.length })
                : (firstLabel?.name ?? t('work_items.labels'))}
            </PropertyPill>
          }
        />
      )}
      <DatePicker
        label={t('work_items.start_date')}
        value={values.start_date}
        max={values.target_date}
        onChange={(start_date) => set({ start_date })}
        trigger={
          <PropertyPill label={t('work_items.start_date')} icon={CalendarClock}>
            {longDate(values.start_date) || t('work_items.start_date')}
          </PropertyPill>
        }
      />
      <DatePicker
        label={t('work_items.due_date')}
        value={values.target_date}
        min={values.start_date}
        onChange={(target_date) => set({ target_date })}
        trigger={
          <PropertyPill label={t('work_items.due_date')} icon={CalendarCheck}>
            {longDate(values.target_date) || t('work_items.due_date')}
          </PropertyPill>
        }
      />
    </div>
  )
}

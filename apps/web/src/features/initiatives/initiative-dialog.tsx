import type { Initiative } from '@cairn/contract'
import { CalendarDays, Goal, Zap } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useSentDialog } from '#data/use-sent-dialog.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { LeadPill, ProjectsPill } from '#entities/teamspace/pills.tsx'
import { keyOf } from '#entities/work-item/item-address.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { DateRangePicker } from '#ui/dates/date-range-picker.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { toast } from '#ui/feedback/toast.ts'
import { LogoAndName } from '#ui/icons/logo-and-name.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { counted } from '#ui/platform/number.ts'
import { useChangeInitiative, useCreateInitiative, useEpicsOf } from './hooks.ts'

interface InitiativeDialogProps {
  slug: string
  /** The initiative to edit; undefined: a new one. */
  initiative?: Initiative
  onClose: () => void
}

const MAX_LENGTH = 255
const noDays = { start: null, end: null }

/** Its name, lead, dates, projects and epics. */
export default function InitiativeDialog({ slug, initiative, onClose }: InitiativeDialogProps) {
  const { t } = useTranslation()
  const nameField = useRef<HTMLInputElement>(null)
  const { open, problem, nameProblem, close, send } = useSentDialog(onClose)
  const [name, setName] = useState(initiative?.name ?? '')
  const [logo, setLogo] = useState((initiative?.logo_props ?? {}) as LogoValue)
  const [lead_id, setLead] = useState(initiative?.lead_id ?? null)
  const [days, setDays] = useState(
    initiative ? { start: initiative.start_date, end: initiative.end_date } : noDays,
  )
  const [project_ids, setProjects] = useState<readonly string[]>(initiative?.project_ids ?? [])
  const [epic_ids, setEpics] = useState<readonly string[]>(initiative?.epic_ids ?? [])
  const [tried, setTried] = useState(false)
  const create = useCreateInitiative(slug)
  const change = useChangeInitiative(slug)
  const nameError = (tried && !name.trim() && t('initiatives.name_required')) || undefined

  function handleSubmit() {
    setTried(true)
    if (!name.trim()) return
    const body = {
      ...{ name: name.trim(), logo_props: { ...logo }, lead_id },
      ...{ start_date: days.start, end_date: days.end },
      ...{ project_ids: [...project_ids], epic_ids: [...epic_ids] },
    }
    const say = (title: string) => () => void toast({ kind: 'success', title })
    if (initiative) {
      const sent = send(
        'initiatives.not_updated',
        say(t('initiatives.updated', { name: body.name })),
      )
      return change.mutate({ id: initiative.id, patch: body }, sent)
    }
    create(
      body,
      send('initiatives.not_created', say(t('initiatives.created', { name: body.name }))),
    )
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      dismissible={false}
      title={t(initiative ? 'initiatives.edit_title' : 'initiatives.create_title')}
      initialFocus={nameField}
      onSubmit={handleSubmit}
      action={t(initiative ? 'initiatives.save' : 'initiatives.create')}
      problem={problem}
    >
      <LogoAndName
        logo={logo}
        onLogo={setLogo}
        logoLabel={t('initiatives.logo')}
        fallback={Goal}
        name={name}
        onName={setName}
        nameLabel={t('initiatives.name')}
        nameField={nameField}
        maxLength={MAX_LENGTH}
        error={nameProblem ?? nameError}
      />
      <div className="flex flex-wrap gap-1.5">
        <DateRangePicker
          label={t('initiatives.dates')}
          align="start"
          value={days}
          onChange={setDays}
          trigger={
            <PropertyPill
              label={t('initiatives.dates')}
              icon={CalendarDays}
              placeholder={t('initiatives.dates')}
            >
              {days.start || days.end ? rangeText(days.start, days.end) : undefined}
            </PropertyPill>
          }
        />
        <LeadPill slug={slug} value={lead_id} onChange={setLead} />
        <ProjectsPill slug={slug} value={project_ids} onChange={setProjects} />
        <EpicsPill slug={slug} among={project_ids} value={epic_ids} onChange={setEpics} />
      </div>
    </FormDialog>
  )
}

interface EpicsPillProps {
  slug: string
  /** The projects whose epics are offered, if the user is in them. */
  among: readonly string[]
  value: readonly string[]
  onChange: (ids: readonly string[]) => void
}

function EpicsPill({ slug, among, value, onChange }: EpicsPillProps) {
  const { t } = useTranslation()
  const projects = useAllProjects(slug) ?? []
  const own = projects.filter(({ id, member_role }) => among.includes(id) && member_role !== null)
  const epics = useEpicsOf(
    slug,
    own.map(({ id }) => id),
  )
  const options = epics.map((epic) => {
    const project = own.find(({ id }) => id === epic.project_id)
    return {
      ...{ value: epic.id, label: epic.name, icon: Zap },
      hint: project && keyOf(project, epic),
    }
  })
  return (
    <Combobox
      multiple
      label={t('initiatives.epics')}
      options={options}
      value={value}
      onChange={onChange}
      trigger={
        <PropertyPill label={t('initiatives.epics')} icon={Zap}>
          {t('initiatives.epic_count', counted(value.length))}
        </PropertyPill>
      }
    />
  )
}

import { type Health, PRIVATE, type Project, type ProjectOverview } from '@cairn/contract'
import {
  CalendarRange,
  CircleUserRound,
  Gauge,
  Globe,
  KeyRound,
  Lock,
  Target,
  Users,
} from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useChangeProject } from '#entities/project/change-hooks.ts'
import { useAssignable } from '#entities/project/hooks.ts'
import { HealthText } from '#entities/status-update/health.tsx'
import { SpentRow } from '#entities/time/spent-row.tsx'
import { byName, personOption } from '#entities/work-item/members-picker.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { MembersField } from '#features/project-members/members-field.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { PropertyPill, PropertyRow } from '#ui/controls/property-pill.tsx'
import { DateRangePicker } from '#ui/dates/date-range-picker.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { Avatar } from '#ui/people/avatar.tsx'
import { Link } from '#ui/router/link.tsx'

interface PropertiesProps {
  slug: string
  project: Project
  overview: ProjectOverview | undefined
  health: Health | null
  /** True for project admins. */
  editable: boolean
}

/** Label left, value right; editable values are changed here and saved at once. */
export function Properties({ slug, project, overview, health, editable }: PropertiesProps) {
  const { t } = useTranslation()
  const isPrivate = project.network === PRIVATE
  const initiatives = overview?.initiatives ?? []
  return (
    <section aria-label={t('overview.properties')}>
      <h2 className="flex h-7 items-center font-semibold">{t('overview.properties')}</h2>
      <dl className="mt-1">
        <PropertyRow icon={Gauge} label={t('overview.health')}>
          <HealthText health={health} />
        </PropertyRow>
        <PropertyRow icon={CircleUserRound} label={t('overview.lead')}>
          <Lead slug={slug} project={project} editable={editable} />
        </PropertyRow>
        <PropertyRow icon={Users} label={t('overview.members')}>
          <MembersField slug={slug} project={project} />
        </PropertyRow>
        <PropertyRow icon={CalendarRange} label={t('overview.dates')}>
          <Dates slug={slug} project={project} editable={editable} />
        </PropertyRow>
        {project.is_time_tracking_enabled && <SpentRow slug={slug} project_id={project.id} />}
        {initiatives.length > 0 && (
          <PropertyRow icon={Target} label={t('overview.initiative')}>
            {initiatives.map(({ id, name }) => (
              <Link
                key={id}
                to="/$slug/initiatives/$initiativeId/"
                params={{ slug, initiativeId: id }}
                className="max-w-full truncate rounded-xs text-accent-ink hover:underline"
              >
                {name}
              </Link>
            ))}
          </PropertyRow>
        )}
        <PropertyRow icon={KeyRound} label={t('overview.key')}>
          <span className="tabular-nums">{project.identifier}</span>
        </PropertyRow>
        <PropertyRow icon={isPrivate ? Lock : Globe} label={t('overview.access')}>
          {t(isPrivate ? 'projects.private' : 'projects.public')}
        </PropertyRow>
      </dl>
    </section>
  )
}

type FieldProps = Pick<PropertiesProps, 'slug' | 'project' | 'editable'>

function Lead({ slug, project, editable }: FieldProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = usePeople(slug)
  const assignable = useAssignable(slug, project.id)
  const change = useChangeProject(slug, project.id)
  const { project_lead } = project
  const lead = people.get(project_lead ?? '')
  const offered = [...people.values()].filter(({ id }) => assignable.has(id)).sort(byName(me))
  return (
    <Combobox
      label={t('overview.lead')}
      options={offered.map((person) => personOption(person, me, t('overview.you')))}
      value={project_lead}
      onChange={(id) => change.mutate({ project_lead: id === project_lead ? null : id })}
      trigger={
        <PropertyPill
          look="plain"
          label={t('overview.lead')}
          icon={lead && <Avatar person={lead} size={20} tooltip={false} />}
          placeholder={t('overview.no_lead')}
          disabled={!editable}
        >
          {lead?.name}
        </PropertyPill>
      }
    />
  )
}

function Dates({ slug, project, editable }: FieldProps) {
  const { t } = useTranslation()
  const change = useChangeProject(slug, project.id)
  const { start_date, target_date } = project
  return (
    <DateRangePicker
      label={t('overview.dates')}
      align="end"
      value={{ start: start_date, end: target_date }}
      onChange={({ start, end }) => change.mutate({ start_date: start, target_date: end })}
      trigger={
        <PropertyPill
          look="plain"
          label={t('overview.dates')}
          placeholder={t('overview.no_dates')}
          disabled={!editable}
        >
          {start_date || target_date ? rangeText(start_date, target_date) : undefined}
        </PropertyPill>
      }
    />
  )
}

import {
  canChangeInitiative,
  canUpdateInitiative,
  GUEST,
  type Initiative,
  type InitiativeOverview,
  type InitiativePatch,
  noCounts,
  type ProgressCounts,
  type StateGroup,
  type StatusUpdate,
} from '@cairn/contract'
import { CalendarRange, CircleUserRound, Goal, Users } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useFailure } from '#data/use-failure.ts'
import { useMe } from '#entities/account/hooks.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
import { InPlaceText } from '#entities/in-place/in-place-text.tsx'
import { PlannedProgress, plannedPercent } from '#entities/progress/planned-progress.tsx'
import { useAllProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { Updates } from '#entities/status-update/updates.tsx'
import { useColleagues } from '#entities/teamspace/hooks.ts'
import { itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { byName, personOption } from '#entities/work-item/members-picker.tsx'
import { usePeople, useWorkspace } from '#entities/workspace/hooks.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { DateRangePicker } from '#ui/dates/date-range-picker.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { counted } from '#ui/platform/number.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { htmlOf, plainText } from './description.ts'
import {
  initiativesIn,
  useChangeInitiative,
  useInitiativeOverview,
  useInitiatives,
} from './hooks.ts'
import { byTarget, InitiativeContents } from './initiative-contents.tsx'
import { type StripBar, TimelineStrip } from './timeline-strip.tsx'

export function InitiativeScreen() {
  const { slug, initiativeId } = useParams('/$slug/initiatives/$initiativeId')
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const initiatives = useInitiatives(slug)
  const failed = useFailure(initiativesIn(slug))
  const initiative = initiatives?.find(({ id }) => id === initiativeId)
  usePageTitle(initiative && t('initiatives.one_title', { name: initiative.name }))
  if (workspace && (workspace.role ?? 0) <= GUEST) return <NotAuthorized />
  if (failed) return <NotLoaded onRetry={failed} />
  if (!initiatives) return <SkeletonRows count={12} />
  if (!initiative) {
    return (
      <EmptyState
        level={1}
        picture="no-match"
        title={t('initiatives.missing_title')}
        action={
          <Link to="/$slug/initiatives/" params={{ slug }} className={buttonLook('primary')}>
            {t('initiatives.view_all')}
          </Link>
        }
      >
        {t('initiatives.missing_text')}
      </EmptyState>
    )
  }
  return <InitiativePage key={initiative.id} slug={slug} initiative={initiative} />
}

interface PageProps {
  slug: string
  initiative: Initiative
}

/** An initiative: the progress and dates of its projects and epics, and its updates. */
function InitiativePage({ slug, initiative }: PageProps) {
  const { t } = useTranslation()
  const { id: user_id } = useMe()
  const workspace_role = useWorkspace(slug)?.role ?? 0
  const me = { user_id, workspace_role }
  const { mutate } = useChangeInitiative(slug)
  const { id } = initiative
  const { data: overview, isError, refetch } = useInitiativeOverview(slug, id)
  const onChange = canChangeInitiative(me, initiative)
    ? (patch: InitiativePatch) => mutate({ id, patch })
    : undefined
  const bars = useBars(slug, initiative, overview)
  const about = useAbout(slug, overview)

  return (
    <>
      <ShellHeader>
        <Breadcrumbs>
          <Crumb icon={Goal}>
            <Link to="/$slug/initiatives/" params={{ slug }}>
              {t('initiatives.heading')}
            </Link>
          </Crumb>
          <Crumb current>{initiative.name}</Crumb>
        </Breadcrumbs>
      </ShellHeader>
      <div className="flex min-h-0 grow max-lg:block max-lg:overflow-y-auto">
        <div className="min-w-0 grow px-8 pt-6 pb-12 max-lg:pb-6 max-md:px-4 lg:overflow-y-auto">
          <Heading slug={slug} initiative={initiative} onChange={onChange} />
          <div className="mt-6">
            {isError && !overview ? (
              <NotRead onRetry={() => void refetch()}>{t('initiatives.not_loaded')}</NotRead>
            ) : (
              <PlannedProgress counts={overview?.progress ?? noCounts} />
            )}
          </div>
          <section aria-label={t('initiatives.timeline')} className="mt-8">
            <h2 className="mb-1 flex h-7 items-center text-body font-semibold">
              {t('initiatives.timeline')}
            </h2>
            <TimelineStrip bars={bars} target={initiative.end_date} />
          </section>
          <div className="mt-8">
            <InitiativeContents
              slug={slug}
              initiative={initiative}
              overview={overview}
              onChange={onChange}
            />
          </div>
        </div>
        <aside
          aria-label={t('updates.title')}
          className="w-94 shrink-0 border-l border-line px-5 py-3 max-lg:w-full max-lg:border-t max-lg:border-l-0 max-md:px-4 max-md:pb-24 lg:overflow-y-auto"
        >
          <h2 className="mb-2 flex h-7 items-center font-semibold">{t('updates.title')}</h2>
          <Updates
            subject={{ kind: 'initiative', slug, id }}
            mayPost={canUpdateInitiative(me, initiative)}
            about={about}
          />
        </aside>
      </div>
    </>
  )
}

interface HeadingProps extends PageProps {
  onChange: ((patch: InitiativePatch) => void) | undefined
}

function Heading({ slug, initiative, onChange }: HeadingProps) {
  const { t } = useTranslation()
  const { id, name, description_html } = initiative
  const plain = plainText(description_html)
  const text = 'text-body text-ink-2'
  return (
    <>
      {onChange ? (
        <>
          <h1 className="sr-only">{name}</h1>
          <InPlaceText
            required
            label={t('initiatives.name')}
            name={`initiative name ${id}`}
            value={name}
            placeholder={t('initiatives.name')}
            maxLength={255}
            onSave={(next) => onChange({ name: next })}
            className="text-display font-semibold"
          />
        </>
      ) : (
        <h1 className="text-display font-semibold wrap-anywhere">{name}</h1>
      )}
      <div className="mt-2 max-w-180">
        {onChange && plain !== undefined ? (
          <InPlaceText
            label={t('initiatives.description')}
            name={`initiative description ${id}`}
            value={plain}
            placeholder={t('initiatives.description_placeholder')}
            maxLength={20_000}
            onSave={(next) => onChange({ description_html: htmlOf(next) })}
            className={text}
          />
        ) : (
          plain !== '' && <RichText html={description_html} className={text} />
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-1.5">
        <LeadField slug={slug} initiative={initiative} onChange={onChange} />
        <DatesField slug={slug} initiative={initiative} onChange={onChange} />
        <MembersField slug={slug} initiative={initiative} onChange={onChange} />
      </div>
    </>
  )
}

function LeadField({ slug, initiative, onChange }: HeadingProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const lead = usePeople(slug).get(initiative.lead_id ?? '')
  const people = useColleagues(slug).toSorted(byName(me))
  return (
    <Combobox
      label={t('initiatives.lead')}
      options={people.map((person) => personOption(person, me, t('pickers.you')))}
      value={initiative.lead_id}
      onChange={(lead_id) =>
        onChange?.({ lead_id: lead_id === initiative.lead_id ? null : lead_id })
      }
      trigger={
        <PropertyPill
          label={t('initiatives.lead')}
          icon={lead ? <Avatar person={lead} size={16} tooltip={false} /> : CircleUserRound}
          placeholder={t('initiatives.no_lead')}
          disabled={!onChange}
        >
          {lead?.name}
        </PropertyPill>
      }
    />
  )
}

function DatesField({ initiative, onChange }: HeadingProps) {
  const { t } = useTranslation()
  const { start_date, end_date } = initiative
  return (
    <DateRangePicker
      label={t('initiatives.dates')}
      align="start"
      value={{ start: start_date, end: end_date }}
      onChange={({ start, end }) => onChange?.({ start_date: start, end_date: end })}
      trigger={
        <PropertyPill
          label={t('initiatives.dates')}
          icon={CalendarRange}
          placeholder={t('initiatives.no_dates')}
          disabled={!onChange}
        >
          {start_date || end_date ? rangeText(start_date, end_date) : undefined}
        </PropertyPill>
      }
    />
  )
}

function MembersField({ slug, initiative, onChange }: HeadingProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = usePeople(slug)
  const colleagues = useColleagues(slug).toSorted(byName(me))
  const { member_ids } = initiative
  const members = member_ids.flatMap((id) => people.get(id) ?? [])
  return (
    <Combobox
      multiple
      label={t('initiatives.members')}
      options={colleagues.map((person) => personOption(person, me, t('pickers.you')))}
      value={member_ids}
      onChange={(ids) => onChange?.({ member_ids: ids })}
      trigger={
        <PropertyPill
          label={t('initiatives.members')}
          icon={
            members.length > 0 ? <AvatarGroup people={members} size={16} tooltip={false} /> : Users
          }
          placeholder={t('initiatives.no_members')}
          disabled={!onChange}
        >
          {members.length > 0 ? t('initiatives.member_count', counted(members.length)) : undefined}
        </PropertyPill>
      }
    />
  )
}

/** Projects have no state: it is derived from their items. */
function groupOf(progress: ProgressCounts | undefined): StateGroup {
  if (!progress) return 'unstarted'
  if (plannedPercent(progress) === 100) return 'completed'
  return progress.completed_issues + progress.started_issues > 0 ? 'started' : 'unstarted'
}

function useBars(slug: string, initiative: Initiative, overview: InitiativeOverview | undefined) {
  const projects = (useAllProjects(slug) ?? [])
    .filter(({ id }) => initiative.project_ids.includes(id))
    .sort(byTarget)
  const ofProjects = projects.map((project): StripBar => {
    const { id, name, start_date: start, target_date: end } = project
    const status = overview?.projects.find((one) => one.id === id)
    const percent = status ? plannedPercent(status.progress) : 0
    const group = groupOf(status?.progress)
    return { id, name, start, end, percent, group, health: status?.health ?? null }
  })
  const ofEpics = (overview?.epics ?? [])
    .filter(({ id }) => initiative.epic_ids.includes(id))
    .map((epic): StripBar => {
      const { id, name, health, start_date: start, target_date: end, state_group: group } = epic
      return { id, name, start, end, health, group, percent: plannedPercent(epic.progress) }
    })
  return [...ofProjects, ...ofEpics]
}

/** The project or epic of an update, as a link. */
function useAbout(slug: string, overview: InitiativeOverview | undefined) {
  const projects = useAllProjects(slug) ?? []
  return ({ project_id, epic_id }: StatusUpdate) => {
    const project = projects.find(({ id }) => id === project_id)
    if (!project) return null
    const epic = overview?.epics.find(({ id }) => id === epic_id)
    const to = epic
      ? itemAddress(slug, keyOf(project, epic))
      : `/${slug}/projects/${project.id}/overview/`
    return (
      <Link
        to={to as string}
        className="flex max-w-full min-w-0 items-center gap-1.5 rounded-xs font-medium hover:underline"
      >
        <Icon of={projectLogo(project)} size={14} />
        <span className="truncate">{epic?.name ?? project.name}</span>
      </Link>
    )
  }
}

import { formatDuration, type MemberProfile } from '@cairn/contract'
import { Pencil } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useProfile, type Whose } from '#entities/member/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { useTimeOfPerson } from '#entities/time/sums.ts'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { progressColours, StackedBar } from '#ui/feedback/progress.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { ClockIn } from './clock-in.tsx'

/** A user's details, local time, and progress in each project. */
export default function ProfilePanel({ slug, user_id }: Whose) {
  const { t } = useTranslation()
  const isMe = useMe().id === user_id
  const { data, isError } = useProfile({ slug, user_id })
  if (isError) return <p className="p-4 text-ink-3">{t('profile_panel.not_loaded')}</p>
  if (!data) return <PanelSkeleton />
  const { user_data: user, project_data } = data
  const name = `${user.first_name} ${user.last_name}`.trim() || user.display_name
  const person = { id: user_id, name: user.display_name, photo: user.avatar_url }
  return (
    <>
      <div className="relative h-28 bg-sunken">
        {user.cover_image_url && (
          <img src={user.cover_image_url} alt="" className="size-full object-cover" />
        )}
        {isMe && (
          <Link
            to="/$slug/settings/account/"
            params={{ slug }}
            aria-label={t('profile_panel.edit')}
            className="absolute top-2 right-2 grid size-7 place-items-center rounded-md border border-line bg-surface text-ink-2 hover:text-ink max-md:size-11"
          >
            <Icon of={Pencil} size={14} />
          </Link>
        )}
      </div>
      <div className="relative -mt-8 px-4 pb-4">
        <span className="inline-block rounded-full ring-3 ring-surface">
          <Avatar person={person} size={64} tooltip={false} />
        </span>
        <h2 className="mt-2 text-heading font-semibold wrap-anywhere">{name}</h2>
        {name !== user.display_name && (
          <p className="text-ink-2 wrap-anywhere">({user.display_name})</p>
        )}
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
          <dt className="text-ink-3">{t('profile_panel.joined')}</dt>
          <dd>{longDate(dayOfMoment(user.date_joined))}</dd>
          <dt className="text-ink-3">{t('profile_panel.time')}</dt>
          <dd className="tabular-nums">
            <ClockIn timeZone={user.user_timezone} />
          </dd>
          <TimeSpent slug={slug} user_id={user_id} />
        </dl>
      </div>
      <Projects slug={slug} projects={project_data} />
    </>
  )
}

/** In the projects the reader sees; hidden where none of them tracks time. */
function TimeSpent(whose: Whose) {
  const { t } = useTranslation()
  const tracked = useAllProjects(whose.slug)?.some((project) => project.is_time_tracking_enabled)
  const { data } = useTimeOfPerson(whose)
  if (!tracked || !data) return null
  return (
    <>
      <dt className="text-ink-3">{t('time.spent')}</dt>
      <dd className="tabular-nums">{formatDuration(data.spent)}</dd>
    </>
  )
}

interface ProjectsProps {
  slug: string
  projects: MemberProfile['project_data']
}

/** The shared projects. */
function Projects({ slug, projects }: ProjectsProps) {
  const { t } = useTranslation()
  const known = useAllProjects(slug)
  const shown = projects.flatMap((numbers) => {
    const project = known?.find(({ id }) => id === numbers.id)
    return project ? [{ project, numbers }] : []
  })
  if (shown.length === 0) return null
  return (
    <section aria-label={t('profile_panel.projects')} className="border-t border-line">
      {shown.map(({ project, numbers }) => (
        <details key={project.id} className="border-b border-line-subtle">
          <summary className="focus-inset flex h-10 cursor-pointer items-center gap-2 px-4 hover:bg-hover max-md:h-12">
            {projectLogo(project)}
            <span className="min-w-0 grow truncate">{project.name}</span>
            <span
              data-tip={t('profile_panel.completion')}
              className={classNames('font-medium tabular-nums', shareLook(shareOf(numbers)))}
            >
              {t('profile_panel.percent', { share: shareOf(numbers) })}
            </span>
          </summary>
          <div className="px-4 pb-3">
            <StackedBar
              label={t('profile_panel.completion')}
              parts={[
                {
                  key: 'completed',
                  value: numbers.completed_issues,
                  colour: progressColours.completed,
                  label: t('profile_panel.completed'),
                },
                {
                  key: 'pending',
                  value: numbers.pending_issues,
                  colour: progressColours.unstarted,
                  label: t('profile_panel.pending'),
                },
              ]}
            />
            <dl className="mt-2 grid grid-cols-[1fr_auto] gap-y-1 text-small">
              <dt className="text-ink-2">{t('profile_panel.created')}</dt>
              <dd className="tabular-nums">{numbers.created_issues}</dd>
              <dt className="text-ink-2">{t('profile_panel.assigned')}</dt>
              <dd className="tabular-nums">{numbers.assigned_issues}</dd>
              <dt className="text-ink-2">{t('profile_panel.pending')}</dt>
              <dd className="tabular-nums">{numbers.pending_issues}</dd>
              <dt className="text-ink-2">{t('profile_panel.completed')}</dt>
              <dd className="tabular-nums">{numbers.completed_issues}</dd>
            </dl>
          </div>
        </details>
      ))}
    </section>
  )
}

type Numbers = MemberProfile['project_data'][number]

const shareOf = ({ assigned_issues, completed_issues }: Numbers) =>
  assigned_issues > 0 ? Math.round((completed_issues / assigned_issues) * 100) : 0

/** Red up to 35, amber up to 70, green above. */
function shareLook(percent: number) {
  if (percent <= 35) return 'text-danger-ink'
  return percent <= 70 ? 'text-warning-ink' : 'text-success-ink'
}

const PanelSkeleton = () => (
  <SkeletonGroup>
    <div className="flex flex-col gap-3 p-4">
      <Skeleton height={48} width={48} />
      <Skeleton width="60%" />
      <Skeleton width="80%" />
      <Skeleton width="70%" />
    </div>
  </SkeletonGroup>
)

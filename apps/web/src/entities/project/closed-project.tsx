import { ADMIN, PRIVATE, type Project } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { Link } from '#ui/router/link.tsx'
import { useJoinProject } from './change-hooks.ts'
import { ProjectDialogs, type RequestedAction } from './project-dialogs.tsx'

interface ClosedProjectProps {
  slug: string
  /** Undefined: none visible to this user. */
  project: Project | undefined
}

/** Instead of a project the user is not in, that is archived, or that does not exist. */
export default function ClosedProject({ slug, project }: ClosedProjectProps) {
  if (!project) return <UnknownProject slug={slug} />
  return project.archived_at ? (
    <ArchivedProject slug={slug} project={project} />
  ) : (
    <UnjoinedProject slug={slug} project={project} />
  )
}

function UnknownProject({ slug }: { slug: string }) {
  const { t } = useTranslation()
  usePageTitle(t('errors.no_project.title'))
  return (
    <EmptyState
      level={1}
      picture="no-match"
      title={t('errors.no_project.title')}
      action={
        <Link to="/$slug/projects/" params={{ slug }} className={buttonLook('primary')}>
          {t('projects.all')}
        </Link>
      }
    >
      {t('errors.no_project.text')}
    </EmptyState>
  )
}

interface KnownProjectProps {
  slug: string
  project: Project
}

/** Private ones are visible only to workspace admins, who may join them, too. */
function UnjoinedProject({ slug, project }: KnownProjectProps) {
  const { t } = useTranslation()
  const join = useJoinProject(slug)
  const { id, name, network } = project
  usePageTitle(name)

  function handleJoin() {
    join.mutate(id, {
      onError: (error) => notifyFailure(t('projects.not_joined_yet', { name }), error),
    })
  }

  return (
    <EmptyState
      level={1}
      title={<span className="wrap-anywhere">{t('projects.unjoined_title', { name })}</span>}
      action={
        <Button variant="primary" busy={join.isPending} onClick={handleJoin}>
          {t(join.isPending ? 'projects.taking_in' : 'projects.click_to_join')}
        </Button>
      }
    >
      {t(network === PRIVATE ? 'projects.unjoined_private_text' : 'projects.unjoined_text')}
    </EmptyState>
  )
}

function ArchivedProject({ slug, project }: KnownProjectProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<RequestedAction>()
  const { name, member_role } = project
  usePageTitle(name)
  return (
    <>
      <EmptyState
        level={1}
        title={<span className="wrap-anywhere">{t('projects.is_archived_title', { name })}</span>}
        action={
          <>
            <Link to="/$slug/projects/archives/" params={{ slug }} className={buttonLook()}>
              {t('projects.archives')}
            </Link>
            {member_role === ADMIN && (
              <Button variant="primary" onClick={() => setAsked({ action: 'restore', project })}>
                {t('projects.restore')}
              </Button>
            )}
          </>
        }
      >
        {t('projects.is_archived_text')}
      </EmptyState>
      <ProjectDialogs slug={slug} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

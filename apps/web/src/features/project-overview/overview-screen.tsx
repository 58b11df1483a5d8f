import { ADMIN, MEMBER, noCounts, type Project } from '@cairn/contract'
import { ImageIcon, PanelsTopLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { InPlaceText } from '#entities/in-place/in-place-text.tsx'
import { PlannedProgress } from '#entities/progress/planned-progress.tsx'
import { uploadCover, useChangeProject } from '#entities/project/change-hooks.ts'
import ClosedProject from '#entities/project/closed-project.tsx'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { isOpen, useAllProjects } from '#entities/project/hooks.ts'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { CoverDialog } from '#entities/project-card/cover-dialog.tsx'
import { coverOf, ProjectCover } from '#entities/project-card/project-cover.tsx'
import { useStatusUpdates } from '#entities/status-update/hooks.ts'
import { Updates } from '#entities/status-update/updates.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmojiIconPicker } from '#ui/controls/emoji-icon-picker.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { useProjectOverview } from './hooks.ts'
import { ProjectLinks } from './project-links.tsx'
import { Properties } from './properties.tsx'
import { RecentPages } from './recent-pages.tsx'

/** Description, members, progress and last update of a project. */
export function OverviewScreen() {
  const { slug, projectId } = useParams('/$slug/projects/$projectId/overview')
  const { t } = useTranslation()
  const projects = useAllProjects(slug)
  const project = projects?.find(({ id }) => id === projectId)
  usePageTitle(project && t('overview.page_title', { project: project.name }))
  if (projects && !isOpen(project)) return <ClosedProject slug={slug} project={project} />
  if (!project) return <SkeletonRows />
  return <Overview key={project.id} slug={slug} project={project} />
}

interface OverviewProps {
  slug: string
  project: Project
}

function Overview({ slug, project }: OverviewProps) {
  const { t } = useTranslation()
  const place = { slug, project_id: project.id }
  const subject = { kind: 'project', ...place, id: project.id } as const
  const { data: overview, isError, refetch } = useProjectOverview(place)
  const updates = useStatusUpdates({ ...subject, limit: 20 })
  const composer = useRef<HTMLTextAreaElement>(null)
  const isAdmin = project.member_role === ADMIN
  const isMember = (project.member_role ?? 0) >= MEMBER

  return (
    <>
      <ShellHeader
        actions={
          isMember && (
            <Button variant="primary" onClick={() => composer.current?.focus()}>
              {t('updates.post')}
            </Button>
          )
        }
      >
        <Breadcrumbs>
          <ProjectCrumb slug={slug} project={project} />
          <Crumb
            current
            icon={PanelsTopLeft}
            after={<FeatureSwitch slug={slug} project={project} current="overview" />}
          >
            {t('shell.overview')}
          </Crumb>
        </Breadcrumbs>
      </ShellHeader>
      <div className="min-h-0 grow overflow-y-auto">
        <Cover slug={slug} project={project} editable={isAdmin} />
        <div className="flex min-h-[calc(100%-128px)] max-lg:flex-col">
          <div className="min-w-0 grow px-8 pb-12 max-md:px-4 max-lg:pb-4">
            <Logo slug={slug} project={project} editable={isAdmin} />
            <h1 className="mt-3 text-display font-semibold wrap-anywhere">{project.name}</h1>
            <Description slug={slug} project={project} editable={isAdmin} />
            <div className="mt-6">
              {isError && !overview ? (
                <NotRead onRetry={() => void refetch()}>{t('overview.not_loaded')}</NotRead>
              ) : (
                <PlannedProgress counts={overview?.progress ?? noCounts} />
              )}
            </div>
            <section aria-label={t('updates.title')} className="mt-8">
              <h2 className="mb-2 flex h-7 items-center text-body font-semibold">
                {t('updates.title')}
              </h2>
              <Updates few={1} subject={subject} mayPost={isMember} field={composer} />
            </section>
            {project.page_view && overview && (
              <div className="mt-8">
                <RecentPages slug={slug} project={project} pages={overview.pages} />
              </div>
            )}
          </div>
          <aside className="w-84 shrink-0 border-l border-line max-lg:w-full max-lg:border-t max-lg:border-l-0">
            <div className="px-5 py-4 max-md:px-4">
              <Properties
                slug={slug}
                project={project}
                overview={overview}
                health={updates?.[0]?.health ?? null}
                editable={isAdmin}
              />
            </div>
            <div className="border-t border-line-subtle px-5 py-4 max-md:px-4 max-md:pb-24">
              <ProjectLinks place={place} editable={isMember} />
            </div>
          </aside>
        </div>
      </div>
    </>
  )
}

type EditableProps = OverviewProps & { editable: boolean }

function Cover({ slug, project, editable }: EditableProps) {
  const { t } = useTranslation()
  const change = useChangeProject(slug, project.id)
  const [changing, setChanging] = useState(false)
  return (
    <div className="relative h-32 overflow-hidden">
      <ProjectCover project={project} className="size-full" />
      {editable && (
        <>
          <Button
            size="sm"
            icon={ImageIcon}
            className="absolute right-4 bottom-3"
            onClick={() => setChanging(true)}
          >
            {t('projects.cover.change')}
          </Button>
          <CoverDialog
            open={changing}
            onClose={() => setChanging(false)}
            value={coverOf(project)}
            onPick={(cover_image) => change.mutate({ cover_image })}
            upload={(file, onProgress) => uploadCover(slug, project.id, file, onProgress)}
            remove={async () => change.mutate({ cover_image: null })}
          />
        </>
      )}
    </div>
  )
}

function Logo({ slug, project, editable }: EditableProps) {
  const { t } = useTranslation()
  const change = useChangeProject(slug, project.id)
  const look =
    'relative -mt-6 grid size-12 place-items-center rounded-xl border border-line bg-raised ring-3 ring-surface'
  if (!editable) return <span className={look}>{projectLogo(project, 28)}</span>
  return (
    <EmojiIconPicker
      label={t('projects.logo')}
      value={project.logo_props as LogoValue}
      onChange={(logo) => change.mutate({ logo_props: { ...logo } })}
      trigger={
        <button type="button" aria-label={t('projects.logo')} className={`${look} hover:bg-hover`}>
          {projectLogo(project, 28)}
        </button>
      }
    />
  )
}

function Description({ slug, project, editable }: EditableProps) {
  const { t } = useTranslation()
  const change = useChangeProject(slug, project.id)
  const look = 'max-w-180 text-body text-ink-2'
  if (!editable) {
    return (
      <p className={`mt-2 whitespace-pre-wrap wrap-anywhere ${look}`}>
        {project.description || t('overview.no_description')}
      </p>
    )
  }
  return (
    <div className="mt-2">
      <InPlaceText
        label={t('overview.description')}
        name={`project description ${project.id}`}
        value={project.description}
        placeholder={t('overview.description_placeholder')}
        maxLength={10_000}
        onSave={(description) => change.mutate({ description })}
        className={look}
      />
    </div>
  )
}

import type { WorkItem } from '@cairn/contract'
import { Bell, Command, FolderOpen, SquareCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { ItemRows } from '#entities/item-count/item-rows.tsx'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import { ItemLink } from '#entities/work-item/item-link.tsx'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { Kbd } from '#ui/controls/kbd.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { HomeSection, LateSection } from '#ui/layout/home-section.tsx'
import { Count } from '#ui/people/badge.tsx'
import { Link } from '#ui/router/link.tsx'
import { useHomeDashboard, useWidgetData } from './dashboard-hooks.ts'
import { JoinableRows, JoinedRows } from './project-rows.tsx'

interface FirstStepsProps {
  slug: string
  onDismiss: () => void
}

/** The home page of a newly invited user: first steps, assigned work, projects to join. */
export default function FirstSteps({ slug, onDismiss }: FirstStepsProps) {
  const dashboard = useHomeDashboard(slug)
  if (!dashboard) return <LateSection />
  return <Steps slug={slug} dashboard_id={dashboard.dashboard.id} onDismiss={onDismiss} />
}

function Steps({ slug, dashboard_id, onDismiss }: FirstStepsProps & { dashboard_id: string }) {
  const { t } = useTranslation()
  const { openShortcuts } = useShell()
  const { data } = useWidgetData(slug, dashboard_id, 'assigned_issues', { issue_type: 'pending' })
  const assigned = (data?.issues ?? []) as WorkItem[]
  return (
    <>
      <section aria-label={t('home.first_steps.title')} className="mt-6">
        <ul className="grid grid-cols-3 overflow-hidden rounded-lg border border-line max-md:grid-cols-1">
          <Begin slug={slug} assigned={assigned} />
          <Step
            icon={Bell}
            title={t('home.first_steps.notifications')}
            text={t('home.first_steps.notifications_text')}
          >
            <Link
              to="/$slug/settings/account/notifications/"
              params={{ slug }}
              className={buttonLook('secondary', 'md')}
            >
              {t('home.first_steps.notifications_way')}
            </Link>
          </Step>
          <Step
            icon={Command}
            title={t('home.first_steps.keys')}
            text={
              <>
                <Kbd keys="c" /> {t('home.first_steps.key_new')} <Kbd keys="/" />{' '}
                {t('home.first_steps.key_search')} <Kbd keys="?" /> {t('home.first_steps.key_help')}
              </>
            }
          >
            <Button onClick={openShortcuts}>{t('home.first_steps.keys_way')}</Button>
          </Step>
        </ul>
        <p className="mt-2 text-right">
          <Button variant="ghost" size="sm" onClick={onDismiss}>
            {t('home.first_steps.hide')}
          </Button>
        </p>
      </section>
      {assigned.length > 0 && (
        <HomeSection
          id="home-assigned"
          title={
            <span className="flex items-center gap-2">
              {t('home.dashboard.widgets.assigned_issues')}
              <Count value={data?.count ?? assigned.length} />
            </span>
          }
        >
          <div className="overflow-hidden rounded-lg border border-line px-4 *:-mb-px *:border-t-0">
            <ItemRows
              slug={slug}
              label={t('home.dashboard.widgets.assigned_issues')}
              items={assigned}
            />
          </div>
        </HomeSection>
      )}
      <JoinedRows slug={slug} />
      <JoinableRows slug={slug} />
    </>
  )
}

/** The first assigned item, else the first project, else undefined. */
function Begin({ slug, assigned: [item] }: { slug: string; assigned: readonly WorkItem[] }) {
  const { t } = useTranslation()
  const projects = useJoinedProjects(slug)
  const home = item && projects?.find(({ id }) => id === item.project_id)
  if (item && home) {
    const key = keyOf(home, item)
    return (
      <Step
        icon={SquareCheck}
        title={t('home.first_steps.item')}
        text={t('home.first_steps.item_text')}
      >
        <ItemLink slug={slug} itemKey={key} className={buttonLook('primary', 'md')}>
          {t('home.first_steps.item_way', { key })}
        </ItemLink>
      </Step>
    )
  }
  const [project] = projects ?? []
  if (!project) return null
  return (
    <Step
      icon={FolderOpen}
      title={t('home.first_steps.project')}
      text={t('home.first_steps.project_text')}
    >
      <Link
        to="/$slug/projects/$projectId/issues/"
        params={{ slug, projectId: project.id }}
        className={buttonLook('primary', 'md')}
      >
        <span className="max-w-50 truncate">
          {t('home.first_steps.project_way', { name: project.name })}
        </span>
      </Link>
    </Step>
  )
}

interface StepProps {
  icon: IconLike
  title: string
  text: ReactNode
  children: ReactNode
}

function Step({ icon, title, text, children }: StepProps) {
  return (
    <li className="-mt-px -ml-px flex min-w-0 flex-col border-t border-l border-line-subtle p-4">
      <span className="grid size-8 place-items-center rounded-md bg-hover">
        <Icon of={icon} className="text-ink-2" />
      </span>
      <h2 className="mt-4 font-medium">{title}</h2>
      <p className="mt-0.5 min-h-10 grow text-ink-2">{text}</p>
      <span className="mt-3 flex">{children}</span>
    </li>
  )
}

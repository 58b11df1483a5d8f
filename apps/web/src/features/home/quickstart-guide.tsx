import { ADMIN } from '@cairn/contract'
import { Briefcase, Building2, CircleCheck, CircleUser, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useIsInstanceAdmin } from '#entities/account/hooks.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { HomeSection } from '#ui/layout/home-section.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { Link } from '#ui/router/link.tsx'

interface Progress {
  hide: boolean
  visited_members: boolean
  visited_workspace: boolean
  visited_profile: boolean
}

const begun: Progress = {
  ...{ hide: false, visited_members: false, visited_workspace: false, visited_profile: false },
}

/** First steps in a new workspace, until they are done or dismissed. */
export function QuickstartGuide({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const projects = useJoinedProjects(slug)
  const { createProject } = useShell()
  const isInstanceAdmin = useIsInstanceAdmin()
  const lacksMail = useInstance()?.config.is_smtp_configured === false && isInstanceAdmin
  const [progress, setProgress] = useStored(`quickstart-guide-${slug}`, begun)
  if (!workspace || !projects || progress.hide) return null
  const hasProject = projects.length > 0
  const hasTeam = workspace.total_members >= 2
  // Only for users who can take these steps.
  if ((hasProject && hasTeam) || workspace.role < ADMIN) return null
  const visit = (part: keyof Progress) => () => setProgress({ ...progress, [part]: true })
  const way = (to: string, part: keyof Progress, words: string) => (
    <Link to={to} onClick={visit(part)} className={buttonLook('secondary', 'sm')}>
      {words}
    </Link>
  )

  return (
    <HomeSection
      id="home-quickstart"
      title={t('home.quickstart.title')}
      actions={
        <Button variant="ghost" onClick={visit('hide')}>
          {t('home.quickstart.not_now')}
        </Button>
      }
    >
      {lacksMail && (
        <div className="mb-3">
          <Banner
            boxed
            tone="warning"
            action={
              <Link to="/god-mode/email/" className={buttonLook('secondary', 'sm')}>
                {t('home.quickstart.mail_way')}
              </Link>
            }
          >
            {t('home.quickstart.mail')}
          </Banner>
        </div>
      )}
      <ul className="grid grid-cols-4 gap-3 max-xl:grid-cols-2 max-sm:grid-cols-1">
        <Card
          icon={Briefcase}
          title={t('home.quickstart.project')}
          text={t('home.quickstart.project_text')}
          done={hasProject}
          way={
            createProject && (
              <Button size="sm" onClick={createProject}>
                {t('home.quickstart.project_way')}
              </Button>
            )
          }
        />
        <Card
          icon={UsersRound}
          title={t('home.quickstart.team')}
          text={t('home.quickstart.team_text')}
          done={hasTeam}
          way={way(`/${slug}/settings/members/`, 'visited_members', t('home.quickstart.team_way'))}
        />
        <Card
          icon={Building2}
          title={t('home.quickstart.workspace')}
          text={t('home.quickstart.workspace_text')}
          done={progress.visited_workspace}
          way={way(`/${slug}/settings/`, 'visited_workspace', t('home.quickstart.workspace_way'))}
        />
        <Card
          icon={CircleUser}
          title={t('home.quickstart.profile')}
          text={t('home.quickstart.profile_text')}
          done={progress.visited_profile}
          way={way(
            `/${slug}/settings/account/`,
            'visited_profile',
            t('home.quickstart.profile_way'),
          )}
        />
      </ul>
    </HomeSection>
  )
}

interface CardProps {
  icon: IconLike
  title: string
  text: string
  done: boolean
  way: ReactNode
}

function Card({ icon, title, text, done, way }: CardProps) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-col gap-1 rounded-lg border border-line p-3">
      <span className="flex items-center justify-between">
        <Icon of={icon} size={20} className="text-ink-3" />
        {done && (
          <span className="flex text-success">
            <Icon of={CircleCheck} />
            <span className="sr-only">{t('home.quickstart.done')}</span>
          </span>
        )}
      </span>
      <h3 className="mt-1 font-medium">{title}</h3>
      <p className="grow text-small text-ink-2">{text}</p>
      {!done && way && <span className="mt-2 flex">{way}</span>}
    </li>
  )
}

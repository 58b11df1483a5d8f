import { ADMIN, GUEST } from '@cairn/contract'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useColleague, type Whose } from '#entities/member/hooks.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { profileTabs } from '#entities/work-item-list/list-context.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { classNames } from '#ui/theme/class-names.ts'

const allTabs = ['summary', ...profileTabs, 'activity', 'time'] as const
type Tab = (typeof allTabs)[number]

export interface AtProfile extends Whose {
  tab: Tab
}

/** Guests do not see how work is distributed. */
export const useSeesWork = (slug: string) => (useWorkspace(slug)?.role ?? 0) > GUEST

/**
 * One's own timesheet, and for admins those of others, where a project tracks time; undefined until
 * the projects are known.
 */
export function useSeesTime({ slug, user_id }: Whose): boolean | undefined {
  const isMe = useMe().id === user_id
  const isAdmin = useWorkspace(slug)?.role === ADMIN
  const tracked = useJoinedProjects(slug)?.filter((project) => project.is_time_tracking_enabled)
  return tracked?.some(({ member_role }) => isMe || isAdmin || member_role === ADMIN)
}

function useTabs(whose: Whose): readonly Tab[] {
  const seesWork = useSeesWork(whose.slug)
  const seesTime = useSeesTime(whose) ?? false
  return allTabs.filter((tab) => tab === 'summary' || (tab === 'time' ? seesTime : seesWork))
}

const addressOf = ({ slug, user_id }: Whose, tab: Tab): string =>
  `/${slug}/profile/${user_id}/${tab === 'summary' ? '' : `${tab}/`}`

/** Left in the header: the user's name; on small screens with a menu of the other tabs. */
export function ProfileCrumb({ tab, ...whose }: AtProfile) {
  const { t } = useTranslation()
  const colleague = useColleague(whose)
  const tabs = useTabs(whose)
  if (!colleague) return null
  const { person, fullName, isMe } = colleague
  return (
    <>
      <Breadcrumbs>
        <Crumb current icon={<Avatar person={person} size={16} tooltip={false} />}>
          <h1 className="truncate">
            {isMe ? t('profiles.yours') : t('profiles.theirs', { name: fullName })}
          </h1>
        </Crumb>
      </Breadcrumbs>
      <span className="md:hidden">
        <Menu
          trigger={
            <Button
              variant="ghost"
              icon={ChevronDown}
              aria-label={t('profiles.tab_of', { tab: t(`profiles.tabs.${tab}`) })}
            >
              {t(`profiles.tabs.${tab}`)}
            </Button>
          }
          items={tabs.map((one) => ({
            label: t(`profiles.tabs.${one}`),
            checked: one === tab,
            onSelect: () => void navigate({ to: addressOf(whose, one) }),
          }))}
        />
      </span>
    </>
  )
}

/** Below the header, on larger screens. */
export function ProfileTabs({ tab, ...whose }: AtProfile) {
  const { t } = useTranslation()
  const tabs = useTabs(whose)
  return (
    <nav
      aria-label={t('profiles.parts')}
      className="flex h-10 shrink-0 items-center gap-0.5 border-b border-line-subtle px-3 max-md:hidden"
    >
      {tabs.map((one) => (
        <Link
          key={one}
          to={addressOf(whose, one)}
          aria-current={one === tab ? 'page' : undefined}
          className={classNames(
            'focus-inset flex h-7 items-center rounded-md px-2 font-medium whitespace-nowrap',
            one === tab ? 'bg-pressed text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
          )}
        >
          {t(`profiles.tabs.${one}`)}
        </Link>
      ))}
    </nav>
  )
}

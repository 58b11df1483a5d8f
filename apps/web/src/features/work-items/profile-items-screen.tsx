import { Link, useParams } from '@tanstack/react-router'
import { PanelRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProfileAside } from '#features/member-profiles/profile-aside.tsx'
import { NotFound } from '#features/shell/gate-screens.tsx'
import { useStored } from '#features/shell/stored.ts'
import { usePageTitle } from '#features/shell/use-page-title.ts'
import { useSmallScreen } from '#features/shell/use-small-screen.ts'
import {
  type ListContext,
  type ProfileTab,
  profileTabs,
} from '#features/work-item-lists/list-context.ts'
import { usePeople } from '#features/workspaces/hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Breadcrumbs, Crumb } from '#ui/breadcrumbs.tsx'
import { buttonLook } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ListFrame } from './list-frame.tsx'

const isTab = (tab: string): tab is ProfileTab => profileTabs.some((one) => one === tab)

/** What somebody was given, made, or follows, in all projects one shares with them. */
export function ProfileItemsScreen() {
  const { slug, userId, tab } = useParams({ from: '/$slug/profile/$userId/$tab' })
  return isTab(tab) ? <ProfileItems slug={slug} userId={userId} tab={tab} /> : <NotFound />
}

interface ProfileItemsProps {
  slug: string
  userId: string
  tab: ProfileTab
}

function ProfileItems({ slug, userId, tab }: ProfileItemsProps) {
  const { t } = useTranslation()
  const person = usePeople(slug).get(userId)
  const context = useMemo(
    (): ListContext => ({ kind: 'profile', slug, user_id: userId, tab }),
    [slug, userId, tab],
  )
  usePageTitle(t(`profile_lists.${tab}.page_title`))
  const small = useSmallScreen()
  const [collapsed, setCollapsed] = useStored('profile_sidebar_collapsed', false)
  const [drawn, setDrawn] = useState(false)
  // On small screens it covers the list: there it opens when asked for.
  const open = small ? drawn : !collapsed
  const setOpen = small ? setDrawn : (next: boolean) => setCollapsed(!next)
  return (
    <ListFrame
      key={`${userId} ${tab}`}
      context={context}
      actions={
        <IconButton
          icon={PanelRight}
          label={t(open ? 'profile_panel.hide' : 'profile_panel.show')}
          pressed={open}
          onClick={() => setOpen(!open)}
        />
      }
      aside={
        <ProfileAside slug={slug} user_id={userId} open={open} onClose={() => setOpen(false)} />
      }
      empty={() => (
        <EmptyState title={t(`profile_lists.${tab}.empty_title`)}>
          {t(`profile_lists.${tab}.empty_text`)}
        </EmptyState>
      )}
    >
      <Breadcrumbs>
        <Crumb current icon={person && <Avatar person={person} size={16} tooltip={false} />}>
          <h1>{person?.name}</h1>
        </Crumb>
      </Breadcrumbs>
      <nav aria-label={t('profile_lists.tabs')} className="flex gap-0.5">
        {profileTabs.map((one) => (
          <Link
            key={one}
            to="/$slug/profile/$userId/$tab/"
            params={{ slug, userId, tab: one }}
            search={{}}
            aria-current={one === tab ? 'page' : undefined}
            className={classNames(buttonLook('ghost'), one === tab && 'bg-pressed text-ink')}
          >
            {t(`profile_lists.${one}.tab`)}
          </Link>
        ))}
      </nav>
    </ListFrame>
  )
}

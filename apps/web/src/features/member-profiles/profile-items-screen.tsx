import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { NotFound } from '#entities/frame/gate-screens.tsx'
import { useColleague } from '#entities/member/hooks.ts'
import {
  type ListContext,
  type ProfileTab,
  profileTabs,
} from '#entities/work-item-list/list-context.ts'
import { ListFrame } from '#features/work-items/list-frame.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { ProfileFrame } from './profile-frame.tsx'
import { ProfileCrumb, ProfileTabs, useSeesWork } from './profile-tabs.tsx'
import { useProfilePanel } from './use-profile-panel.tsx'

const isTab = (tab: string): tab is ProfileTab => profileTabs.some((one) => one === tab)

/** Items assigned to, created or followed by a user, in all shared projects. */
export function ProfileItemsScreen() {
  const { slug, userId, tab } = useParams('/$slug/profile/$userId/$tab')
  return isTab(tab) ? <ProfileItems slug={slug} userId={userId} tab={tab} /> : <NotFound />
}

interface ProfileItemsProps {
  slug: string
  userId: string
  tab: ProfileTab
}

function ProfileItems({ slug, userId, tab }: ProfileItemsProps) {
  const { t } = useTranslation()
  const context = useMemo(
    (): ListContext => ({ kind: 'profile', slug, user_id: userId, tab }),
    [slug, userId, tab],
  )
  usePageTitle(t(`profile_lists.${tab}.page_title`))
  const at = { slug, user_id: userId, tab }
  const { toggle, aside } = useProfilePanel(at)
  const seesWork = useSeesWork(slug)
  if (useColleague(at) === null) return <NotFound />
  if (!seesWork) {
    return (
      <ProfileFrame {...at}>
        <EmptyState picture="no-match" title={t('profiles.no_permission')} />
      </ProfileFrame>
    )
  }
  return (
    <ListFrame
      key={`${userId} ${tab}`}
      context={context}
      headerActions={toggle}
      aside={aside}
      banner={<ProfileTabs {...at} />}
      empty={() => (
        <EmptyState title={t(`profile_lists.${tab}.empty_title`)}>
          {t(`profile_lists.${tab}.empty_text`)}
        </EmptyState>
      )}
    >
      <ProfileCrumb {...at} />
    </ListFrame>
  )
}

import { PanelRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import type { Whose } from '#entities/member/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { ProfileAside } from './profile-aside.tsx'

/** The panel of every profile screen, and the button in the header that shows and hides it. */
export function useProfilePanel({ slug, user_id }: Whose) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const [collapsed, setCollapsed] = useStored('profile_sidebar_collapsed', false)
  const [drawn, setDrawn] = useState(false)
  // On small screens it covers the rest: there it opens on request.
  const open = small ? drawn : !collapsed
  const setOpen = small ? setDrawn : (next: boolean) => setCollapsed(!next)
  return {
    toggle: (
      <IconButton
        icon={PanelRight}
        label={t(open ? 'profile_panel.hide' : 'profile_panel.show')}
        pressed={open}
        onClick={() => setOpen(!open)}
      />
    ),
    aside: (
      <ProfileAside slug={slug} user_id={user_id} open={open} onClose={() => setOpen(false)} />
    ),
  }
}

import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'

const ProfilePanel = lazy(() => import('./profile-panel.tsx'))

interface ProfileAsideProps {
  slug: string
  user_id: string
  open: boolean
  onClose: () => void
}

/** Next to the content, or over it on small screens. */
export function ProfileAside({ slug, user_id, open, onClose }: ProfileAsideProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const panel = open && (
    <Suspense>
      <ProfilePanel slug={slug} user_id={user_id} />
    </Suspense>
  )
  if (small) {
    return (
      <SidePanel open={open} onClose={onClose} label={t('profile_panel.title')} width={340}>
        {panel}
      </SidePanel>
    )
  }
  if (!panel) return null
  return (
    <aside
      aria-label={t('profile_panel.title')}
      className="w-75 shrink-0 overflow-y-auto border-l border-line bg-surface"
    >
      {panel}
    </aside>
  )
}

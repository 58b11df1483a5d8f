import type { ReactNode } from 'react'
import { NotFound } from '#entities/frame/gate-screens.tsx'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useColleague } from '#entities/member/hooks.ts'
import { PeekHost } from '#features/work-item-screens/peek-host.tsx'
import { type AtProfile, ProfileCrumb, ProfileTabs } from './profile-tabs.tsx'
import { useProfilePanel } from './use-profile-panel.tsx'

/** The frame of profile screens without a list; lists have their own. */
export function ProfileFrame({ children, ...at }: AtProfile & { children: ReactNode }) {
  const { toggle, aside } = useProfilePanel(at)
  if (useColleague(at) === null) return <NotFound />
  return (
    <>
      <ShellHeader actions={toggle}>
        <ProfileCrumb {...at} />
      </ShellHeader>
      <PeekHost slug={at.slug} aside={aside}>
        <ProfileTabs {...at} />
        <div className="min-h-0 grow overflow-y-auto">{children}</div>
      </PeekHost>
    </>
  )
}

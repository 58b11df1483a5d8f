import { useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe, useMyProfile } from '#entities/account/hooks.ts'
import { useWorkspaces } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { InviteStep } from './invite-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import { useFinish } from './save-progress.ts'
import { countSteps, hasJoined, openStep } from './steps.ts'
import { WorkspaceStep } from './workspace-step.tsx'

/** Onboarding: profile, workspace, invitations. */
export function OnboardingScreen() {
  const { t } = useTranslation()
  const { is_password_autoset } = useMe()
  const { onboarding_step } = useMyProfile()
  const workspaces = useWorkspaces()
  // Initial values: the number of steps must not change on the way.
  const [lacksPassword] = useState(is_password_autoset)
  const [joined] = useState(() => hasJoined(onboarding_step, workspaces.length))
  const total = countSteps(joined)
  usePageTitle(t('onboarding.page_title'))

  const step = openStep(onboarding_step, workspaces.length, joined)
  const [workspace] = workspaces
  if (step === 'profile') return <ProfileStep total={total} lacksPassword={lacksPassword} />
  if (step === 'workspace') return <WorkspaceStep total={total} />
  if (step === 'invite' && workspace) return <InviteStep total={total} workspace={workspace} />
  return <LastStep />
}

/** Finishes onboarding; there is nothing left to ask. */
function LastStep() {
  const { t } = useTranslation()
  const { mutate, isError } = useFinish()
  useEffect(() => mutate(), [mutate])
  if (!isError) return <Loader />
  return (
    <main className="grid h-full place-items-center">
      <Button variant="primary" onClick={() => mutate()}>
        {t('common.try_again')}
      </Button>
    </main>
  )
}

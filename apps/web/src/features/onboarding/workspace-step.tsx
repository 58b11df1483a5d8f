import type { Invitation, Workspace } from '@cairn/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useIsInstanceAdmin, useMyProfile } from '#entities/account/hooks.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { InvitationChoice } from '#entities/invitation/invitation-choice.tsx'
import { myInvitations, useJoinInvitations } from '#entities/invitation/my-invitations.ts'
import { useChosen } from '#entities/invitation/use-chosen.ts'
import { Or } from '#entities/sign-in/or.tsx'
import { WorkspaceForm } from '#features/workspaces/workspace-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Count } from '#ui/people/badge.tsx'
import { DemoOffer } from './demo-offer.tsx'
import { OnboardingLayout } from './onboarding-layout.tsx'
import { saveProfile, useFinish } from './save-progress.ts'

export function WorkspaceStep({ total }: { total: number }) {
  const { data: invitations } = useSuspenseQuery(myInvitations)
  const [joining, setJoining] = useState(invitations.length > 0)
  const step = { current: total - 1, total }
  return joining ? (
    <JoinView {...step} invitations={invitations} onCreate={() => setJoining(false)} />
  ) : (
    <CreateView {...step} invited={invitations.length} onJoin={() => setJoining(true)} />
  )
}

interface JoinViewProps {
  current: number
  total: number
  invitations: Invitation[]
  onCreate: () => void
}

function JoinView({ current, total, invitations, onCreate }: JoinViewProps) {
  const { t } = useTranslation()
  const [chosen, toggle] = useChosen()
  const join = useJoinInvitations()
  const finish = useFinish()
  const closed = useInstance()?.config.is_workspace_creation_disabled
  const busy = join.isPending || finish.isPending

  function handleJoin() {
    const wanted = invitations.filter(({ id }) => chosen.has(id))
    join.mutate(wanted, {
      onSuccess: () => finish.mutate(),
      onError: (error) => notifyFailure(t('invitations.not_joined'), error),
    })
  }

  return (
    <OnboardingLayout
      current={current}
      total={total}
      title={t('onboarding.invited')}
      subtitle={t('onboarding.invited_text')}
    >
      <div className="mt-6">
        <InvitationChoice invitations={invitations} chosen={chosen} onToggle={toggle} />
      </div>
      <Button
        variant="primary"
        size="lg"
        block
        className="mt-6"
        busy={busy}
        disabled={chosen.size === 0}
        onClick={handleJoin}
      >
        {t('onboarding.continue_to_workspace')}
      </Button>
      {!closed && (
        <>
          <Or>{t('onboarding.or')}</Or>
          <Button size="lg" block onClick={onCreate}>
            {t('onboarding.create_own')}
          </Button>
        </>
      )}
    </OnboardingLayout>
  )
}

interface CreateViewProps {
  current: number
  total: number
  invited: number
  onJoin: () => void
}

function CreateView({ current, total, invited, onJoin }: CreateViewProps) {
  const { t } = useTranslation()
  const isInstanceAdmin = useIsInstanceAdmin()
  const { onboarding_step } = useMyProfile()
  const closed = useInstance()?.config.is_workspace_creation_disabled

  async function handleCreated({ id }: Workspace) {
    await saveProfile({
      onboarding_step: { ...onboarding_step, workspace_create: true, workspace_join: true },
      last_workspace_id: id,
    })
  }

  return (
    <OnboardingLayout
      current={current}
      total={total}
      title={t('onboarding.create_title')}
      subtitle={closed ? undefined : t('onboarding.create_text')}
    >
      {invited > 0 && (
        <button
          type="button"
          onClick={onJoin}
          className="link hit mt-4 flex items-center gap-1.5 font-medium"
        >
          <Icon of={ArrowLeft} size={14} />
          {t('onboarding.want_to_join')}
          <Count value={invited} />
        </button>
      )}
      {closed ? (
        <div className="mt-6">
          <Banner boxed tone="warning">
            {t('onboarding.ask_for_invitation')}
          </Banner>
        </div>
      ) : (
        <WorkspaceForm urlNote={t('onboarding.url_note')} onCreated={handleCreated} />
      )}
      {isInstanceAdmin && <DemoOffer />}
    </OnboardingLayout>
  )
}

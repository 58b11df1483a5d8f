import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useMe } from '#entities/account/hooks.ts'
import { InvitationChoice } from '#entities/invitation/invitation-choice.tsx'
import { myInvitations, useJoinInvitations } from '#entities/invitation/my-invitations.ts'
import { useChosen } from '#entities/invitation/use-chosen.ts'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { EmptyDrawing } from '#ui/feedback/empty-drawing.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { AccountLayout } from '#ui/layout/account-layout.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { navigate } from '#ui/router/router.ts'
import { classNames } from '#ui/theme/class-names.ts'

/** All invitations for this email. */
export function InvitationsScreen() {
  const { t } = useTranslation()
  const { email } = useMe()
  const { data: invitations } = useSuspenseQuery(myInvitations)
  usePageTitle(t('invitations.page_title'))
  return (
    <AccountLayout
      title={t(invitations.length > 0 ? 'invitations.title' : 'invitations.none')}
      subtitle={t(invitations.length > 0 ? 'invitations.subtitle' : 'invitations.none_hint')}
      aside={email}
    >
      {invitations.length > 0 ? <Waiting /> : <Nothing />}
    </AccountLayout>
  )
}

function Waiting() {
  const { t } = useTranslation()
  const { data: invitations } = useSuspenseQuery(myInvitations)
  const [chosen, toggle] = useChosen()
  const join = useJoinInvitations()

  function handleJoin() {
    const wanted = invitations.filter(({ id }) => chosen.has(id))
    if (wanted.length === 0) {
      toast({ kind: 'error', title: t('invitations.none_chosen') })
      return
    }
    join.mutate(wanted, {
      onSuccess: (to) => void navigate({ to }),
      onError: (error) => notifyFailure(t('invitations.not_joined'), error),
    })
  }

  return (
    <>
      <div className="mt-6">
        <InvitationChoice invitations={invitations} chosen={chosen} onToggle={toggle} />
      </div>
      <div className="mt-6 flex flex-col gap-2">
        <Button variant="primary" size="lg" block busy={join.isPending} onClick={handleJoin}>
          {t('invitations.accept_and_join')}
        </Button>
        <a href="/" className={classNames(buttonLook('ghost', 'lg'), 'w-full')}>
          {t('invitations.go_home')}
        </a>
      </div>
    </>
  )
}

function Nothing() {
  const { t } = useTranslation()
  return (
    <>
      <div className="mt-4">
        <EmptyDrawing picture="no-match" />
      </div>
      <a href="/" className={classNames(buttonLook('primary', 'lg'), 'mt-4 w-full')}>
        {t('invitations.back_home')}
      </a>
    </>
  )
}

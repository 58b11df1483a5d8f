import { useQueryClient } from '@tanstack/react-query'
import { Mountain } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#data/api.ts'
import {
  finishOnboarding,
  rememberWorkspace,
  useIsInstanceAdmin,
  useMe,
} from '#features/account/hooks.ts'
import { AccountLayout } from '#features/auth/account-layout.tsx'
import { useAddDemo } from '#features/instance/hooks.ts'
import { usePageTitle } from '#features/shell/use-page-title.ts'
import { useWorkspaces } from '#features/workspaces/hooks.ts'
import { WorkspaceForm } from '#features/workspaces/workspace-form.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'

/** First steps: a workspace to work in. */
export function OnboardingScreen() {
  const { t } = useTranslation()
  const me = useMe()
  const known = useWorkspaces()
  const isInstanceAdmin = useIsInstanceAdmin()
  usePageTitle(t('onboarding.page_title'))

  return (
    <AccountLayout
      title={
        me.first_name ? t('onboarding.title', { name: me.first_name }) : t('onboarding.title_plain')
      }
      subtitle={t('onboarding.subtitle')}
      aside={me.email}
    >
      <WorkspaceForm onCreated={({ id, slug }) => enter(slug, id)} />
      {isInstanceAdmin && known.length === 0 && <DemoOffer />}
    </AccountLayout>
  )
}

/** Everything was made for a first visit: the next page starts from what the server says. */
async function enter(slug: string, id?: string) {
  await finishOnboarding()
  if (id) await rememberWorkspace(id)
  location.assign(`/${slug}/`)
}

function DemoOffer() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const demo = useAddDemo()
  const [opening, setOpening] = useState(false)
  const busy = demo.isPending || opening

  function handleClick() {
    demo.mutate(undefined, {
      onSuccess: async ({ slug }) => {
        setOpening(true)
        await client.invalidateQueries()
        await enter(slug)
      },
      onError: (error) =>
        toast({
          kind: 'error',
          title: t('onboarding.demo_failed'),
          text: error instanceof ApiError ? error.sentence : undefined,
          action: { label: t('common.try_again'), onSelect: handleClick },
        }),
    })
  }

  return (
    <>
      <div className="my-5 flex items-center gap-3 text-small text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t('onboarding.or')}
      </div>
      <Button size="lg" block icon={Mountain} busy={busy} onClick={handleClick}>
        {busy ? t('onboarding.demo_busy') : t('onboarding.demo')}
      </Button>
      <p className="mt-2 text-center text-small text-ink-3">{t('onboarding.demo_hint')}</p>
    </>
  )
}

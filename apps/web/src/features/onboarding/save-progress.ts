import { accountApi as api, type Profile, type ProfilePatch } from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { finishOnboarding, profile } from '#entities/account/hooks.ts'
import { workspaces } from '#entities/workspace/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { allDone } from './steps.ts'

const note = (answer: Profile) => queryLayers.happen<Profile>(profile.queryKey, () => answer)

export async function saveProfile(body: ProfilePatch) {
  note(await call(api.changeProfile, { body }))
}

/** Closes the first steps and opens the workspace. */
export function useFinish() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const [first] = await queryClient.fetchQuery(workspaces)
      const body = { onboarding_step: allDone, last_workspace_id: first?.id ?? null }
      const answer = await call(api.changeProfile, { body })
      await finishOnboarding()
      // Only now: whoever is taken for finished is sent away from here.
      note({ ...answer, is_onboarded: true })
      await navigate(first ? { to: '/$slug/', params: { slug: first.slug } } : { to: '/' })
    },
    onError: () =>
      toast({
        kind: 'error',
        title: t('onboarding.not_finished'),
        text: t('onboarding.try_later'),
      }),
  })
}

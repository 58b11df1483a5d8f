import {
  accountApi as api,
  byProjectOrder,
  type Profile,
  type ProfilePatch,
  type Workspace,
} from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { finishOnboarding } from '#entities/account/change-hooks.ts'
import { profile, session } from '#entities/account/hooks.ts'
import { isOpen, projectsIn } from '#entities/project/hooks.ts'
import { workspaces } from '#entities/workspace/hooks.ts'
import { navigate } from '#ui/router/router.ts'
import { allDone } from './steps.ts'

const note = (answer: Profile) => queryLayers.happen<Profile>(profile.queryKey, () => answer)

export async function saveProfile(body: ProfilePatch) {
  note(await call(api.changeProfile, { body }))
}

/**
 * Invited users start in the project they were invited to; the creator of the workspace starts at
 * home.
 */
async function firstScreenOf({ slug, owner }: Workspace) {
  const me = await queryClient.fetchQuery(session)
  const home = `/${slug}/`
  if (owner === me?.id) return home
  const projects = await queryClient.fetchQuery(projectsIn(slug)).catch(() => [])
  const [project] = projects.filter(isOpen).sort(byProjectOrder)
  return project ? `${home}projects/${project.id}/issues/` : home
}

/** Finishes onboarding and opens the workspace. */
export function useFinish() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async () => {
      const [first] = await queryClient.fetchQuery(workspaces)
      const body = { onboarding_step: allDone, last_workspace_id: first?.id ?? null }
      const answer = await call(api.changeProfile, { body })
      await finishOnboarding()
      // Only now: a user marked as onboarded is redirected away from here.
      note({ ...answer, is_onboarded: true })
      await navigate({ to: first ? await firstScreenOf(first) : '/' })
    },
    onError: (error) => notifyFailure(t('onboarding.not_finished'), error),
  })
}

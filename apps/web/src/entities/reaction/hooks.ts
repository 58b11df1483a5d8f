import { reactionsApi as api, applyReactionEvent, type Reaction } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { newId } from '#data/new-id.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { useMe } from '#entities/account/hooks.ts'

interface ItemRef {
  slug: string
  project_id: string
  id: string
}

const reactionsOf = (params: ItemRef) =>
  queryOptions({
    queryKey: ['reactions', params.slug, params.id] as const,
    queryFn: ({ signal }) => call(api.list, { params, signal }),
  })

export function useReactions(place: ItemRef): readonly Reaction[] {
  useLiveUpdates(reactionsOf(place), (reactions, event) =>
    event.issue === place.id ? applyReactionEvent(reactions, event) : reactions,
  )
  return useQuery(reactionsOf(place)).data ?? []
}

interface Choice {
  code: string
  on: boolean
}

const isOf = (code: string, actor: string) => (one: Reaction) =>
  one.reaction === code && one.actor === actor

export function useReact(params: ItemRef) {
  const { id: actor, first_name, last_name, avatar, avatar_url, display_name } = useMe()
  const me = { id: actor, first_name, last_name, avatar, avatar_url, display_name, is_bot: false }

  const draftOf = (id: string, reaction: string): Reaction => {
    const now = new Date().toISOString()
    const moments = { created_at: now, updated_at: now, deleted_at: null }
    return {
      ...{ id, reaction, actor, actor_detail: me, issue: params.id },
      ...{ project: params.project_id, workspace: '', ...moments },
      ...{ created_by: actor, updated_by: actor },
    }
  }

  const { mutate } = useOptimisticMutation({
    query: reactionsOf(params),
    send: async ({ id, code, on }: Choice & { id: string }) => {
      if (on) return call(api.add, { params, body: { id, reaction: code } })
      await call(api.remove, { params: { ...params, reaction: code } })
      return undefined
    },
    apply: (reactions, { id, code, on }) => {
      const mine = isOf(code, actor)
      if (!on) return reactions.filter((one) => !mine(one))
      return reactions.some(mine) ? reactions : [draftOf(id, code), ...reactions]
    },
    settle: (reactions, saved, { code }) => {
      const rest = reactions.filter((one) => !isOf(code, actor)(one))
      return saved
        ? applyReactionEvent(rest, { type: 'reaction.saved', issue: params.id, reaction: saved })
        : rest
    },
    line: ({ code }) => `reaction ${code} to ${params.id}`,
    failure: 'reactions.not_changed',
  })
  return { mutate: (choice: Choice) => mutate({ ...choice, id: newId() }) }
}

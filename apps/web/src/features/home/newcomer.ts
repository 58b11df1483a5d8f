import { ADMIN } from '@cairn/contract'
import { useMe } from '#entities/account/hooks.ts'
import { useMemberRows, useWorkspace } from '#entities/workspace/hooks.ts'
import { useStored } from '#ui/platform/stored.ts'

const NEW_FOR_MS = 7 * 86_400_000

export interface Newcomer {
  isNew: boolean
  dismiss: () => void
}

/** An invited user in their first week, until they dismiss the first steps. */
export function useNewcomer(slug: string): Newcomer {
  const { id } = useMe()
  const workspace = useWorkspace(slug)
  const own = useMemberRows(slug).data?.find(({ member }) => member.id === id)
  const [isDone, setDone] = useStored(`first-steps-${slug}`, false)
  const joinedLately = own !== undefined && Date.now() - Date.parse(own.created_at) < NEW_FOR_MS
  const mayManage = !workspace || workspace.role >= ADMIN
  return { isNew: !isDone && !mayManage && joinedLately, dismiss: () => setDone(true) }
}

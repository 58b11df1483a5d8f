import type { Project } from '@cairn/contract'
import { useEffect } from 'react'
import { onWake } from '#data/local-copy.ts'
import { useMe } from '#entities/account/hooks.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { whenQuiet } from '#ui/platform/when-quiet.ts'

const AFTER = 1_500
const AGAIN = 5 * 60_000

// Loaded with the database engine; not needed for the first screen.
const load = () => import('../local-copy/start-copy.ts')

/** Keeps a copy of the open project's items, which answers lists instead of the server. */
export function useLocalCache(
  slug: string,
  project_id: string | undefined,
  joined: readonly Project[] | undefined,
) {
  const { id } = useMe()
  useEffect(() => {
    const begin = async () => (await load()).startCopy(id)
    onWake(async (question) => {
      const copy = await load()
      copy.enter(question.slug, question.project_id)
      return copy.startCopy(id)
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    void afterFirstScreen().then(() => {
      timer = setTimeout(() => whenQuiet(() => void begin().catch(() => undefined)), AFTER)
    })
    return () => clearTimeout(timer)
  }, [id])

  // Membership and role decide which items a user sees.
  const rights = joined
    ?.map(({ id, member_role, guest_view_all_features: all }) => `${id} ${member_role} ${all}`)
    .join()
  useEffect(() => {
    if (rights === undefined) return
    const enter = () => void load().then((copy) => copy.enter(slug, project_id))
    void afterFirstScreen().then(enter)
    addEventListener('focus', enter)
    addEventListener('online', enter)
    const timer = setInterval(enter, AGAIN)
    return () => {
      removeEventListener('focus', enter)
      removeEventListener('online', enter)
      clearInterval(timer)
    }
  }, [slug, project_id, rights])
}

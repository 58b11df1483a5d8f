import { canWritePage } from '@cairn/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { whenCreated } from '#data/pending-creates.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useMyPerson } from '#entities/account/hooks.ts'
import { useLatest } from '#ui/platform/use-latest.ts'
import { type OpenPage, type PageScope, pageAt } from './page-list.ts'
import type { PageSession, SessionState } from './page-session.ts'
import { usePageCaller } from './use-page-caller.ts'

const nothing: SessionState = { ready: false, connection: 'connecting', present: [] }
const never = () => () => undefined
const none = () => nothing

/** The shared document of a page, for as long as the page is open. */
export function usePageSession(scope: PageScope, page: OpenPage) {
  const me = useLatest(useMyPerson())
  const caller = usePageCaller(scope.slug)(page)
  const mayWrite = canWritePage(caller, page)
  const latest = useLatest(mayWrite)
  const [session, setSession] = useState<PageSession>()
  const { slug, project_id } = scope
  const { id } = page

  useEffect(() => {
    let opened: PageSession | undefined
    let left = false
    const place = { slug, project_id }
    const { queryKey } = pageAt(place, id)
    // The server knows no document of a page that it is still creating.
    void Promise.all([import('./page-session.ts'), whenCreated(id)]).then(([{ openSession }]) => {
      if (left) return
      opened = openSession({
        scope: place,
        id,
        me: me.current,
        mayWrite: () => latest.current,
        onSignal: (part) =>
          queryLayers.happen<OpenPage>(queryKey, (open) => ({ ...open, ...part })),
        onRefused: () => void queryClient.invalidateQueries({ queryKey }),
      })
      setSession(opened)
    })
    return () => {
      left = true
      opened?.close()
      setSession(undefined)
    }
  }, [slug, project_id, id, me, latest])

  useEffect(() => {
    if (mayWrite) session?.sync()
  }, [session, mayWrite])

  const state = useSyncExternalStore(session?.subscribe ?? never, session?.get ?? none)
  return { session, state, mayWrite }
}

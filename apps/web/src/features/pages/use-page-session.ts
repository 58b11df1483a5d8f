import {
  canWritePage,
  type PageSignal,
  type ProjectPage,
  pageAccess,
  type pageSignals,
} from '@cairn/contract'
import { useEffect, useState } from 'react'
import { whenCreated } from '#data/pending-creates.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useMyPerson } from '#entities/account/hooks.ts'
import type { TextSession } from '#entities/shared-text/session.ts'
import { useSessionState } from '#entities/shared-text/use-session-state.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { useLatest } from '#ui/platform/use-latest.ts'
import { type OpenPage, type PageScope, pageAt } from './page-list.ts'
import { textCalls } from './page-text.ts'
import { usePageCaller } from './use-page-caller.ts'

/** Messages broadcast to all readers of a page, with the fields they change. */
const partsOf = (): Record<(typeof pageSignals)[PageSignal], Partial<ProjectPage>> => ({
  locked: { is_locked: true },
  unlocked: { is_locked: false },
  archived: { archived_at: todayHere() },
  unarchived: { archived_at: null },
  'made-public': { access: pageAccess.public },
  'made-private': { access: pageAccess.private },
})

/** The shared document of a page, for as long as the page is open. */
export function usePageSession(scope: PageScope, page: OpenPage) {
  const me = useLatest(useMyPerson())
  const caller = usePageCaller(scope.slug)(page)
  const mayWrite = canWritePage(caller, page)
  const latest = useLatest(mayWrite)
  const [session, setSession] = useState<TextSession>()
  const { slug, project_id } = scope
  const { id } = page

  useEffect(() => {
    let opened: TextSession | undefined
    let left = false
    const place = { slug, project_id }
    const { queryKey } = pageAt(place, id)
    // The server has no document yet for a page it is still creating.
    void Promise.all([import('#entities/shared-text/session.ts'), whenCreated(id)]).then(
      ([{ openSession }]) => {
        if (left) return
        opened = openSession({
          scope: place,
          type: 'project_page',
          name: id,
          me: me.current,
          mayWrite: () => latest.current,
          calls: textCalls(place, id),
          onSignal: (word) => {
            const part = new Map(Object.entries(partsOf())).get(word) ?? {}
            queryLayers.happen<OpenPage>(queryKey, (open) => ({ ...open, ...part }))
          },
          onRefused: () => void queryClient.invalidateQueries({ queryKey }),
        })
        setSession(opened)
      },
    )
    return () => {
      left = true
      opened?.close()
      setSession(undefined)
    }
  }, [slug, project_id, id, me, latest])

  useEffect(() => {
    if (mayWrite) session?.sync()
  }, [session, mayWrite])

  const state = useSessionState(session)
  return { session, state, mayWrite }
}

import { descriptionPrefix, documentsApi } from '@cairn/contract'
import { useEffect, useState } from 'react'
import { call } from '#data/api.ts'
import { whenCreated } from '#data/pending-creates.ts'
import { useMyPerson } from '#entities/account/hooks.ts'
import { toBase64 } from '#entities/shared-text/base64.ts'
import { readBytes } from '#entities/shared-text/bytes.ts'
import type { TextSession } from '#entities/shared-text/session.ts'
import { useSessionState } from '#entities/shared-text/use-session-state.ts'
import { type ItemPage, placeOf } from '#entities/work-item/item-context.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { useLatest } from '#ui/platform/use-latest.ts'
import { waitForNetwork } from '#ui/platform/wait-for-network.ts'

const loadParts = () =>
  Promise.all([
    import('#entities/shared-text/session.ts'),
    import('#entities/shared-text/collaboration.ts'),
  ])

interface Opened {
  session: TextSession
  /** The extension that connects an editor to it; one per editor. */
  share: () => ReturnType<Awaited<ReturnType<typeof loadParts>>[1]['collaboration']>
}

/** Stepping quickly through items opens no documents. */
const PAUSE_MS = 250

interface SessionOptions {
  /** Shown as the name of unknown users. */
  somebody: string
  /** Open without the pause: the user wants to type. */
  eager: boolean
}

/** The shared document of a description, open while the description is shown and may be edited. */
export function useDescriptionSession(page: ItemPage, { somebody, eager }: SessionOptions) {
  const { slug, project_id, id } = placeOf(page)
  const { documentType: type } = page
  const me = useLatest(useMyPerson())
  const people = useLatest(usePeople(slug))
  const unknown = useLatest(somebody)
  const [opened, setOpened] = useState<Opened>()
  const [isMissing, setMissing] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [stays, setStays] = useState(false)
  const isWanted = stays || eager

  useEffect(() => {
    const timer = setTimeout(() => setStays(true), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!isMissing) return
    let left = false
    // Again and again: the first request after an outage may fail as well.
    void waitForNetwork().then(() => {
      if (left) return
      setMissing(false)
      setAttempt((last) => last + 1)
    })
    return () => {
      left = true
    }
  }, [isMissing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it anew
  useEffect(() => {
    if (!isWanted) return
    let session: TextSession | undefined
    let left = false
    const params = { slug, project_id, id }
    const { get, change } = documentsApi[type]
    // The server has no document yet for an item it is still creating.
    const loaded = Promise.all([loadParts(), whenCreated(id)])
    loaded.then(
      ([[{ openSession }, shared]]) => {
        if (left) return
        const open = openSession({
          scope: params,
          type,
          name: descriptionPrefix + id,
          me: me.current,
          mayWrite: () => true,
          calls: {
            read: () => readBytes(get, params),
            write: (bytes) =>
              call(change, { params, body: { description_binary: toBase64(bytes) } }),
          },
          onRefused: () => {},
        })
        session = open
        const nameOf = (user_id: string) => people.current.get(user_id)?.name ?? unknown.current
        setOpened({ session: open, share: () => shared.collaboration({ ...open, nameOf }) })
      },
      // Offline, chunks that were never loaded cannot be fetched.
      () => setMissing(true),
    )
    return () => {
      left = true
      session?.close()
      setOpened(undefined)
    }
  }, [isWanted, slug, project_id, id, type, me, people, unknown, attempt])

  const { ready, connection, unreachable } = useSessionState(opened?.session)
  return {
    opened,
    /** The document has a text, which is not older than the fetched one. */
    isThere: opened !== undefined && ready && connection !== 'connecting',
    isAway: isMissing || (unreachable && !ready),
  }
}

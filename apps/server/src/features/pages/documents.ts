import { canWritePage, type PageSignal, pageAccess, pageSignals } from '@cairn/contract'
import type { DocumentKind } from '#product/documents/kind.ts'
import { callerOf, findVisible } from './page.ts'
import { readState, storeTogether } from './text.ts'
import { type Condition, findCondition } from './text-queries.ts'

const isTrueFor: Record<PageSignal, (page: Condition) => boolean> = {
  lock: ({ is_locked }) => is_locked,
  unlock: ({ is_locked }) => !is_locked,
  archive: ({ archived_at }) => archived_at !== null,
  unarchive: ({ archived_at }) => archived_at === null,
  'make-public': ({ access }) => access === pageAccess.public,
  'make-private': ({ access }) => access === pageAccess.private,
}

type Event = { type: string; id?: string; page?: { id: string } }

export const pageDocuments: DocumentKind = {
  prefix: '',
  async findRight(db, member, id) {
    const page = await findVisible(db, member, id)
    return { write: canWritePage(callerOf(member, page), page) }
  },
  read: readState,
  store: storeTogether,
  events: 'page.',
  hear({ type, id, page }: Event) {
    const about = id ?? page?.id
    return about ? { id: about, isWritten: type === 'page.written' } : undefined
  },
  signals: {
    async read(db, member, id) {
      const page = await findCondition(db, member, id)
      if (!page) return undefined
      return new Set(
        Object.entries(isTrueFor).flatMap(([signal, isTrue]) => (isTrue(page) ? [signal] : [])),
      )
    },
    words: pageSignals,
  },
}

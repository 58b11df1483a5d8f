import type { Db } from '#kernel/database/schema.ts'

/** What the calls ask of those who write a page together right now, in this process. */
export interface OpenPages {
  /** What they wrote and is not stored yet, now. */
  settle(id: string): Promise<void>
  /** It was written elsewhere: they see it too. */
  refresh(id: string): Promise<void>
}

const registry = new WeakMap<Db, OpenPages>()

export const announce = (db: Db, pages: OpenPages) => registry.set(db, pages)

const nobody: OpenPages = { settle: async () => {}, refresh: async () => {} }

export const openPages = (db: Db): OpenPages => registry.get(db) ?? nobody

import type { Db } from '#kernel/database/schema.ts'

/** What API calls need from documents that are edited in this process right now. */
export interface OpenDocuments {
  /** Stores pending changes now. */
  settle(name: string): Promise<void>
  /** Loads changes made elsewhere into the open text. */
  refresh(name: string): Promise<void>
}

const registry = new WeakMap<Db, OpenDocuments>()

export const announce = (db: Db, open: OpenDocuments) => registry.set(db, open)

const nobody: OpenDocuments = { settle: async () => {}, refresh: async () => {} }

export const openDocuments = (db: Db): OpenDocuments => registry.get(db) ?? nobody

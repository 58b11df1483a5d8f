import type { descriptionPrefix } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'

/** What an event says about an open document. */
export interface Heard {
  /** Without an id: all open documents. */
  id?: string
  /** The content may have changed. */
  isWritten?: boolean
  /** Everything that decides who may write it. Rights are rechecked only when this changes. */
  standing?: string
}

/** A kind of text that several users can edit at once. */
export interface DocumentKind {
  /**
   * Prefix of its document names, before the id: rows of two tables may have the same id, and their
   * readers must not mix.
   */
  prefix: '' | typeof descriptionPrefix
  /** What this member may do; undefined: the text does not exist for them. */
  findRight(db: Db, member: ProjectMember, id: string): Promise<{ write: boolean } | undefined>
  /** As stored, converted from the HTML if there is no document; null: nothing was written yet. */
  read(db: Db, member: ProjectMember, id: string): Promise<Buffer | null>
  /** Merges into the stored document. Returns the result; null if the text was deleted. */
  store(
    db: Db,
    member: ProjectMember,
    id: string,
    state: Uint8Array,
    authors: readonly string[],
  ): Promise<Buffer | null>
  /** Undefined: the event is about something else. */
  hear(event: { type: string }): Heard | undefined
  /** Prefix of the types of all events about it. */
  events: string
  /** States announced to everyone who has it open. */
  signals?: {
    /** The signals that are set now. */
    read(db: Db, member: ProjectMember, id: string): Promise<ReadonlySet<string> | undefined>
    /** The message broadcast to others, by the message a browser sent. */
    words: Readonly<Record<string, string>>
  }
}

export type DocumentKinds = ReadonlyMap<string, DocumentKind>

import { createContext, type ReactNode } from 'react'

/** A work item or page embedded in a text. */
export interface Embed {
  kind?: 'page'
  item: string
  project: string | null
}

/** Renders an embed; without it embeds are not shown. */
export const DrawEmbed = createContext<((embed: Embed) => ReactNode) | undefined>(undefined)

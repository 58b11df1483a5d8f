import { createContext, type ReactNode } from 'react'

/** A work item among the blocks of a text. */
export interface Embed {
  item: string
  project: string | null
}

/** How one is shown; where nobody says, it is not. */
export const DrawEmbed = createContext<((embed: Embed) => ReactNode) | undefined>(undefined)

import type { ReactNode } from 'react'
import { BotTag } from './bot-tag.tsx'

interface PersonNameProps {
  isBot: boolean | undefined
  /** The name, or a link with it. */
  children: ReactNode
}

/** The name of an author inside a sentence; programs are marked. */
export function PersonName({ isBot, children }: PersonNameProps) {
  return (
    <>
      {children}
      {isBot && (
        <>
          {' '}
          <BotTag />
        </>
      )}
    </>
  )
}

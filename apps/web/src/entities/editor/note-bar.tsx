import type { ReactNode } from 'react'

interface NoteBarProps {
  lead: ReactNode
  actions: ReactNode
  children?: ReactNode
}

/** The row below a note, the same while editing or not. */
export const NoteBar = ({ lead, actions, children }: NoteBarProps) => (
  <div className="note-bar relative z-1 -mx-1.5 mt-2 flex items-center gap-0.5 [&_button]:size-7!">
    {lead}
    {children}
    <span className="ml-auto" />
    {actions}
  </div>
)

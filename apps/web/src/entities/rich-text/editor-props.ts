import type { ReactNode, Ref } from 'react'
import type { Person } from '#ui/people/avatar.tsx'

export interface Mentionable {
  people: readonly Person[]
}

/** Where a picture went: the asset's id and the address that shows it. */
export interface UploadedPicture {
  id: string
  url: string
}

export interface EditorHandle {
  focus(): void
  clear(): void
  setHtml(html: string): void
  isEmpty(): boolean
}

export interface EditorProps {
  /** HTML as the server keeps it. Another value than the last one given or told replaces the text. */
  value: string
  onChange: (html: string) => void
  /** Its name for screen readers and tests. */
  label: string
  placeholder?: string
  readOnly?: boolean
  autoFocus?: boolean
  /** In pixels. */
  minHeight?: number
  /** Who `@` finds. */
  mentions?: Mentionable
  /** Without it there are no pictures. */
  upload?: (file: File, onProgress: (share: number) => void) => Promise<UploadedPicture>
  /** On mod+enter; on Enter too with `submitOnEnter`, where shift+enter starts the new line. */
  onSubmit?: () => void
  submitOnEnter?: boolean
  /**
   * `bubble` appears at the selection, with a slash menu and block handles; `fixed` stands in a frame
   * below; `note` has only what a note needs, and no frame.
   */
  toolbar?: 'bubble' | 'fixed' | 'note'
  /** At the left of a note's toolbar. */
  lead?: ReactNode
  /** At the right of a toolbar below the text: the button that sends. */
  actions?: ReactNode
  /** Whether pictures are on their way. */
  onBusy?: (uploading: boolean) => void
  ref?: Ref<EditorHandle>
}

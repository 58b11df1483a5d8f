import type { AnyExtension } from '@tiptap/react'
import type { ReactNode, Ref } from 'react'
import type { Person } from '#ui/people/avatar.tsx'

export interface Mentionable {
  people: readonly Person[]
}

/** An uploaded picture: the asset's id and its URL. */
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
  /**
   * HTML as stored on the server. A value other than the last one passed in or reported replaces
   * the text.
   */
  value: string
  /** `others` only in shared texts, where users see each other's changes in the text itself. */
  onChange: (html: string, by: 'self' | 'others') => void
  /** Connects it to a shared document, whose text is then shown instead of the value. */
  sharing?: AnyExtension
  /** Its name for screen readers and tests. */
  label: string
  placeholder?: string
  readOnly?: boolean
  autoFocus?: boolean
  /** In pixels. */
  minHeight?: number
  /** Users `@` finds. */
  mentions?: Mentionable
  /** Without it pictures are disabled. */
  upload?: (file: File, onProgress: (share: number) => void) => Promise<UploadedPicture>
  /** On mod+enter; with `submitOnEnter` on Enter too, where shift+enter starts a new line. */
  onSubmit?: () => void
  submitOnEnter?: boolean
  /**
   * `bubble` appears at the selection, with a slash menu and block handles; `fixed` is in a frame
   * below; `note` has only what a note needs, and no frame.
   */
  toolbar?: 'bubble' | 'fixed' | 'note'
  /** At the left of a note's toolbar. */
  lead?: ReactNode
  /** At the right of a toolbar below the text: the submit button. */
  actions?: ReactNode
  /** Whether pictures are being uploaded. */
  onBusy?: (uploading: boolean) => void
  ref?: Ref<EditorHandle>
}

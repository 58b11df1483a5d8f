import type { EditorState } from '@tiptap/pm/state'
import { keysOf } from '#ui/platform/hotkeys.ts'

/** The application's search key adds a link while text is selected. */
export const LINK_KEY = 'mod+k'

export const ownKeys = ({ selection }: EditorState) => (selection.empty ? {} : keysOf(LINK_KEY))

import { Extension } from '@tiptap/react'

/** Alt+F10 moves the focus from the text to its toolbar. */
export const ToolbarKey = Extension.create({
  name: 'toolbarKey',

  addKeyboardShortcuts() {
    return {
      'Alt-F10': () => {
        const bars = document.querySelectorAll<HTMLElement>('[data-editor-toolbar]')
        // The last one opened: a bar at the selection comes after the one below the text.
        const button = [...bars].at(-1)?.querySelector<HTMLElement>('button, a')
        button?.focus()
        return Boolean(button)
      },
    }
  },
})

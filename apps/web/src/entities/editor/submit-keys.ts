import { Extension } from '@tiptap/react'

interface SubmitOptions {
  onSubmit: () => (() => void) | undefined
  onEnter: () => boolean
}

/** Mod+Enter submits. If Enter does too, Shift+Enter starts a new line instead. */
export const SubmitKeys = Extension.create<SubmitOptions>({
  name: 'submitKeys',
  // After the menus, before all editing keys.
  priority: 900,

  addKeyboardShortcuts() {
    const submit = () => {
      const send = this.options.onSubmit()
      send?.()
      return Boolean(send)
    }
    return {
      'Mod-Enter': submit,
      Enter: () => this.options.onEnter() && submit(),
      'Shift-Enter': () =>
        this.options.onEnter() &&
        this.editor.commands.first(({ commands }) => [
          () => commands.newlineInCode(),
          () => commands.splitListItem('listItem'),
          () => commands.splitListItem('taskItem'),
          () => commands.createParagraphNear(),
          () => commands.liftEmptyBlock(),
          () => commands.splitBlock(),
        ]),
    }
  },
})

import { Extension } from '@tiptap/react'

interface SubmitOptions {
  onSubmit: () => (() => void) | undefined
  onEnter: () => boolean
}

/** Mod+Enter sends. Where Enter does too, Shift+Enter takes its place in the text. */
export const SubmitKeys = Extension.create<SubmitOptions>({
  name: 'submitKeys',
  // After the menus, before everything that writes.
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

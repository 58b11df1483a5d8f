import { Extension } from '@tiptap/core'

export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

const isAlignment = (value: string | null): value is Alignment =>
  alignments.some((alignment) => alignment === value)

const aligned = ['paragraph', 'heading']

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    alignment: { align: (to: Alignment) => ReturnType }
  }
}

/** Left, center and right, as our own attribute: a style would not pass the sanitizer. */
export const Alignment = Extension.create({
  name: 'alignment',

  addGlobalAttributes() {
    return [
      {
        types: aligned,
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => {
              const value = element.getAttribute('data-text-align') ?? element.style.textAlign
              return isAlignment(value) && value !== 'left' ? value : null
            },
            renderHTML: ({ textAlign }) => (textAlign ? { 'data-text-align': textAlign } : {}),
          },
        },
      },
    ]
  },

  addCommands() {
    return {
      align:
        (to) =>
        ({ commands }) =>
          aligned
            .map((type) =>
              commands.updateAttributes(type, { textAlign: to === 'left' ? null : to }),
            )
            .some(Boolean),
    }
  },

  addKeyboardShortcuts() {
    return {
      'Mod-Shift-l': () => this.editor.commands.align('left'),
      'Mod-Shift-e': () => this.editor.commands.align('center'),
      'Mod-Shift-r': () => this.editor.commands.align('right'),
    }
  },
})

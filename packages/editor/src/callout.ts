import { mergeAttributes, Node } from '@tiptap/core'

/** The light bulb. */
const defaultEmoji = '128161'

export interface CalloutLook {
  emoji: string | null
  icon: string | null
  iconColour: string | null
  background: string | null
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    callout: { setCallout: (look?: Partial<CalloutLook>) => ReturnType }
  }
}

/** A box with an icon and a color around blocks of any kind. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,

  addAttributes() {
    const attributeOf = (attribute: string, fallback: string | null = null) => ({
      default: fallback,
      parseHTML: (element: { getAttribute(name: string): string | null }) =>
        element.getAttribute(attribute),
    })
    return {
      emoji: {
        ...attributeOf('data-emoji-unicode', defaultEmoji),
        renderHTML: ({ emoji, icon }) =>
          icon ? {} : { 'data-logo-in-use': 'emoji', 'data-emoji-unicode': emoji },
      },
      icon: {
        ...attributeOf('data-icon-name'),
        renderHTML: ({ icon }) =>
          icon ? { 'data-logo-in-use': 'icon', 'data-icon-name': icon } : {},
      },
      iconColour: {
        ...attributeOf('data-icon-color'),
        renderHTML: ({ icon, iconColour }) =>
          icon && iconColour ? { 'data-icon-color': iconColour } : {},
      },
      background: {
        ...attributeOf('data-background-color'),
        renderHTML: ({ background }) => (background ? { 'data-background-color': background } : {}),
      },
    }
  },

  parseHTML() {
    return [{ tag: 'div[data-type="callout"]' }]
  },

  renderHTML({ HTMLAttributes }) {
    return ['div', mergeAttributes({ 'data-type': 'callout' }, HTMLAttributes), 0]
  },

  addCommands() {
    return {
      setCallout:
        (look = {}) =>
        ({ commands }) =>
          commands.wrapIn(this.name, look),
    }
  },

  addKeyboardShortcuts() {
    return {
      // In an empty callout it removes the box, as with a list.
      Backspace: () => {
        const { $from, empty } = this.editor.state.selection
        const inside = $from.depth > 1 && $from.node(-1).type === this.type
        if (!empty || !inside || $from.parentOffset > 0 || $from.index(-1) > 0) return false
        return this.editor.commands.lift(this.name)
      },
    }
  },
})

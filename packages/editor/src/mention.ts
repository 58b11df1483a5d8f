import { Node } from '@tiptap/core'

export const MENTION = 'user_mention'

/** A mentioned project member. The name is also in the text, for readers elsewhere. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,

  addAttributes() {
    return {
      id: {
        default: null,
        parseHTML: (element) => element.getAttribute('id'),
      },
      person: {
        default: null,
        parseHTML: (element) => element.getAttribute('entity_identifier'),
        renderHTML: ({ person }) => ({ entity_identifier: person, entity_name: MENTION }),
      },
      name: {
        default: '',
        parseHTML: (element) => element.textContent?.replace(/^@/, '') ?? '',
        renderHTML: () => ({}),
      },
    }
  },

  parseHTML() {
    return [{ tag: `mention-component[entity_name="${MENTION}"]` }]
  },

  renderHTML({ node, HTMLAttributes }) {
    return ['mention-component', HTMLAttributes, `@${node.attrs.name}`]
  },

  renderText({ node }) {
    return `@${node.attrs.name}`
  },

  addKeyboardShortcuts() {
    return {
      // Backspace deletes the whole name, not a letter of it.
      Backspace: () => {
        const { empty, $from } = this.editor.state.selection
        const before = empty ? $from.nodeBefore : null
        if (before?.type !== this.type) return false
        return this.editor.commands.deleteRange({
          from: $from.pos - before.nodeSize,
          to: $from.pos,
        })
      },
    }
  },
})

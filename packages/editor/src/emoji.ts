import { Node } from '@tiptap/core'

export const Emoji = Node.create({
  name: 'emoji',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,

  addAttributes() {
    return {
      name: {
        default: null,
        parseHTML: (element) => element.getAttribute('data-name'),
        renderHTML: ({ name }) => (name ? { 'data-name': name } : {}),
      },
      emoji: {
        default: '',
        parseHTML: (element) => element.textContent ?? '',
        renderHTML: () => ({}),
      },
    }
  },

  parseHTML() {
    return [{ tag: 'span[data-type="emoji"]' }]
  },

  renderHTML({ node, HTMLAttributes }) {
    return ['span', { 'data-type': 'emoji', ...HTMLAttributes }, node.attrs.emoji]
  },

  renderText({ node }) {
    return node.attrs.emoji
  },
})

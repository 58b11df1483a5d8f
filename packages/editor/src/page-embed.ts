import { mergeAttributes, Node } from '@tiptap/core'
import { embedAttributes } from './work-item-embed.ts'

/** A sub-page embedded in a page; clients look up its name. */
export const PageEmbed = Node.create({
  name: 'pageEmbed',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () => embedAttributes('page'),

  parseHTML() {
    return [{ tag: 'page-embed-component[entity_identifier]' }]
  },

  renderHTML({ HTMLAttributes }) {
    return ['page-embed-component', mergeAttributes(HTMLAttributes)]
  },
})

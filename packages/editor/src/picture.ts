import { mergeAttributes, Node } from '@tiptap/core'

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: { getAttribute(name: string): string | null }) => element.getAttribute(name),
})

/** A picture with its width, aligned left, center or right. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes() {
    return {
      // Id of the asset; undefined for an external picture.
      id: attribute('id'),
      src: attribute('src'),
      alt: { ...attribute('alt'), default: '' },
      width: attribute('width'),
      ratio: {
        ...attribute('aspect-ratio'),
        renderHTML: ({ ratio }) => (ratio ? { 'aspect-ratio': ratio } : {}),
      },
      align: {
        ...attribute('data-align'),
        renderHTML: ({ align }) => (align ? { 'data-align': align } : {}),
      },
    }
  },

  parseHTML() {
    // Pictures inside a pasted page are fetched over TLS, or not at all.
    return [
      { tag: 'image-component[src]' },
      { tag: 'img[src^="https://"]' },
      { tag: 'img[src^="/api/assets/"]' },
    ]
  },

  renderHTML({ HTMLAttributes }) {
    return ['image-component', mergeAttributes(HTMLAttributes)]
  },
})

import { Mark } from '@tiptap/core'

/** Text color and background color may overlap, so each is a separate mark. */
const colourMark = (name: string, attribute: string) =>
  Mark.create({
    name,

    addAttributes() {
      return {
        colour: {
          default: null,
          parseHTML: (element) => element.getAttribute(attribute),
          renderHTML: ({ colour }) => (colour ? { [attribute]: colour } : {}),
        },
      }
    },

    parseHTML() {
      // Not consuming: one element may carry both.
      return ['span', 'mark'].map((tag) => ({ tag: `${tag}[${attribute}]`, consuming: false }))
    },

    renderHTML({ HTMLAttributes }) {
      return ['span', HTMLAttributes, 0]
    },
  })

export const TextColour = colourMark('textColour', 'data-text-color')
export const BackgroundColour = colourMark('backgroundColour', 'data-background-color')

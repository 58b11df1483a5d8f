import StarterKit from '@tiptap/starter-kit'
import { isWebLink } from './web-link.ts'

/** What every document is made of, but for its code blocks: the application draws those itself. */
export const starter = ({ shared = false } = {}) =>
  StarterKit.configure({
    // What others wrote must not be undone: where several write, Yjs remembers each one's own.
    ...(shared && { undoRedo: false }),
    codeBlock: false,
    // It would add a paragraph to a document one only clicks into.
    trailingNode: false,
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    dropcursor: { width: 2, color: false, class: 'drop-line' },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      markdownLinks: true,
      isAllowedUri: (url) => isWebLink(url) || /^www\./i.test(url),
      // Not an e-mail address, nor a file name such as `notes.md`.
      shouldAutoLink: (url) => isWebLink(url) || /^www\.[^\s@]+$/i.test(url),
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer nofollow' },
    },
  })

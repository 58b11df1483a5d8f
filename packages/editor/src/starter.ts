import StarterKit from '@tiptap/starter-kit'
import { isWebLink } from './web-link.ts'

/** The base of every document, except code blocks, which the app renders itself. */
export const starter = ({ shared = false } = {}) =>
  StarterKit.configure({
    // Changes of others must not be undone: in shared documents Yjs tracks each user's own.
    ...(shared && { undoRedo: false }),
    codeBlock: false,
    // Otherwise a click into a document would add a paragraph.
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

/** Name of the text fragment in a page's Yjs document. */
export const FRAGMENT = 'default'

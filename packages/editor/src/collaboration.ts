/** Where the text of a page is in its Yjs document. */
export const FRAGMENT = 'default'

const wordsOf = (html: string) => html.replace(/<[^>]*>|&\w+;|\s+/g, '')

/** Whether two documents have the same content, however the HTML is written. */
export const isSameText = (one: string, other: string) => wordsOf(one) === wordsOf(other)

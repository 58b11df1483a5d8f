const wordsOf = (html: string) => html.replace(/<[^>]*>|&\w+;|\s+/g, '')

/** Whether two documents say the same, however each is written down. */
export const isSameText = (one: string, other: string) => wordsOf(one) === wordsOf(other)

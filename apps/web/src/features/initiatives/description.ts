/** The text of plain paragraphs; undefined for richer content, which a plain field would lose. */
export function plainText(html: string): string | undefined {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n')
  const paragraphs = [...body.childNodes]
  const isPlain = paragraphs.every(
    (node) =>
      node instanceof Text || (node instanceof HTMLParagraphElement && node.children.length === 0),
  )
  return isPlain
    ? paragraphs
        .map((node) => node.textContent)
        .join('\n')
        .trim()
    : undefined
}

/** A paragraph for each line. */
export function htmlOf(text: string): string {
  const paragraphs = text.split('\n').map((line) => {
    const paragraph = document.createElement('p')
    paragraph.textContent = line
    return paragraph.outerHTML
  })
  return paragraphs.join('')
}

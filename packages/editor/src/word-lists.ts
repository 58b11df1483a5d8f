/**
 * Word copies a list as paragraphs: their style contains the list and the level, and the bullet or
 * number is in front of the text, marked to be ignored.
 */
const styled = /mso-list:\s*(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/i
const ignored = /mso-list:\s*ignore/i
/** Bullets are single characters; `o` is one of them. */
const numbered = /^\(?(?:(\d+)|[a-z]{1,4})[.)]/i

interface Line {
  list: string
  level: number
  /** The number in front of the text; undefined for a bullet. */
  start: number | undefined
  isNumbered: boolean
  content: string
}

const styleOf = (element: Element) => element.getAttribute('style') ?? ''

/** Between these two comments is the marker for programs without list support. */
function removeConditional(element: Element): string {
  let text = ''
  let inside = false
  for (const node of [...element.childNodes]) {
    const comment = node.nodeType === 8 ? (node.nodeValue ?? '') : ''
    if (/\[if !supportLists\]/i.test(comment)) inside = true
    else if (/\[endif\]/i.test(comment)) inside = false
    else if (inside) text += node.textContent ?? ''
    if (inside || comment) node.remove()
  }
  return text
}

function takeMarker(element: Element): string {
  const conditional = removeConditional(element)
  const marks = [...element.querySelectorAll('span')].filter((span) => ignored.test(styleOf(span)))
  const texts = marks.map((span) => {
    const text = span.textContent ?? ''
    span.remove()
    return text
  })
  return (conditional || texts.join('')).trim()
}

/** Its list and level. */
function placeOf(element: Element) {
  const [, list = '', level = '1', instance = ''] = styled.exec(styleOf(element)) ?? []
  return { list: `${list} ${instance}`, level: Math.min(9, Math.max(1, Number(level))) }
}

/** Removes the marker from the element. */
function lineOf(element: Element): Line {
  const number = numbered.exec(takeMarker(element))
  return {
    ...placeOf(element),
    isNumbered: number !== null,
    start: number?.[1] ? Number(number[1]) : undefined,
    content: element.innerHTML.trim(),
  }
}

/** The lines of one list from here on, deeper ones nested in the line before them. */
function listOf(lines: Line[], level: number): string {
  const [first] = lines
  const items: string[] = []
  let isNumbered = false
  let start = 1
  if (first && first.level === level) {
    isNumbered = first.isNumbered
    start = first.start ?? 1
  }
  while (lines[0] && lines[0].level >= level) {
    const [line] = lines
    if (line.level > level) {
      // A list may start at a deeper level.
      const inner = listOf(lines, line.level)
      const last = items.pop()
      items.push(last === undefined ? `<p></p>${inner}` : last + inner)
    } else if (line.isNumbered !== isNumbered && items.length > 0) break
    else {
      lines.shift()
      items.push(`<p>${line.content}</p>`)
    }
  }
  const body = items.map((item) => `<li>${item}</li>`).join('')
  if (!isNumbered) return `<ul>${body}</ul>`
  return start > 1 ? `<ol start="${start}">${body}</ol>` : `<ol>${body}</ol>`
}

/** Converts them to lists; other content is kept. */
export function makeWordLists(body: Element): void {
  const places = new Set([...body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')].filter(isListed))
  for (const first of places) {
    const lines: Line[] = []
    const gone: Element[] = []
    let next: Element | null = first
    let list: string | undefined
    while (next && places.has(next)) {
      const place = placeOf(next)
      if (list !== undefined && place.level === 1 && place.list !== list) break
      list = place.list
      lines.push(lineOf(next))
      gone.push(next)
      places.delete(next)
      next = next.nextElementSibling
    }
    const html: string[] = []
    while (lines[0]) html.push(listOf(lines, lines[0].level))
    first.insertAdjacentHTML('beforebegin', html.join(''))
    for (const element of gone) element.remove()
  }
}

const isListed = (element: Element) => styled.test(styleOf(element))

export const hasWordLists = (html: string) => styled.test(html)

import { isWebLink } from './web-link.ts'

const escapes = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }))
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes.get(sign) ?? sign)

// Parsed once from left to right; the first match wins, and a backslash escapes a character.
// Bounded: with thousands of unclosed markers, each must not scan to the end.
const inlinePart = new RegExp(
  [
    /\\(?<plain>[\\`*_{}[\]()#+.!|~<>-])/,
    /(?<ticks>`+)(?<code>[^`]|[^`][\s\S]*?[^`])\k<ticks>(?!`)/,
    /(?<image>!)?\[(?<text>(?:\\.|[^\]\\]){0,500})\]\((?<href>[^()\s]*(?:\([^()\s]*\))?[^()\s]*)(?:\s+"[^"]*")?\)/,
    /<(?<auto>https?:\/\/[^\s<>]+)>/,
    /(?<both>\*\*\*)(?=\S)(?<bothText>(?:\\.|[^\\]){1,2000}?)(?<=\S)\*\*\*/,
    /(?<strong>\*\*|__)(?=\S)(?<strongText>(?:\\.|[^\\]){1,2000}?)(?<=\S)\k<strong>/,
    /~~(?=\S)(?<struck>(?:\\.|[^\\]){1,2000}?)(?<=\S)~~/,
    /\*(?=[^\s*])(?<starred>(?:\\.|[^\\*])+?)(?<=[^\s*])\*/,
    /(?<![\p{L}\p{N}])_(?=[^\s_])(?<under>(?:\\.|[^\\_])+?)(?<=[^\s_])_(?![\p{L}\p{N}])/u,
    /(?<break> {2,}\n|\\\n)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

function inline(text: string): string {
  let html = ''
  let at = 0
  for (const match of text.matchAll(inlinePart)) {
    html += escapeHtml(text.slice(at, match.index))
    at = match.index + match[0].length
    html += inlinePiece(match[0], match.groups ?? {})
  }
  return (html + escapeHtml(text.slice(at))).replaceAll('\n', ' ')
}

function inlinePiece(whole: string, found: Record<string, string | undefined>): string {
  if (found.plain) return escapeHtml(found.plain)
  if (found.code !== undefined) {
    return `<code>${escapeHtml(found.code.replace(/^ (`[\s\S]*|[\s\S]*`) $/, '$1'))}</code>`
  }
  if (found.href !== undefined) {
    const { text = '', href, image } = found
    // External pictures are shown over TLS only; other URLs stay as text.
    if (image) {
      const address = /^(?:https:\/\/|\/api\/assets\/v2\/)/.test(href)
      return address
        ? `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">`
        : escapeHtml(whole)
    }
    return isWebLink(href) ? `<a href="${escapeHtml(href)}">${inline(text)}</a>` : inline(text)
  }
  if (found.auto) return `<a href="${escapeHtml(found.auto)}">${escapeHtml(found.auto)}</a>`
  if (found.bothText) return `<strong><em>${inline(found.bothText)}</em></strong>`
  if (found.strongText) return `<strong>${inline(found.strongText)}</strong>`
  if (found.struck) return `<s>${inline(found.struck)}</s>`
  const leaning = found.starred ?? found.under
  if (leaning) return `<em>${inline(leaning)}</em>`
  return '<br>'
}

const fenceLine = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/
const headingLine = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
const ruleLine = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/
const quoteLine = /^ {0,3}> ?(.*)$/
const itemLine = /^( {0,3})([-*+]|\d{1,9}[.)])(?: +(.*)|)$/
const tableRule = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const blank = /^\s*$/

const isTableAt = (lines: string[], at: number) =>
  (lines[at]?.includes('|') ?? false) &&
  (lines[at + 1]?.includes('|') ?? false) &&
  tableRule.test(lines[at + 1] ?? '')

const startsBlock = (line: string) =>
  fenceLine.test(line) ||
  headingLine.test(line) ||
  ruleLine.test(line) ||
  quoteLine.test(line) ||
  itemLine.test(line)

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim()))
}

interface Taken {
  html: string
  /** The line after it. */
  next: number
}

function takeFence(lines: string[], at: number): Taken {
  const [, marks = '```', language = ''] = fenceLine.exec(lines[at] ?? '') ?? []
  const isEnd = (line: string) => line.trim().startsWith(marks) && /^\s*[`~]+\s*$/.test(line)
  const found = lines.findIndex((line, index) => index > at && isEnd(line))
  const end = found === -1 ? lines.length : found
  const code = escapeHtml(lines.slice(at + 1, end).join('\n'))
  const name = language ? ` class="language-${escapeHtml(language.toLowerCase())}"` : ''
  return { html: `<pre><code${name}>${code}</code></pre>`, next: end + 1 }
}

function takeQuote(lines: string[], at: number): Taken {
  let next = at
  const inside: string[] = []
  while (next < lines.length) {
    const line = lines[next] ?? ''
    const quoted = quoteLine.exec(line)
    if (!quoted && (blank.test(line) || startsBlock(line))) break
    inside.push(quoted ? (quoted[1] ?? '') : line)
    next++
  }
  return { html: `<blockquote>${blocks(inside)}</blockquote>`, next }
}

function takeTable(lines: string[], at: number): Taken {
  const head = cellsOf(lines[at] ?? '')
  const row = (cells: string[], tag: string) =>
    `<tr>${head.map((_, index) => `<${tag}><p>${cells[index] ?? ''}</p></${tag}>`).join('')}</tr>`
  let next = at + 2
  let rows = row(head, 'th')
  while (lines[next]?.includes('|')) rows += row(cellsOf(lines[next++] ?? ''), 'td')
  return { html: `<table><tbody>${rows}</tbody></table>`, next }
}

const isNumber = (mark: string) => /^\d/.test(mark)

function takeList(lines: string[], at: number): Taken {
  const [, , firstMark = '-'] = itemLine.exec(lines[at] ?? '') ?? []
  const items: string[][] = []
  let next = at
  let inset = 0
  while (next < lines.length) {
    const line = lines[next] ?? ''
    const item = itemLine.exec(line)
    const depth = line.length - line.trimStart().length
    if (item && depth < Math.max(inset, 1) + 1 && !(items.length > 0 && depth >= inset)) {
      const [, space = '', mark = '-', text = ''] = item
      if (isNumber(mark) !== isNumber(firstMark)) break
      inset = space.length + mark.length + 1
      items.push([text])
    } else if (blank.test(line)) {
      // A blank line ends the list unless it goes on below.
      const below = lines.slice(next + 1).find((one) => !blank.test(one))
      const inside = below && below.length - below.trimStart().length >= inset
      if (!below || !(inside || itemLine.test(below))) break
      items.at(-1)?.push('')
    } else if (depth >= Math.min(inset, 2)) items.at(-1)?.push(line.slice(Math.min(depth, inset)))
    else if (startsBlock(line)) break
    else items.at(-1)?.push(line)
    next++
  }
  return { html: listHtml(items, firstMark), next }
}

const taskMark = /^\[([ xX])\]\s+/

/** Tasks and plain items of one list become separate lists. */
function listHtml(items: string[][], firstMark: string): string {
  const isTask = ([first = '']: string[]) => !isNumber(firstMark) && taskMark.test(first)
  let html = ''
  for (let at = 0; at < items.length; ) {
    const tasks = isTask(items[at] ?? [])
    const found = items.findIndex((item, index) => index > at && isTask(item) !== tasks)
    const end = found === -1 ? items.length : found
    html += tasks
      ? taskListHtml(items.slice(at, end))
      : plainListHtml(items.slice(at, end), firstMark)
    at = end
  }
  return html
}

const bodyOf = (lines: string[]) => blocks(lines) || '<p></p>'

function taskListHtml(items: string[][]): string {
  const rows = items.map(([first = '', ...rest]) => {
    const checked = taskMark.exec(first)?.[1]?.toLowerCase() === 'x'
    const body = bodyOf([first.replace(taskMark, ''), ...rest])
    return `<li data-type="taskItem" data-checked="${checked}"><div>${body}</div></li>`
  })
  return `<ul data-type="taskList">${rows.join('')}</ul>`
}

function plainListHtml(items: string[][], firstMark: string): string {
  const rows = items.map((lines) => `<li>${bodyOf(lines)}</li>`).join('')
  if (!isNumber(firstMark)) return `<ul>${rows}</ul>`
  const start = Number.parseInt(firstMark, 10)
  return `<ol${start === 1 ? '' : ` start="${start}"`}>${rows}</ol>`
}

function takeParagraph(lines: string[], at: number): Taken {
  let next = at + 1
  while (next < lines.length) {
    const line = lines[next] ?? ''
    if (blank.test(line) || startsBlock(line) || isTableAt(lines, next)) break
    next++
  }
  const text = lines
    .slice(at, next)
    .map((line) => line.trimStart())
    .join('\n')
    .trimEnd()
  const html = inline(text)
  // A picture is a separate block.
  return { html: /^<img [^>]*>$/.test(html) ? html : `<p>${html}</p>`, next }
}

function takeBlock(lines: string[], at: number): Taken {
  const line = lines[at] ?? ''
  if (fenceLine.test(line)) return takeFence(lines, at)
  const heading = headingLine.exec(line)
  if (heading) {
    const level = heading[1]?.length ?? 1
    return { html: `<h${level}>${inline(heading[2] ?? '')}</h${level}>`, next: at + 1 }
  }
  if (ruleLine.test(line)) return { html: '<hr>', next: at + 1 }
  if (quoteLine.test(line)) return takeQuote(lines, at)
  if (itemLine.test(line)) return takeList(lines, at)
  if (isTableAt(lines, at)) return takeTable(lines, at)
  return takeParagraph(lines, at)
}

function blocks(lines: string[]): string {
  let html = ''
  let at = 0
  while (at < lines.length) {
    if (blank.test(lines[at] ?? '')) at++
    else {
      const taken = takeBlock(lines, at)
      html += taken.html
      at = taken.next
    }
  }
  return html
}

/** Converts pasted markdown to the editor's HTML. HTML inside it stays text. */
export const markdownToHtml = (markdown: string): string =>
  blocks(markdown.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n'))

const marked = [
  /^ {0,3}#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}(?:[-*+]|\d+[.)]) \S/m,
  /^ {0,3}> \S/m,
  /^ {0,3}(?:-{3,}|\*{3,})$/m,
  /^ {0,3}\|.*\|\s*\n {0,3}\|?\s*:?-{2,}/m,
  /\*\*\S(?:[^*]*\S)?\*\*/,
  /~~\S[^~]*~~/,
  /`[^`\n]+`/,
  /\[[^\]\n]+\]\(https?:\/\/[^)\s]+\)/,
]

/** Guesses whether plain text is markdown. */
export const looksLikeMarkdown = (text: string): boolean =>
  marked.some((pattern) => pattern.test(text))

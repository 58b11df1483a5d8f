import type { Editor } from '@tiptap/react'

type Text = Editor['state']['doc']

export interface Heading {
  at: number
  level: number
  text: string
}

const DEEPEST = 3

/** The headings for the outline. */
export function headingsIn(doc: Text): Heading[] {
  const found: Heading[] = []
  doc.descendants((node, at) => {
    const { level } = node.attrs as { level?: number }
    if (node.type.name === 'heading' && level && level <= DEEPEST && node.textContent.trim()) {
      found.push({ at, level, text: node.textContent })
    }
    return !node.isTextblock
  })
  return found
}

export interface PictureIn {
  at: number
  src: string
  name: string
}

export function picturesIn(doc: Text): PictureIn[] {
  const found: PictureIn[] = []
  doc.descendants((node, at) => {
    const { src, alt } = node.attrs as { src?: string; alt?: string }
    if (node.type.name === 'picture' && src) found.push({ at, src, name: alt ?? '' })
    return !node.isTextblock
  })
  return found
}

export interface TextCounts {
  words: number
  characters: number
  paragraphs: number
}

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’\-_.]*/gu

export function countsOf(doc: Text): TextCounts {
  const text = doc.textBetween(0, doc.content.size, '\n', ' ')
  let paragraphs = 0
  doc.descendants((node) => {
    if (node.type.name === 'paragraph' && node.content.size > 0) paragraphs += 1
    return !node.isTextblock
  })
  return {
    words: text.match(word)?.length ?? 0,
    characters: text.replaceAll('\n', '').length,
    paragraphs,
  }
}

const WORDS_PER_MINUTE = 200

/** In seconds below a minute, in whole minutes above. */
export function readTimeOf(words: number): { unit: 'seconds' | 'minutes'; count: number } {
  const seconds = Math.ceil((words / WORDS_PER_MINUTE) * 60)
  return seconds < 60
    ? { unit: 'seconds', count: seconds }
    : { unit: 'minutes', count: Math.ceil(seconds / 60) }
}

/** Scrolls to a block of the text. */
export function showBlock(editor: Editor, at: number) {
  const block = editor.view.nodeDOM(at)
  if (!(block instanceof HTMLElement)) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  block.scrollIntoView({ block: 'start', behavior: still ? 'instant' : 'smooth' })
}

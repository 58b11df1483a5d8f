import type { AiTask } from '@cairn/contract'
import { htmlToMarkdown, isEmptyHtml, markdownToHtml } from '@cairn/editor'

// A shorter title is not enough to write a description.
const MIN_LENGTH = 10

/** Whether a title is long enough to describe the item from it. */
export const saysEnough = (title: string) => title.trim().length >= MIN_LENGTH

const form = 'Answer in Markdown with nothing but the text itself.'

export const fromTitle = (title: string): AiTask => ({
  task: `Write a short description of the work item with this title: what is to be done, and how one knows that it is done. ${form}`,
  prompt: title.trim(),
})

/** A user's request about an item in its current state. */
export const aboutItem = (request: string, title: string, html: string): AiTask => ({
  task: `${request.trim()}\n${form}`,
  prompt: [
    `Title of the work item: ${title.trim() || '-'}`,
    isEmptyHtml(html) ? '' : `Its description:\n${htmlToMarkdown(html)}`,
  ]
    .filter(Boolean)
    .join('\n\n'),
})

/** Models answer in Markdown, some of them in a fence around all of it. */
export function answerHtml(response: string): string {
  const [, inside] = /^```(?:markdown|md)?\n([\s\S]*)\n```$/.exec(response.trim()) ?? []
  return markdownToHtml(inside ?? response.trim())
}

export const appended = (html: string, more: string) => (isEmptyHtml(html) ? more : html + more)

const task = /(<li\b[^>]*\bdata-checked=")(true|false)(")/g

/** The text with one to-do, counted from the top, checked or unchecked. */
export function toggleTask(html: string, wanted: number): string {
  let at = -1
  return html.replace(task, (whole, before: string, checked: string, after: string) => {
    at += 1
    return at === wanted ? `${before}${checked !== 'true'}${after}` : whole
  })
}

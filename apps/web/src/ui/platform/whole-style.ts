import href from '../theme/whole.css?url'
import { waitForNetwork } from './wait-for-network.ts'

let whole: Promise<void> | undefined

/** Loads all styles: the page has only those of its first screens. */
export function wholeStyle(): Promise<void> {
  whole ??= add()
  return whole
}

async function add(): Promise<void> {
  // A page from the cache already has it.
  if (document.querySelector(`link[href="${href}"]`)) return
  while (!(await isAdded())) await waitForNetwork()
}

function isAdded(): Promise<boolean> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((resolve) => {
    link.onload = () => resolve(true)
    link.onerror = () => {
      link.remove()
      resolve(false)
    }
    // Before the styles of single parts, which override it.
    const first = document.querySelector('link[rel=stylesheet]')
    if (first) first.after(link)
    else document.head.append(link)
  })
}

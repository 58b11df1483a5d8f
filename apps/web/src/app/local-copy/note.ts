import { readStored } from '#ui/platform/stored.ts'

const DEBUG = 'LOCAL_DB_DEBUG'

/** Only for the browser's console. */
export function warn(...words: unknown[]) {
  // biome-ignore lint/suspicious/noConsole: the list comes from the server then, and the page shows nothing of it
  console.warn(...words)
}

/** For debugging: who answers, and how fast. */
export function note(...words: unknown[]) {
  // biome-ignore lint/suspicious/noConsole: asked for
  if (readStored(DEBUG, false)) console.info('local cache:', ...words)
}

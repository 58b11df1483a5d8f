export const say = (line) => process.stdout.write(`${line}\n`)
export const complain = (line) => process.stderr.write(`${line}\n`)

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/**
 * Shows that `work` is in progress: on a terminal in one line that is rewritten, elsewhere (a log,
 * a container) with a line every few seconds, so that a slow network does not look like a hang.
 */
export async function withHeartbeat(title, work) {
  const began = Date.now()
  const live = process.stdout.isTTY
  const emit = () => {
    const elapsed = Math.round((Date.now() - began) / 1000)
    if (live) process.stdout.write(`\r${title}… ${elapsed} s `)
    else say(`${title}… ${elapsed} s`)
  }
  if (live) emit()
  else say(`${title}…`)
  const beat = setInterval(emit, live ? 1000 : 5000)
  try {
    const result = await work()
    if (live) process.stdout.write('\r')
    say(`${title} took ${seconds(began)}.`)
    return result
  } catch (error) {
    if (live) say('')
    throw error
  } finally {
    clearInterval(beat)
  }
}

/** The body of a script: expected errors are printed in one line, without a stack. */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    complain(error instanceof ScriptError ? error.message : error.stack)
    process.exitCode = 1
  }
}

export class ScriptError extends Error {}

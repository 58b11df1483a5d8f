type Level = 'ok' | 'warning' | 'problem'

/** What one check found, in one or two sentences: what is the case, and what to do about it. */
export interface Finding {
  check: string
  level: Level
  text: string
}

/** The three results of a check. */
export const findingsOf = (check: string) => ({
  ok: (text: string): Finding => ({ check, level: 'ok', text }),
  warning: (text: string): Finding => ({ check, level: 'warning', text }),
  problem: (text: string): Finding => ({ check, level: 'problem', text }),
})

/** An error in one line, without the period that the sentence around it has. */
export const reasonOf = (error: unknown) => {
  const { code, message } = error as Error & { code?: string }
  return (message || code || String(error)).split('\n')[0]?.replace(/\.$/, '') ?? ''
}

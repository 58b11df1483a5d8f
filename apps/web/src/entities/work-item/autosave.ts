export type SaveStatus = 'idle' | 'saving' | 'saved' | 'failed'

interface AutosaveOptions<Value> {
  /** Milliseconds after the last change. */
  delay: number
  send: (value: Value, leaving: boolean) => Promise<void>
  onStatus: (status: SaveStatus) => void
  /** Stores unconfirmed changes until the server confirms them. */
  store?: (value: Value | undefined) => void
}

/** Sends the last of many changes after a delay, one at a time, and retries failed ones. */
export class Autosave<Value> {
  private readonly options: AutosaveOptions<Value>
  private waiting: { value: Value } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private sending = false

  constructor(options: AutosaveOptions<Value>) {
    this.options = options
  }

  /** Whether there are changes the server has not confirmed. */
  get isDirty() {
    return this.sending || this.waiting !== undefined
  }

  change(value: Value) {
    this.waiting = { value }
    this.options.store?.(value)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), this.options.delay)
    this.options.onStatus('saving')
  }

  /** Discards what was typed, such as an empty title. */
  forget() {
    clearTimeout(this.timer)
    this.waiting = undefined
    this.options.store?.(undefined)
    if (!this.sending) this.options.onStatus('idle')
  }

  /** Sends at once, also what failed before. */
  async flush(leaving = false): Promise<void> {
    clearTimeout(this.timer)
    const next = this.waiting
    // When the page is closed there is no later: both are then sent, the newer one last.
    if (!next || (this.sending && !leaving)) return
    this.waiting = undefined
    this.sending = true
    this.options.onStatus('saving')
    try {
      await this.options.send(next.value, leaving)
      this.sending = false
      if (this.waiting) return void this.flush()
      this.options.store?.(undefined)
      this.options.onStatus('saved')
    } catch {
      this.sending = false
      this.waiting ??= next
      this.options.onStatus('failed')
    }
  }
}

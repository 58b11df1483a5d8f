export type SaveStatus = 'idle' | 'saving' | 'saved' | 'failed'

interface AutosaveOptions<Value> {
  /** Milliseconds after the last change. */
  delay: number
  send: (value: Value, leaving: boolean) => Promise<void>
  onStatus: (status: SaveStatus) => void
}

/** Sends the last of many changes a while after it, one at a time, and forgets none that failed. */
export class Autosave<Value> {
  private readonly options: AutosaveOptions<Value>
  private waiting: { value: Value } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private sending = false

  constructor(options: AutosaveOptions<Value>) {
    this.options = options
  }

  /** Is there something the server has not confirmed yet? */
  get isDirty() {
    return this.sending || this.waiting !== undefined
  }

  change(value: Value) {
    this.waiting = { value }
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), this.options.delay)
    this.options.onStatus('saving')
  }

  /** What was typed is not to be kept after all, such as an empty title. */
  forget() {
    clearTimeout(this.timer)
    this.waiting = undefined
    if (!this.sending) this.options.onStatus('idle')
  }

  /** Now, and not in a moment. Also what failed before. */
  async flush(leaving = false): Promise<void> {
    clearTimeout(this.timer)
    const next = this.waiting
    // When the page goes there is no later: both are then on their way, the newer one behind.
    if (!next || (this.sending && !leaving)) return
    this.waiting = undefined
    this.sending = true
    this.options.onStatus('saving')
    try {
      await this.options.send(next.value, leaving)
      this.sending = false
      if (!this.waiting) this.options.onStatus('saved')
      else void this.flush()
    } catch {
      this.sending = false
      this.waiting ??= next
      this.options.onStatus('failed')
    }
  }
}

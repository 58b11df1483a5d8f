import { COPIES } from '#data/copy-files.ts'
import {
  type CopyRequest,
  type Letter,
  NEWS,
  type News,
  type Reply,
  repliesTo,
} from './protocol.ts'

const PATIENCE_MS = 500

interface Addressed {
  slug: string
  request: CopyRequest
}

/** Connects this page to the browser's only worker, which another page may have started. */
export class CopyClient {
  private readonly user_id: string
  private readonly tab = crypto.randomUUID()
  private readonly letters = new BroadcastChannel(COPIES)
  private readonly news = new BroadcastChannel(NEWS)
  private readonly replies = new BroadcastChannel(repliesTo(this.tab))
  private readonly waiting = new Map<number, (answer: unknown) => void>()
  private number = 0
  /** A worker that did not answer is asked again after it sends a message. */
  private isHeard = false

  constructor(user_id: string, onNews: (news: News) => void) {
    this.user_id = user_id
    this.news.onmessage = ({ data }: MessageEvent<News>) => {
      this.isHeard = data.kind !== 'failed'
      onNews(data)
    }
    this.replies.onmessage = ({ data }: MessageEvent<Reply>) => {
      this.waiting.get(data.number)?.(data.answer)
      this.waiting.delete(data.number)
    }
  }

  post({ slug, request }: Addressed): number {
    this.number += 1
    const { number, tab, user_id } = this
    this.letters.postMessage({ number, tab, user_id, slug, request } satisfies Letter)
    return number
  }

  /** Undefined: no answer, or the worker does not know. */
  async ask<Answer>(addressed: Addressed): Promise<Answer | undefined> {
    if (!this.isHeard) return undefined
    const number = this.post(addressed)
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.isHeard = false
        this.waiting.delete(number)
        resolve(undefined)
      }, PATIENCE_MS)
      this.waiting.set(number, (answer) => {
        clearTimeout(timer)
        resolve(answer as Answer | undefined)
      })
    })
  }

  close() {
    for (const channel of [this.letters, this.news, this.replies]) channel.close()
  }
}

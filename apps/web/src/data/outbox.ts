import { notifyManager, type QueryKey } from '@tanstack/react-query'
import { ApiError, isAnswer } from './api.ts'
import type {
  AnyMutation,
  Batch,
  Durable,
  DurableMutations,
  Replayed,
} from './durable-mutations.ts'
import { onLiveOpen } from './live-listeners.ts'
import { newId } from './new-id.ts'
import { OutboxLayers } from './outbox-layers.ts'
import { dependents, follows, freeToSend } from './outbox-order.ts'
import {
  isUndecided,
  type OutboxEntry,
  onFollow,
  publishOutbox,
  type Stored,
  type SyncMark,
} from './outbox-state.ts'
import { OUTBOX, putEntry, readEntries, removeEntries } from './outbox-store.ts'
import { noticeSignedOut, queryClient, queryLayers } from './query-client.ts'

/** Maximum number of concurrent requests; the rest waits in this browser. */
const AT_ONCE = 6
/** Maximum number of changes in one request, which locks their items until it is answered. */
const BATCH_SIZE = 100
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/** After this many generic error responses, the user decides. */
const MAX_TRIES = 6
/** Responses are shown in batches: each time, all waiting changes are reapplied. */
const TOGETHER_MS = 300
const FLUSH_LIMIT = 20

interface Pending {
  entry: OutboxEntry
  /** Undefined until its definition is loaded. */
  mutation: AnyMutation | undefined
  delivery: PromiseWithResolvers<unknown>
  tries: number
}

interface Outcome {
  pending: Pending
  variables: unknown
  answer: unknown
}

/** Messages between the tabs of this browser. */
type News = { user_id: string } & (
  | { kind: 'put'; entry: OutboxEntry }
  | { kind: 'made'; outcomes: readonly { id: string; variables: unknown; answer: unknown }[] }
  | { kind: 'drop'; ids: readonly string[] }
  | { kind: 'clear' }
)

type NewsOf<Kind> = Omit<Extract<News, { kind: Kind }>, 'user_id'>

const isUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504))

const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** Changes with the same key may be sent in one request; undefined where there is no such request. */
function batchKeyOf({ entry, mutation }: Pending): string | undefined {
  const batch: Batch<unknown, unknown> | undefined = mutation?.durable?.batch
  return batch && JSON.stringify([entry.name, entry.scope, batch.key(entry.variables)])
}

function marksOf(entries: readonly OutboxEntry[]) {
  const marks = new Map<string, SyncMark>()
  for (const entry of entries) {
    for (const id of entry.about) {
      if (isUndecided(entry)) marks.set(id, 'conflict')
      else if (!marks.has(id)) marks.set(id, 'waiting')
    }
  }
  return marks
}

/** Refetches to show others' changes. */
function readAgain({ query }: AnyMutation, variables: unknown) {
  const queries: readonly { queryKey: QueryKey }[] =
    typeof query === 'function' ? query(variables) : [query]
  for (const { queryKey } of queries) {
    void queryClient.invalidateQueries({ queryKey, exact: true })
  }
}

/**
 * The user's changes that the server does not have yet. Every tab shows all of them; the tab that
 * gets the lock sends them.
 */
export class Outbox {
  readonly user_id: string
  private readonly definitions: DurableMutations
  private readonly channel = new BroadcastChannel(OUTBOX)
  private readonly layers: OutboxLayers
  private readonly mutations = new Map<string, AnyMutation>()
  private pending: Pending[] = []
  private made: Outcome[] = []
  private flushing: ReturnType<typeof setTimeout> | undefined
  private retrying: ReturnType<typeof setTimeout> | undefined
  private retries = 0
  private isSending = false
  private isWanted = false
  private isOver = false
  private lastSeq = 0
  /** Not stored yet, or refused by the browser's storage: those last as long as the page. */
  private readonly unstored = new Set<string>()
  private readonly stored = new Set<string>()

  constructor(user_id: string, definitions: DurableMutations) {
    this.user_id = user_id
    this.definitions = definitions
    this.layers = new OutboxLayers(queryClient, queryLayers, () =>
      this.pending.flatMap(({ entry, mutation }) =>
        mutation && !isUndecided(entry) ? [{ mutation, variables: entry.variables }] : [],
      ),
    )
    onFollow((line, variables) => follows(this.entries(), line, variables))
    this.channel.onmessage = ({ data }: MessageEvent<News>) => {
      if (data.user_id === this.user_id) void this.hear(data)
    }
  }

  /** Shows what an earlier page stored, and sends it. */
  async start() {
    await this.readStored()
    addEventListener('online', () => void this.send())
    onLiveOpen(() => void this.send())
    void this.send()
  }

  private async readStored() {
    const stored = await readEntries(this.user_id).catch(() => undefined)
    if (!stored || this.isOver) return
    const known = new Set(this.pending.map(({ entry }) => entry.id))
    const fresh = stored.filter(({ id }) => !known.has(id))
    // A tab that withdrew or sent one may have closed before notifying this tab.
    const ids = new Set(stored.map(({ id }) => id))
    const gone = this.pending.filter(({ entry: { id } }) => !ids.has(id) && !this.unstored.has(id))
    if (fresh.length === 0 && gone.length === 0) return
    const there = new Set(gone)
    this.pending = this.pending.filter((one) => !there.has(one))
    await Promise.all(fresh.map((entry) => this.track(entry)))
    this.show()
  }

  private async track(entry: OutboxEntry): Promise<Pending> {
    const mutation = await this.mutationOf(entry).catch(() => undefined)
    const before = this.pending.find((one) => one.entry.id === entry.id)
    if (before) return before
    const pending = { entry, mutation, delivery: Promise.withResolvers<unknown>(), tries: 0 }
    pending.delivery.promise.catch(() => undefined)
    this.pending = [...this.pending, pending].toSorted(
      (one, other) => one.entry.seq - other.entry.seq,
    )
    if (!isUndecided(entry)) mutation?.durable?.copy?.(entry.variables, 'change')
    return pending
  }

  private async mutationOf({ name, scope }: OutboxEntry): Promise<AnyMutation> {
    const key = `${name} ${JSON.stringify(scope)}`
    const known = this.mutations.get(key)
    if (known) return known
    const load = Object.hasOwn(this.definitions, name) ? this.definitions[name] : undefined
    if (!load) throw new Error(`No mutation is called ${name}.`)
    const mutation = (await load())(scope as never)
    this.mutations.set(key, mutation)
    return mutation
  }

  entries(): OutboxEntry[] {
    return this.pending.map(({ entry }) => entry)
  }

  private show() {
    this.layers.sync()
    this.publish()
  }

  private publish() {
    const entries = this.entries()
    publishOutbox({ entries, marks: marksOf(entries) })
  }

  /** Stores a change that was not sent, or got no answer; it is shown from here on. */
  async add(mutation: AnyMutation, variables: unknown): Promise<Stored<unknown>> {
    const durable: Durable<unknown, unknown> | undefined = mutation.durable
    if (!durable) throw new Error('This change cannot be stored.')
    const at = Date.now()
    this.lastSeq = Math.max(at * 1_000, this.lastSeq + 1)
    const entry: OutboxEntry = {
      ...{ id: newId(), seq: this.lastSeq, user_id: this.user_id, at },
      ...{ name: durable.name, scope: durable.scope, variables },
      about: durable.about(variables),
      line: mutation.line?.(variables),
      creates: mutation.creates?.(variables),
    }
    const pending = { entry, mutation, delivery: Promise.withResolvers<unknown>(), tries: 0 }
    pending.delivery.promise.catch(() => undefined)
    this.pending = [...this.pending, pending]
    durable.copy?.(variables, 'change')
    this.show()
    await this.save(entry)
    this.post({ kind: 'put', entry })
    if (navigator.onLine) void this.send()
    return {
      delivered: pending.delivery.promise,
      withdraw: () => {
        const isThere = this.pending.includes(pending)
        if (isThere) void this.withdraw(entry.id)
        return isThere
      },
    }
  }

  private async save(entry: OutboxEntry) {
    if (!this.stored.has(entry.id)) this.unstored.add(entry.id)
    await putEntry(entry).then(
      () => {
        this.stored.add(entry.id)
        this.unstored.delete(entry.id)
      },
      () => undefined,
    )
  }

  private post<Kind extends News['kind']>(news: NewsOf<Kind> & { kind: Kind }) {
    this.channel.postMessage({ ...news, user_id: this.user_id })
  }

  private async hear(news: News) {
    if (this.isOver) return
    if (news.kind === 'clear') this.forget()
    if (news.kind === 'drop') this.drop(news.ids)
    if (news.kind === 'put') await this.replaceHeard(news.entry)
    if (news.kind !== 'made') return
    const byId = new Map(this.pending.map((pending) => [pending.entry.id, pending]))
    this.conclude(
      news.outcomes.flatMap(({ id, ...outcome }) => {
        const pending = byId.get(id)
        return pending ? [{ pending, ...outcome }] : []
      }),
    )
  }

  private async replaceHeard(entry: OutboxEntry) {
    const before = this.pending.find((one) => one.entry.id === entry.id)
    if (before) before.entry = entry
    else await this.track(entry)
    this.show()
  }

  private async put(pending: Pending, entry: OutboxEntry) {
    pending.entry = entry
    this.show()
    await this.save(entry)
    this.post({ kind: 'put', entry })
  }

  private drop(ids: readonly string[]) {
    const gone = this.pending.filter(({ entry }) => ids.includes(entry.id))
    this.pending = this.pending.filter((one) => !gone.includes(one))
    for (const { entry, mutation, delivery } of gone) {
      if (!isUndecided(entry)) mutation?.durable?.copy?.(entry.variables, 'revert')
      delivery.reject(new Error('Withdrawn.'))
    }
    this.show()
  }

  /** The user withdraws a change, with all that depend on it. */
  async withdraw(id: string) {
    const pending = this.pending.find(({ entry }) => entry.id === id)
    if (!pending) return
    const { entry, mutation } = pending
    const ids = [entry, ...dependents(this.entries(), entry)].map((one) => one.id)
    const rebase = mutation?.durable?.rebase
    if (rebase && !isUndecided(entry)) {
      for (const later of this.pending) {
        const isLater = later.entry.seq > entry.seq && !isUndecided(later.entry)
        if (!isLater || later.entry.line !== entry.line || later.entry.name !== entry.name) continue
        const variables = rebase(later.entry.variables, entry.variables)
        void this.put(later, { ...later.entry, variables })
      }
    }
    this.drop(ids)
    this.post({ kind: 'drop', ids })
    await removeEntries(ids).catch(() => undefined)
  }

  /** Sends a change after a decision: the user's value over theirs, or a refused change again. */
  async insist(id: string) {
    const pending = this.pending.find(({ entry }) => entry.id === id)
    if (!pending) return
    const { conflict: _theirs, refusal: _reason, ...entry } = pending.entry
    pending.tries = 0
    pending.mutation?.durable?.copy?.(entry.variables, 'change')
    await this.put(pending, entry)
    void this.send()
  }

  /** The user signed out. */
  private forget() {
    this.isOver = true
    clearTimeout(this.retrying)
    this.drop(this.pending.map(({ entry }) => entry.id))
  }

  /** Sends all waiting changes unless another tab does. */
  async send(): Promise<void> {
    this.isWanted = true
    if (this.isSending || this.isOver) return
    this.isSending = true
    clearTimeout(this.retrying)
    try {
      while (this.isWanted && !this.isOver) {
        this.isWanted = false
        const isReached = await this.withLock(() => this.sendAll())
        if (!isReached) break
      }
    } finally {
      this.isSending = false
    }
    if (this.pending.some(({ entry }) => !isUndecided(entry))) this.retryLater()
    else this.retries = 0
  }

  private async withLock<Value>(run: () => Promise<Value>): Promise<Value> {
    // Missing where a server is reached without TLS: then a change may be sent twice, which does no harm.
    if (!navigator.locks) return run()
    return navigator.locks.request(`cairn-outbox ${this.user_id}`, run)
  }

  private retryLater() {
    const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.retries)
    this.retries += 1
    clearTimeout(this.retrying)
    this.retrying = setTimeout(() => navigator.onLine && void this.send(), wait)
  }

  /** Returns false where the server could not be reached. */
  private async sendAll(): Promise<boolean> {
    await this.readStored()
    const running = new Set<Promise<void>>()
    const busy = new Set<string>()
    let isReached = true
    const deliverAll = async (group: readonly Pending[]) => {
      for (const pending of await this.deliverTogether(group)) {
        const outcome = await this.deliver(pending)
        if (outcome === 'unreachable') isReached = false
        if (!isReached) return
        if (outcome === 'done') busy.delete(pending.entry.id)
      }
    }
    for (;;) {
      const group = isReached && running.size < AT_ONCE ? this.nextGroup(busy) : []
      if (group.length > 0) {
        for (const { entry } of group) busy.add(entry.id)
        const run = deliverAll(group).then(() => void running.delete(run))
        running.add(run)
        continue
      }
      if (running.size === 0) break
      await Promise.race(running)
    }
    this.flush()
    return isReached
  }

  /** The next change to send, with all that can be sent in the same request. */
  private nextGroup(busy: ReadonlySet<string>): Pending[] {
    const made = new Set(this.made.map(({ pending }) => pending))
    const open = this.pending.filter((one) => !made.has(one))
    const group: Pending[] = []
    let key: string | undefined
    for (const entry of freeToSend(
      open.map((one) => one.entry),
      busy,
    )) {
      const pending = open.find((one) => one.entry === entry)
      if (!pending) continue
      const own = batchKeyOf(pending)
      if (group.length === 0) key = own
      else if (own !== key) continue
      group.push(pending)
      if (key === undefined || group.length === BATCH_SIZE) break
    }
    return group
  }

  /** Returns those that must be sent one by one: all of them if the server refused the request. */
  private async deliverTogether(group: readonly Pending[]): Promise<readonly Pending[]> {
    const batch: Batch<unknown, unknown> | undefined = group[0]?.mutation?.durable?.batch
    if (group.length < 2 || !batch) return group
    const replayed = await batch.replay(group.map(({ entry }) => entry.variables)).catch(() => [])
    const outcomes: Outcome[] = []
    const rest: Pending[] = []
    for (const [at, pending] of group.entries()) {
      const result = replayed[at]
      if (result) outcomes.push(await this.outcomeOf(pending, result))
      else rest.push(pending)
    }
    await this.finish(outcomes)
    return rest
  }

  /** `later`: it is retried after the others. */
  private async deliver(pending: Pending): Promise<'done' | 'later' | 'unreachable'> {
    const { variables } = pending.entry
    try {
      pending.mutation ??= await this.mutationOf(pending.entry)
    } catch {
      return navigator.onLine && ++pending.tries > MAX_TRIES
        ? this.refuse(pending, undefined)
        : 'later'
    }
    const { mutation } = pending
    const durable: Durable<unknown, unknown> | undefined = mutation.durable
    try {
      const replayed: Replayed<unknown, unknown> = durable?.replay
        ? await durable.replay(variables)
        : { answer: await mutation.send(variables) }
      return this.finish([await this.outcomeOf(pending, replayed)])
    } catch (error) {
      if (isUnreachable(error)) return 'unreachable'
      if (error instanceof ApiError && error.status === 401) {
        noticeSignedOut(error)
        return 'unreachable'
      }
      if (isPassing(error) && ++pending.tries < MAX_TRIES) return 'later'
      if (durable?.removes && isMissing(error)) {
        return this.finish([{ pending, variables, answer: null }])
      }
      const found = isAnswer(error) && (await durable?.find?.(variables).catch(() => undefined))
      if (found) return this.finish([{ pending, variables, answer: found }])
      return this.refuse(pending, error)
    }
  }

  /** Stores what the change could not overwrite as conflicts. */
  private async outcomeOf(
    pending: Pending,
    { conflicts = [], made, answer }: Replayed<unknown, unknown>,
  ): Promise<Outcome> {
    const { entry, mutation } = pending
    if (mutation && conflicts.length > 0) {
      await this.addConflicts(entry, mutation, conflicts)
      readAgain(mutation, entry.variables)
    }
    return { pending, variables: made ?? entry.variables, answer }
  }

  private async finish(outcomes: readonly Outcome[]) {
    if (outcomes.length === 0) return 'done' as const
    await removeEntries(outcomes.map(({ pending }) => pending.entry.id)).catch(() => undefined)
    this.retries = 0
    this.post({
      kind: 'made',
      outcomes: outcomes.map(({ pending: { entry }, variables, answer }) => ({
        ...{ id: entry.id, variables, answer },
      })),
    })
    this.conclude(outcomes)
    return 'done' as const
  }

  private async refuse(pending: Pending, error: unknown) {
    const status = error instanceof ApiError ? error.status : 0
    const reason = status === 404 ? 'gone' : status === 403 ? 'forbidden' : 'other'
    const sentence = error instanceof ApiError ? error.sentence : undefined
    pending.mutation?.durable?.copy?.(pending.entry.variables, 'revert')
    await this.put(pending, { ...pending.entry, refusal: { reason, sentence } })
    pending.delivery.reject(error)
    return 'done' as const
  }

  private async addConflicts(
    of: OutboxEntry,
    mutation: AnyMutation,
    conflicts: readonly { conflict: NonNullable<OutboxEntry['conflict']>; variables: unknown }[],
  ) {
    for (const { conflict, variables } of conflicts) {
      const about: readonly string[] = mutation.durable?.about(variables) ?? []
      const isSame = ({ entry }: Pending) =>
        entry.conflict?.field === conflict.field && entry.about.join() === about.join()
      // Of several changes of one field the last one is offered.
      const before = this.pending.find(isSame)
      if (before) {
        await this.put(before, { ...before.entry, variables, conflict })
        continue
      }
      const entry: OutboxEntry = { ...of, id: newId(), about, variables, conflict }
      await this.save(entry)
      await this.track(entry)
      this.post({ kind: 'put', entry })
    }
    if (conflicts.length > 0) this.show()
  }

  private conclude(outcomes: readonly Outcome[]) {
    this.made.push(...outcomes)
    if (this.pending.length - this.made.length < FLUSH_LIMIT) this.flush()
    else this.flushing ??= setTimeout(() => this.flush(), TOGETHER_MS)
  }

  private flush() {
    clearTimeout(this.flushing)
    this.flushing = undefined
    const made = this.made.splice(0)
    if (made.length === 0) return
    const done = new Set(made.map(({ pending }) => pending))
    this.pending = this.pending.filter((one) => !done.has(one))
    // The page is drawn once for all queries.
    notifyManager.batch(() =>
      this.layers.confirm(
        made.flatMap(({ pending: { mutation }, ...outcome }) =>
          mutation ? [{ mutation, ...outcome }] : [],
        ),
      ),
    )
    this.publish()
    for (const { pending, answer } of made) pending.delivery.resolve(answer)
  }
}

import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { AnyMutation } from './durable-mutations.ts'
import type { QueryLayers } from './query-layers.ts'

/** A stored change, as it is shown. */
export interface Shown {
  mutation: AnyMutation
  variables: unknown
}

interface Settled extends Shown {
  answer: unknown
}

const hashes = new WeakMap<QueryKey, string>()

function hashOf(key: QueryKey): string {
  const known = hashes.get(key) ?? hashKey(key)
  hashes.set(key, known)
  return known
}

const queriesOf = ({ mutation: { query }, variables }: Shown): readonly { queryKey: QueryKey }[] =>
  typeof query === 'function' ? query(variables) : [query]

interface Layer {
  queryKey: QueryKey
  /** Id in `QueryLayers`; undefined until it begins. */
  id: number | undefined
  runs: readonly Run[]
}

/** Consecutive changes of one kind. */
type Run = readonly [Shown, ...Shown[]]

const kindOf = ({ mutation: { durable } }: Shown) => JSON.stringify([durable?.name, durable?.scope])

function runsOf(shown: readonly Shown[]): Run[] {
  const runs: [Shown, ...Shown[]][] = []
  let kind: string | undefined
  for (const one of shown) {
    const next = kindOf(one)
    const last = runs.at(-1)
    if (last && next === kind && one.mutation.durable?.applyAll) last.push(one)
    else runs.push([one])
    kind = next
  }
  return runs
}

/**
 * Shows stored changes over the cached queries: one layer per query for all changes, because each
 * layer is reapplied whenever another one is added or removed.
 */
export class OutboxLayers {
  private readonly layers = new Map<string, Layer>()
  private readonly queryLayers: QueryLayers
  private readonly waiting: () => readonly Shown[]
  private isDue = false

  constructor(client: QueryClient, queryLayers: QueryLayers, waiting: () => readonly Shown[]) {
    this.queryLayers = queryLayers
    this.waiting = waiting
    client.getQueryCache().subscribe((event) => {
      const { queryHash } = event.query
      if (event.type === 'removed') this.layers.delete(queryHash)
      const isRead =
        event.type === 'updated' && event.action.type === 'success' && !event.action.manual
      // Queries loaded later show the changes too, and the name of a state may be known by now.
      if (isRead && this.waiting().length > 0) this.syncSoon()
    })
  }

  private syncSoon() {
    if (this.isDue) return
    this.isDue = true
    queueMicrotask(() => {
      this.isDue = false
      this.sync()
    })
  }

  /** Shows waiting changes and hides others. */
  sync() {
    const next = new Map<string, { queryKey: QueryKey; shown: Shown[] }>()
    for (const one of this.waiting()) {
      for (const { queryKey } of queriesOf(one)) {
        const hash = hashOf(queryKey)
        const there = next.get(hash)
        if (there) there.shown.push(one)
        else next.set(hash, { queryKey, shown: [one] })
      }
    }
    for (const [hash, layer] of this.layers) {
      if (next.has(hash)) continue
      this.layers.delete(hash)
      if (layer.id !== undefined) this.queryLayers.fail(layer.queryKey, layer.id)
    }
    for (const [hash, { queryKey, shown }] of next) this.show(hash, queryKey, shown)
  }

  private show(hash: string, queryKey: QueryKey, shown: readonly Shown[]) {
    const known = this.layers.get(hash)
    if (known) {
      known.runs = runsOf(shown)
      this.queryLayers.refresh(queryKey)
      return
    }
    const layer: Layer = { queryKey, id: undefined, runs: runsOf(shown) }
    this.layers.set(hash, layer)
    layer.id = this.queryLayers.begin<unknown>(queryKey, (data) =>
      layer.runs.reduce((before, run) => appliedRun(before, run, queryKey), data),
    )
  }

  /** Merges changes the server has made into its data; they no longer wait. */
  confirm(settled: readonly Settled[]) {
    const byQuery = new Map<string, { queryKey: QueryKey; made: Settled[] }>()
    for (const one of settled) {
      for (const { queryKey } of queriesOf(one)) {
        const hash = hashOf(queryKey)
        const there = byQuery.get(hash)
        if (there) there.made.push(one)
        else byQuery.set(hash, { queryKey, made: [one] })
      }
    }
    for (const { queryKey, made } of byQuery.values()) {
      const runs = made.some(({ mutation }) => mutation.settle) ? undefined : runsOf(made)
      this.queryLayers.happen<unknown>(queryKey, (data) =>
        runs
          ? runs.reduce((before, run) => appliedRun(before, run, queryKey), data)
          : made.reduce((before, one) => confirmed(before, one, queryKey), data),
      )
    }
    this.sync()
  }
}

function appliedRun(data: unknown, run: Run, queryKey: QueryKey): unknown {
  const [first] = run
  const applyAll = run.length > 1 ? first.mutation.durable?.applyAll : undefined
  if (!applyAll) return run.reduce<unknown>((before, one) => applied(before, one, queryKey), data)
  try {
    return applyAll(
      data,
      run.map(({ variables }) => variables),
    )
  } catch {
    return data
  }
}

/** Changes stored by an older version may not fit: then they are not shown, but sent. */
function applied(data: unknown, { mutation, variables }: Shown, queryKey: QueryKey): unknown {
  try {
    return mutation.apply(data, variables, queryKey)
  } catch {
    return data
  }
}

function confirmed(data: unknown, settled: Settled, queryKey: QueryKey): unknown {
  const { mutation, variables, answer } = settled
  if (!mutation.settle) return applied(data, settled, queryKey)
  try {
    return mutation.settle(data, answer, variables, queryKey)
  } catch {
    return data
  }
}

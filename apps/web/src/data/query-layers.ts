import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import {
  begin,
  type Change,
  confirm,
  fail,
  happen,
  isSettled,
  type Layers,
  layersOver,
  read,
  visible,
} from './layers.ts'

// One type per query, known where the query is defined; the map holds them all.
type AnyLayers = Layers<unknown>

/**
 * Stores `Layers` for every query with unconfirmed changes, and keeps the cache in sync with them.
 */
export class QueryLayers {
  private readonly client: QueryClient
  private readonly layers = new Map<string, AnyLayers>()
  private count = 0

  constructor(client: QueryClient) {
    this.client = client
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'removed') this.layers.delete(event.query.queryHash)
      if (event.type !== 'updated') return
      const { action, query } = event
      const known = this.layers.get(query.queryHash)
      if (!known) return
      if (action.type === 'success' && !action.manual) {
        this.store(query.queryKey, read(known, action.data))
      } else if (known.unread.length > 0 && query.state.fetchStatus === 'idle') {
        // Failed or cancelled: the next answer contains these changes, and may contain later ones.
        this.store(query.queryKey, { ...known, unread: [] })
      }
    })
  }

  begin<Data>(key: QueryKey, change: Change<Data>): number {
    this.count += 1
    this.store(key, begin(this.of<Data>(key), this.count, change))
    return this.count
  }

  confirm<Data>(key: QueryKey, id: number, change: Change<Data>) {
    this.store(key, confirm(this.of<Data>(key), id, change, this.isReading(key)))
  }

  fail(key: QueryKey, id: number) {
    this.store(key, fail(this.of(key), id))
  }

  happen<Data>(key: QueryKey, change: Change<Data>) {
    this.store(key, happen(this.of<Data>(key), change, this.isReading(key)))
  }

  /** Reapplies layers whose result has changed. */
  refresh(key: QueryKey) {
    this.store(key, this.of(key))
  }

  private of<Data>(key: QueryKey): Layers<Data> {
    const known = this.layers.get(hashKey(key)) as Layers<Data> | undefined
    return known ?? layersOver(this.client.getQueryData<Data>(key))
  }

  private isReading(key: QueryKey) {
    return this.client.getQueryState(key)?.fetchStatus === 'fetching'
  }

  private store<Data>(key: QueryKey, layers: Layers<Data>) {
    const hash = hashKey(key)
    if (isSettled(layers)) this.layers.delete(hash)
    else this.layers.set(hash, layers as AnyLayers)
    const data = visible(layers)
    if (data === undefined || data === this.client.getQueryData(key)) return
    // With the old time: our own changes do not make the server's data fresher.
    const updatedAt = this.client.getQueryState(key)?.dataUpdatedAt
    this.client.setQueryData(key, data, { updatedAt })
  }
}

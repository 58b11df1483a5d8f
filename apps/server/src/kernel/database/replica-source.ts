import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Session } from './driver-connection.ts'

/** A connection to the replica, as the driver uses it. */
export interface ReplicaConnection {
  client: pg.PoolClient
  session: Session
}

/** Connects if the replica is there and current. */
export type ConnectToReplica = () => Promise<ReplicaConnection | undefined>

const source = new AsyncLocalStorage<ConnectToReplica | undefined>()

/** Runs reads whose statements may go to a replica; undefined: they belong to the primary. */
export const readFrom = <T>(replica: ConnectToReplica | undefined, read: () => Promise<T>) =>
  source.run(replica, read)

/** For the driver: undefined if the statement belongs to the primary. */
export const connectToReplica: ConnectToReplica = async () => source.getStore()?.()

import { rm } from 'node:fs/promises'

/** A server that was ended hard leaves a database behind that still puts its files in order. */
const patience = { maxRetries: 20, retryDelay: 100 }

/** What the run's server wrote goes with it. */
export default async function removeData() {
  const { E2E_DATA } = process.env
  if (E2E_DATA) await rm(E2E_DATA, { recursive: true, force: true, ...patience })
}

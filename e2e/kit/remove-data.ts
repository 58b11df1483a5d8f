import { rm } from 'node:fs/promises'

/** A server that was killed leaves a database behind that is still cleaning up its files. */
const patience = { maxRetries: 20, retryDelay: 100 }

/** Deletes the data of the run's server. */
export default async function removeData() {
  const { E2E_DATA } = process.env
  if (E2E_DATA) await rm(E2E_DATA, { recursive: true, force: true, ...patience })
}

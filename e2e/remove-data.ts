import { rm } from 'node:fs/promises'

/** What the run's server wrote goes with it. */
export default async function removeData() {
  if (process.env.E2E_DATA) await rm(process.env.E2E_DATA, { recursive: true, force: true })
}

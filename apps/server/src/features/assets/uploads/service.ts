/** What other features call of the ways a file takes; these stand on `../service.ts` themselves. */
export { completeLooseFile, findFileAddress, openLooseFile } from '../loose-files.ts'
export { completeOwn, createOwn, removeOwn } from '../own-assets.ts'
export { findByExternalId } from '../queries.ts'

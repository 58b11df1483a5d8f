/** Upload functions that other features call; these files import `../service.ts` themselves. */
export { completeLooseFile, findFileAddress, openLooseFile } from '../loose-files.ts'
export { completeOwn, createOwn, removeOwn } from '../own-assets.ts'
export { findByExternalId } from '../queries.ts'

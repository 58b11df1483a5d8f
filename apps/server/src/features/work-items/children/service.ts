/** What other features call of epics and of what stands below an item; it stands on `../service.ts`. */
export { epicsOfProject } from '../contexts.ts'
export { addSubItems } from '../sub-items.ts'

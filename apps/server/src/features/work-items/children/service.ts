/**
 * Functions for epics and children that other features call; these files import `../service.ts`.
 */
export { epicsOfProject } from '../contexts.ts'
export { addSubItems, subItemsOfMany } from '../sub-items.ts'

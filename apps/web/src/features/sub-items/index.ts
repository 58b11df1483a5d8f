export { useSubItems } from './hooks.ts'
export { SubItemsSection, useSubItemEntries } from './sub-items-section.tsx'

export { type OfferedRelation, offered } from './hooks.ts'
export { relationIcons } from './relation-looks.ts'
export { RelationsSections } from './relations-sections.tsx'

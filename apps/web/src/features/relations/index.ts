export { type OfferedRelation, offered, useAddRelations } from './hooks.ts'
export { relationIcons } from './relation-looks.ts'
export { RelationsSections } from './relations-sections.tsx'

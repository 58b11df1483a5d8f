export * from './days.ts'
export * from './recurrence.ts'
export * from './zones.ts'

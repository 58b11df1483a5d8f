export * from './days.ts'
export * from './zones.ts'

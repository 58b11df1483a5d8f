/** What programs call with a personal token. The application itself never loads any of this. */
export * from './labels.ts'
export * from './lists.ts'
export * from './users.ts'

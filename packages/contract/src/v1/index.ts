/** What programs call with a personal token. The application itself never loads any of this. */
export * from './invitations.ts'
export * from './labels.ts'
export * from './lists.ts'
export * from './members.ts'
export * from './projects.ts'
export * from './roles.ts'
export * from './states.ts'
export * from './users.ts'

/** What posts forms, and its words, is loaded by those who leave. */
export const signOut = async () => (await import('#features/auth/form-post.ts')).signOut()

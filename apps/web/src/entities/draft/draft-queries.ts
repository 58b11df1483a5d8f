/** All queries that show the user's drafts. */
export const draftsIn = (slug: string) => ['drafts', slug] as const

/** First path segments the application needs for itself, so no workspace may be called so. */
const reserved = new Set(
  `404 accounts admin api auth assets billing business cairn cairn-enterprise cairn-pro calendar
   channels chat config configuration create-workspace dashboard desktop dev disco drive enterprise
   epic epics flags god-mode health import importers ingest initiative initiatives installations
   instance instances integration integrations invitations license licenses live m mobile monitor
   monitoring onboarding onload one pages password pro profile real-time settings set-up sign-in
   sign-up signin signup silo spaces story upgrade workflow workflows workspace-invitations`.split(
    /\s+/,
  ),
)

export const isReservedSlug = (slug: string) => reserved.has(slug.toLowerCase())
export const isSlug = (slug: string) => /^[a-zA-Z0-9_-]+$/.test(slug)

/** The slug proposed while the name of a workspace is typed. */
export const slugFrom = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48)

/** The identifier proposed while the name of a project is typed. */
export const identifierFrom = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 5)

/** URLs in names would turn invitations into spam. */
export const containsUrl = (name: string) => /https?:\/\/|www\./i.test(name)

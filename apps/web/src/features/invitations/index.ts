export { PendingInvites } from './pending-invites.tsx'

export const loadInviteDialog = () => import('./invite-dialog.tsx')

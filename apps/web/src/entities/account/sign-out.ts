import { queryClient } from '#data/query-client.ts'
import { PUSH_OWNER } from '../push/push-owner.ts'
import { session } from './hooks.ts'

/** Asks first if typed text would be lost. The form code and its texts are loaded on demand. */
export async function signOut() {
  const { anyLeftText } = await import('#data/left-texts.ts')
  const { clearOutbox, readEntries } = await import('#data/outbox-store.ts')
  const owner = queryClient.getQueryData(session.queryKey)?.id
  const hasUnsent = async (id: string) =>
    anyLeftText(id) || (await readEntries(id).catch(() => [])).length > 0
  if (owner && (await hasUnsent(owner))) {
    const { askSignOut } = await import('./ask-sign-out.tsx')
    if (!(await askSignOut())) return
  }
  if (owner) await clearOutbox(owner).catch(() => undefined)
  const { forgetTexts } = await import('#entities/shared-text/saved-texts.ts')
  await forgetTexts()
  localStorage.removeItem(PUSH_OWNER)
  const form = await import('./form-post.ts')
  await form.signOut()
}

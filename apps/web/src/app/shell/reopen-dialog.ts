import { anyLeftText } from '#data/left-texts.ts'
import type { WorkItemIntent } from '#entities/work-item/intent.ts'

/** The fragment with which a shortcut of the installed application asks for the dialog. */
const NEW_ITEM = '#new-work-item'

/** Opens the dialog the URL asks for, else the one that was open when the page was closed. */
export async function reopenDialog(
  slug: string,
  me: string,
  open: (intent: WorkItemIntent) => void,
  left: AbortSignal,
) {
  if (left.aborted) return
  if (location.hash === NEW_ITEM) {
    // So that a reload does not open it again.
    history.replaceState(history.state, '', location.pathname + location.search)
    return open({})
  }
  if (!anyLeftText(me)) return
  const { savedIntent } = await import('#features/work-item-dialog/left-form.ts')
  const intent = await savedIntent(slug, me)
  if (intent && !left.aborted) open(intent)
}

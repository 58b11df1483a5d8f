import { type CompanySize, companySizes } from './company-sizes.ts'

export interface WorkspaceDraft {
  name: string
  /** Undefined while the URL follows the name. */
  ownSlug: string | undefined
  size: CompanySize | null
}

export const emptyDraft: WorkspaceDraft = { name: '', ownSlug: undefined, size: null }

const key = 'workspace_draft'

/** What was typed before the form was left; stored for the session of the tab. */
export function readDraft(): WorkspaceDraft {
  try {
    const { name, ownSlug, size } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<
      Record<keyof WorkspaceDraft, unknown>
    >
    return {
      name: typeof name === 'string' ? name : '',
      ownSlug: typeof ownSlug === 'string' ? ownSlug : undefined,
      size: companySizes.find((known) => known === size) ?? null,
    }
  } catch {
    return emptyDraft
  }
}

export function saveDraft(draft: WorkspaceDraft) {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Some private windows refuse storage: the draft then lasts as long as the page.
  }
}

import { type AssetKind, idSource } from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { discardPictures, type Owner, takePictures } from './queries.ts'

const picture = /<image-component\b[^>]*>/g
const uuid = new RegExp(idSource, 'gi')

/** The ids in a text's pictures; includes project ids, because the URLs contain them. */
export const picturesIn = (html: string): string[] => [
  ...new Set(
    (html.match(picture) ?? [])
      .flatMap((tag) => tag.match(uuid) ?? [])
      .map((id) => id.toLowerCase()),
  ),
]

export const renamePictures = (html: string, nameOf: (id: string) => string) =>
  html.replace(picture, (tag) => tag.replace(uuid, (id) => nameOf(id.toLowerCase())))

/** The text of a comment, item, page or draft. */
type TextOwner = Pick<
  Owner,
  'project_id' | 'work_item_id' | 'comment_id' | 'page_id' | 'draft_issue_id'
>

function kindOf({ comment_id, work_item_id, page_id }: TextOwner): AssetKind {
  if (comment_id) return 'COMMENT_DESCRIPTION'
  if (work_item_id) return 'ISSUE_DESCRIPTION'
  return page_id ? 'PAGE_DESCRIPTION' : 'DRAFT_ISSUE_DESCRIPTION'
}

/**
 * Pictures are deleted when removed from a text and restored when they return, no matter who saves
 * it and how it was undone. Pictures uploaded while it was first written are assigned to it.
 */
export async function savePictures(
  tx: Tx,
  writer: Pick<Member, 'workspace_id' | 'user_id'>,
  owner: TextOwner,
  html: { before: string; after: string },
): Promise<void> {
  const [before, after] = [picturesIn(html.before), picturesIn(html.after)]
  const kind = kindOf(owner)
  const gone = before.filter((id) => !after.includes(id))
  if (gone.length > 0) await discardPictures(tx, writer, kind, owner, gone)
  if (after.length > 0) await takePictures(tx, writer, kind, owner, after)
}

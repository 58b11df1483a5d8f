import { useRef } from 'react'
import { uploadProjectAsset } from '#entities/file/upload.ts'
import type { ItemRef } from './hooks.ts'

/** Pictures for a comment: an existing one, or one still being written. */
export function useCommentPictures({ slug, project_id }: ItemRef, comment_id = '') {
  const sent = useRef<string[]>([])

  async function upload(file: File, onProgress: (share: number) => void) {
    const where = { entity_identifier: comment_id, onProgress }
    const target = await uploadProjectAsset(slug, project_id, file, 'COMMENT_DESCRIPTION', where)
    sent.current.push(target.asset_id)
    return { id: target.asset_id, url: target.asset_url ?? '' }
  }

  /** Pictures that are still in the text. */
  function take(html: string): string[] {
    const stillUsed = sent.current.filter((id) => html.includes(id))
    sent.current = []
    return stillUsed
  }

  return { upload, take }
}

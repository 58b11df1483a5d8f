import { canCopyPage } from '@cairn/contract'
import type { Editor } from '@tiptap/react'
import { useCreatePage } from './hooks.ts'
import type { PageScope } from './page-list.ts'
import { usePageCaller } from './use-page-caller.ts'

/** Creates a sub-page and inserts it into the text; undefined if the user may not. */
export function useSubPageBlock(
  { slug, project_id }: PageScope,
  parent: string,
  editor: Editor | null,
) {
  const create = useCreatePage({ slug, project_id })
  const caller = usePageCaller(slug)({ project_ids: [project_id] })
  if (!editor || !canCopyPage(caller)) return undefined
  return () => {
    const id = create.mutate({ parent }, { onFailure: () => removeBlock(editor, id) })
    const attrs = { item: id, project: project_id, workspace: slug }
    editor
      .chain()
      .focus()
      // An empty line to continue writing.
      .insertContent([{ type: 'pageEmbed', attrs }, { type: 'paragraph' }])
      .run()
  }
}

function removeBlock(editor: Editor, id: string) {
  editor.state.doc.descendants((node, position) => {
    if (node.type.name !== 'pageEmbed' || node.attrs.item !== id) return
    editor.commands.deleteRange({ from: position, to: position + node.nodeSize })
  })
}

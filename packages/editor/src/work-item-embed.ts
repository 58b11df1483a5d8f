import { mergeAttributes, Node } from '@tiptap/core'

/** What an embed says it is. */
export const WORK_ITEM = 'issue'

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: { getAttribute(name: string): string | null }) => element.getAttribute(name),
})

/** A work item among the blocks of a page; what is shown of it is looked up by those who read. */
export const WorkItemEmbed = Node.create({
  name: 'workItemEmbed',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes() {
    return {
      id: attribute('id'),
      item: {
        ...attribute('entity_identifier'),
        renderHTML: ({ item }) => ({ entity_identifier: item, entity_name: WORK_ITEM }),
      },
      project: {
        ...attribute('project_identifier'),
        renderHTML: ({ project }) => (project ? { project_identifier: project } : {}),
      },
      workspace: {
        ...attribute('workspace_identifier'),
        renderHTML: ({ workspace }) => (workspace ? { workspace_identifier: workspace } : {}),
      },
    }
  },

  parseHTML() {
    return [{ tag: 'issue-embed-component[entity_identifier]' }]
  },

  renderHTML({ HTMLAttributes }) {
    return ['issue-embed-component', mergeAttributes(HTMLAttributes)]
  },
})

import { mergeAttributes, Node } from '@tiptap/core'

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: { getAttribute(name: string): string | null }) => element.getAttribute(name),
})

/** The embedded object, and its location when it was inserted. */
export const embedAttributes = (entity_name: 'issue' | 'page') => ({
  id: attribute('id'),
  item: {
    ...attribute('entity_identifier'),
    renderHTML: ({ item }: Record<string, unknown>) => ({ entity_identifier: item, entity_name }),
  },
  project: {
    ...attribute('project_identifier'),
    renderHTML: ({ project }: Record<string, unknown>) =>
      project ? { project_identifier: project } : {},
  },
  workspace: {
    ...attribute('workspace_identifier'),
    renderHTML: ({ workspace }: Record<string, unknown>) =>
      workspace ? { workspace_identifier: workspace } : {},
  },
})

/** A work item embedded in a page; clients look up its data. */
export const WorkItemEmbed = Node.create({
  name: 'workItemEmbed',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () => embedAttributes('issue'),

  parseHTML() {
    return [{ tag: 'issue-embed-component[entity_identifier]' }]
  },

  renderHTML({ HTMLAttributes }) {
    return ['issue-embed-component', mergeAttributes(HTMLAttributes)]
  },
})

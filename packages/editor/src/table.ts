import { Table as BaseTable, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'

const background = {
  default: null,
  parseHTML: (element: { getAttribute(name: string): string | null }) =>
    element.getAttribute('data-background-color'),
  renderHTML: ({ background }: Record<string, unknown>) =>
    background ? { 'data-background-color': background } : {},
}

// The cells have the column widths; the colgroup is rendered from them.
const Table = BaseTable.extend({
  renderHTML() {
    return ['table', ['tbody', 0]]
  },
})

const Cell = TableCell.extend({
  addAttributes() {
    const { align: _, ...inherited } = this.parent?.() ?? {}
    return { ...inherited, background }
  },
})

const Header = TableHeader.extend({
  addAttributes() {
    const { align: _, ...inherited } = this.parent?.() ?? {}
    return { ...inherited, background }
  },
})

export const tableExtensions = [
  Table.configure({ resizable: true, cellMinWidth: 64, handleWidth: 4 }),
  TableRow,
  Header,
  Cell,
]

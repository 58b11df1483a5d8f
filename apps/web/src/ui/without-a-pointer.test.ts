import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const sources = new Map(
  globSync('**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)
const filesWith = (pattern: RegExp) =>
  [...sources].filter(([, text]) => pattern.test(text)).map(([file]) => file)

/** Every drag implementation, with its alternative by keys or by a menu. */
const alternatives: Record<string, { of: string; in: string; by: RegExp }[]> = {
  'ui/lists/sortable-drag.ts': [
    {
      of: 'rows in their order',
      in: 'ui/lists/sortable.ts',
      by: /event\.altKey \? lookup\(stepKeys/,
    },
  ],
  'entities/work-item-list/list-drag.ts': [
    { of: 'rows of a list', in: 'features/work-items/list-layout.tsx', by: /moves: drag/ },
    {
      of: 'rows of a timeline',
      in: 'features/work-item-timeline/timeline-layout.tsx',
      by: /moves: rowOrder/,
    },
  ],
  'features/work-item-board/board-drag.ts': [
    { of: 'cards', in: 'features/work-item-board/use-card-actions.ts', by: /moves\.entriesOf/ },
    {
      of: 'cards that are deleted',
      in: 'features/work-item-board/use-card-actions.ts',
      by: /Delete: .*askRemove/,
    },
  ],
  'features/dashboards/widget-grid.tsx': [
    { of: 'widgets', in: 'features/dashboards/widget-grid.tsx', by: /onKeyDown=\{/ },
    { of: 'widgets by a menu', in: 'features/dashboards/widget-grid.tsx', by: /onStep: \(step\)/ },
  ],
  'features/work-item-calendar/calendar-drag.ts': [
    {
      of: 'items on their days',
      in: 'features/work-item-calendar/calendar-layout.tsx',
      by: /event\.altKey && by/,
    },
  ],
  'entities/timeline/use-gestures.ts': [
    {
      of: 'blocks, their ends, and what waits for them',
      in: 'features/work-item-timeline/use-block-actions.ts',
      by: /along \? 'move' : event\.shiftKey \? 'due' : event\.altKey \? 'start'/,
    },
    {
      of: 'blocks of modules',
      in: 'features/modules/modules-timeline.tsx',
      by: /event\.shiftKey \? 'due' : event\.altKey \? 'start'/,
    },
    {
      of: 'arrows',
      in: 'features/work-item-detail/widgets.tsx',
      by: /relations/,
    },
  ],
  'entities/editor/block-handle.tsx': [
    {
      of: 'blocks of a text',
      in: 'entities/editor/block-handle.tsx',
      by: /shortcut: 'alt\+shift\+up'/,
    },
  ],
  'entities/editor/picture-view.tsx': [
    { of: 'the size of a picture', in: 'entities/editor/picture-view.tsx', by: /resize\(by\)/ },
  ],
}

// @cap:accessibility.drag-alternatives
it('lets everything that can be dragged be moved by keys or by a menu', () => {
  const takers = filesWith(/\bdraggable\(\{|^\s*draggable$|setPointerCapture|'pointermove'/m)
  // Follows the pointer to show what is under it, and moves nothing.
  const onlooking = ['ui/overlays/tooltip-layer.tsx', 'ui/platform/last-used.ts']
  expect(takers.filter((file) => !onlooking.includes(file)).toSorted()).toEqual(
    Object.keys(alternatives).toSorted(),
  )
  for (const { of, in: file, by } of Object.values(alternatives).flat()) {
    expect(sources.get(file), of).toMatch(by)
  }
})

it('gives every sortable row a menu with the same moves: fingers cannot press Alt', () => {
  const sorted = filesWith(/= useSortable\(/)
  expect(sorted.length).toBeGreaterThan(8)
  // A menu that is loaded when it is opened gets the moves from the row.
  const menu = /SortableHandle|moveEntries|moves=\{handleProps\}/
  expect(sorted.filter((file) => !menu.test(sources.get(file) ?? ''))).toEqual([])
  for (const [file, source] of sources) {
    if (/^ {2}moves: MovesProps$/m.test(source))
      expect(source, file).toMatch(/moves(=\{moves\}|\))/)
  }
})

// @cap:mobile.touch
it('hides nothing behind a hover where nobody can hover', () => {
  // These only show additional information on hover; none of them can be pressed.
  const named = ['features/work-item-table/head-cell.tsx']
  const hidden = filesWith(/(?<![\w-])opacity-0(?![\w-])[^'"`]*group-hover/)
  expect(hidden.filter((file) => !named.includes(file))).toEqual([
    // A click opens the same in a panel.
    'features/pages/outline-ticks.tsx',
  ])
})

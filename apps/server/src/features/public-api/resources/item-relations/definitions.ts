import { type RelationType, toPage } from '@cairn/contract'
import type { DefinitionsQueryV1, RelationDefinitionV1 } from '@cairn/contract/v1'
import type { Member } from '#kernel/auth/member.ts'
import { sliceOf } from '#kernel/http/slices.ts'

interface Definition {
  id: string
  name: string
  /** The name used for both directions. */
  label: string
  type: RelationType
}

/** Relations without an order; the ids are the same in every workspace and never change. */
export const definitions: readonly Definition[] = [
  {
    id: '6f6e1d0a-5b1c-4c39-9a55-0c8f6d1b7a01',
    name: 'relates to',
    label: 'relates to',
    type: 'relates_to',
  },
  {
    id: '6f6e1d0a-5b1c-4c39-9a55-0c8f6d1b7a02',
    name: 'duplicate',
    label: 'duplicate of',
    type: 'duplicate',
  },
]

/** All are default and active: filters for others return none. */
export function readDefinitions({ workspace_id }: Member, query: DefinitionsQueryV1) {
  const slice = sliceOf(query)
  const { is_default = true, is_active = true } = query
  const found = is_default && is_active ? definitions : []
  const all = found.map(
    ({ id, name, label }, place): RelationDefinitionV1 => ({
      ...{ id, name, outward: label, inward: label, is_default: true, is_active: true },
      ...{ color: '', sort_order: (place + 1) * 10_000, workspace: workspace_id },
    }),
  )
  const results = all.slice(slice.page * slice.size, (slice.page + 1) * slice.size)
  return toPage(slice, { results, count: results.length, total: all.length })
}

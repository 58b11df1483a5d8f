import { applyLabelEvent, type Label, type NewLabel } from '@cairn/contract'
import { queryOptions } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { type QueuedToast, receiveToasts } from '#ui/feedback/toast.ts'
import { ApiError } from './api.ts'
import { changeIn, creationIn, removalIn } from './collection-actions.ts'
import { addText } from './i18n.ts'
import { liveCollection } from './live-collection.ts'
import { newId } from './new-id.ts'
import { afterCreates, whenCreated } from './pending-creates.ts'
import { queryClient, queryLayers } from './query-client.ts'
import { mutateOptimistically } from './use-optimistic-mutation.ts'

addText({
  labels: { not_created: 'Not created', not_updated: 'Not changed', not_deleted: '{{name}} stays' },
})

const toasts: QueuedToast[] = []
receiveToasts((toast) => void toasts.push(toast))

interface Scope {
  project_id: string
}

const labelsIn = ({ project_id }: Scope) =>
  queryOptions({ queryKey: ['labels', project_id] as const, queryFn: (): Label[] => [] })

const collection = liveCollection({
  query: labelsIn,
  event: (list: Label[], event, { project_id }) => {
    const of = event.type === 'label.saved' ? event.label.project_id : event.project_id
    return of === project_id ? applyLabelEvent(list, event) : list
  },
  saved: (label) => ({ type: 'label.saved', label }),
  removed: (id, { project_id }) => ({ type: 'label.removed', ids: [id], project_id }),
})

const label = (project_id: string, name: string, id = newId()): Label => ({
  ...{ id, name, project_id, color: '', parent: null, workspace_id: '', sort_order: 1 },
})

/** A new project with these labels. */
function projectWith(...names: string[]) {
  const scope = { project_id: newId() }
  const known = names.map((name) => label(scope.project_id, name))
  const { queryKey } = labelsIn(scope)
  queryClient.setQueryData(queryKey, known)
  const shown = () => (queryClient.getQueryData(queryKey) ?? []).map(({ name }) => name)
  return { scope, known, queryKey, shown }
}

const draft = ({ project_id }: Scope, { id, name }: { id: string; name: string }) =>
  label(project_id, name, id)

const refusal = () => new ApiError(400, { error: 'Taken' }, 'Taken')

describe('a new thing', () => {
  it('is shown at once under its final id, and stays one thing when its event comes first', async () => {
    const { scope, queryKey, shown } = projectWith('Bug')
    const sending = Promise.withResolvers<Label>()
    const { mutation, begin } = creationIn(collection, {
      send: (_, _body: NewLabel) => sending.promise,
      draft,
      failure: 'labels.not_created',
    })(scope)
    const added = begin({ name: 'Idea' })
    const sent = mutateOptimistically(mutation, added)
    expect(shown()).toEqual(['Bug', 'Idea'])
    const answer = { ...added.thing, sort_order: 2 }
    queryLayers.happen<Label[]>(queryKey, (list) =>
      applyLabelEvent(list, { type: 'label.saved', label: answer }),
    )
    expect(shown()).toEqual(['Bug', 'Idea'])
    sending.resolve(answer)
    await sent
    expect(queryClient.getQueryData<Label[]>(queryKey)?.at(-1)).toEqual(answer)
  })

  it('leaves with the reason where the server refuses it, unless its form shows that itself', async () => {
    const { scope, shown } = projectWith('Bug')
    const { mutation, begin } = creationIn(collection, {
      send: async (_, _body: NewLabel): Promise<Label> => {
        throw refusal()
      },
      draft,
      failure: 'labels.not_created',
    })(scope)
    await mutateOptimistically(mutation, begin({ name: 'Idea' }))
    expect(shown()).toEqual(['Bug'])
    expect(toasts.at(-1)).toMatchObject({ title: 'Not created', text: 'Taken' })
    const before = toasts.length
    await mutateOptimistically(mutation, begin({ name: 'Idea' }), { onFailure: () => true })
    expect(toasts.length).toBe(before)
  })

  it('is one thing when it is sent again after an answer that never came', async () => {
    const { scope, shown } = projectWith('Bug')
    const server: Label[] = []
    const stored = liveCollection({
      ...collection,
      query: (of: Scope) =>
        queryOptions({ queryKey: labelsIn(of).queryKey, queryFn: () => [...server] }),
    })
    let isLost = true
    const { mutation, begin } = creationIn(stored, {
      send: async (_, { id, name }: NewLabel & { id: string }): Promise<Label> => {
        if (server.some((one) => one.name === name)) throw refusal()
        server.push(label(scope.project_id, name, id))
        if (isLost) throw new ApiError(0, undefined, undefined)
        return label(scope.project_id, name, id)
      },
      draft,
      failure: 'labels.not_created',
    })(scope)
    await mutateOptimistically(mutation, begin({ name: 'Idea' }))
    expect(shown()).toEqual(['Bug'])
    const before = toasts.length
    isLost = false
    await mutateOptimistically(mutation, begin({ name: 'Idea' }))
    expect(shown()).toEqual(['Bug', 'Idea'])
    expect(toasts.length).toBe(before)
    expect(server).toHaveLength(1)

    // A second label with this name is still refused.
    await mutateOptimistically(mutation, begin({ name: 'Idea' }))
    expect(toasts.at(-1)).toMatchObject({ text: 'Taken' })
    expect(server).toHaveLength(1)
  })

  it('makes requests that name it wait for the answer, and fail with it', async () => {
    const { scope } = projectWith()
    const sending = Promise.withResolvers<Label>()
    const { mutation, begin } = creationIn(collection, {
      send: (_, _body: NewLabel) => sending.promise,
      draft,
      failure: 'labels.not_created',
    })(scope)
    const added = begin({ name: 'Idea' })
    const { id } = added.thing
    const sent = mutateOptimistically(mutation, added)
    expect(afterCreates('/elsewhere/', undefined)).toBeUndefined()
    expect(afterCreates('/labels/', { ...added.body })).toBeUndefined()
    const opened = afterCreates(`/labels/${id}/`, undefined)
    const assigned = afterCreates('/issues/', { label_ids: [id] })
    expect(opened).toBeDefined()
    const reason = refusal()
    sending.reject(reason)
    await expect(opened).rejects.toBe(reason)
    await expect(assigned).rejects.toBe(reason)
    await sent
    await whenCreated(id)
    expect(afterCreates(`/labels/${id}/`, undefined)).toBeUndefined()
  })
})

describe('a thing that is there', () => {
  it('is changed at once, and as it was where that fails', async () => {
    const { scope, known, shown } = projectWith('Bug', 'Idea')
    const [bug] = known
    let refuses = false
    const change = changeIn(collection, {
      send: async (_, id, patch: { name: string }) => {
        if (refuses) throw refusal()
        return { ...label(scope.project_id, patch.name, id), sort_order: 0 }
      },
      failure: 'labels.not_updated',
    })(scope)
    const rename = (name: string) =>
      mutateOptimistically(change, { id: bug?.id ?? '', patch: { name } })
    const first = rename('Defect')
    expect(shown()).toContain('Defect')
    await first
    expect(shown()).toEqual(['Defect', 'Idea'])
    refuses = true
    const second = rename('Fault')
    expect(shown()).toContain('Fault')
    await second
    expect(shown()).toEqual(['Defect', 'Idea'])
  })

  it('is removed at once, and named when it comes back', async () => {
    const { scope, known, shown } = projectWith('Bug', 'Idea')
    const removal = removalIn(collection, {
      send: async () => {
        throw refusal()
      },
      failure: 'labels.not_deleted',
    })(scope)
    const sent = mutateOptimistically(removal, known[0]?.id ?? '')
    expect(shown()).toEqual(['Idea'])
    await sent
    expect(shown()).toEqual(['Bug', 'Idea'])
    expect(toasts.at(-1)).toMatchObject({ title: 'Bug stays', text: 'Taken' })
  })
})

it('gives random ids of version 4', () => {
  const ids = Array.from({ length: 100 }, newId)
  expect(new Set(ids).size).toBe(100)
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
})

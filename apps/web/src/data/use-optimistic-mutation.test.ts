import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { queryOptions } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { type QueuedToast, receiveToasts } from '#ui/feedback/toast.ts'
import { ApiError } from './api.ts'
import { addText } from './i18n.ts'
import { queryClient, queryLayers } from './query-client.ts'
import { mutateOptimistically } from './use-optimistic-mutation.ts'

addText({ work_items: { not_changed: 'Not changed' } })

const shown: QueuedToast[] = []
receiveToasts((toast) => void shown.push(toast))

const list = (name: string, data: string[]) => {
  const query = queryOptions({ queryKey: [name], queryFn: () => data, staleTime: Infinity })
  queryClient.setQueryData(query.queryKey, data)
  return query
}

// @cap:errors.optimistic-rollback
describe('a change that the server refuses', () => {
  it('is shown at once, goes back with a sentence, and can be tried again', async () => {
    const query = list('first', ['a'])
    let refuses = true
    const mutation = {
      query,
      send: async (_: string) => {
        if (refuses) throw new ApiError(400, { error: 'Too steep' }, 'Too steep')
      },
      apply: (letters: string[], letter: string) => [...new Set([...letters, letter])],
      failure: 'work_items.not_changed' as const,
    }
    const sent = mutateOptimistically(mutation, 'b')
    expect(queryClient.getQueryData(query.queryKey)).toEqual(['a', 'b'])
    await sent
    expect(queryClient.getQueryData(query.queryKey)).toEqual(['a'])
    const lastToast = shown.at(-1)
    expect(lastToast).toMatchObject({ kind: 'error', title: 'Not changed', text: 'Too steep' })
    refuses = false
    lastToast?.action?.onSelect()
    expect(queryClient.getQueryData(query.queryKey)).toEqual(['a', 'b'])
    await expect.poll(() => queryClient.getQueryData(query.queryKey)).toEqual(['a', 'b'])
  })

  it('takes neither the changes made meanwhile along, nor what others did', async () => {
    const query = list('second', ['a'])
    const add = (letter: string) => (letters: string[]) => [...new Set([...letters, letter])]
    const sending = Promise.withResolvers<void>()
    const change = (letter: string, send: () => Promise<void>) =>
      mutateOptimistically(
        { query, send, apply: add(letter), failure: 'work_items.not_changed' },
        undefined,
      )
    const fails = change('b', () => sending.promise)
    const stays = change('c', async () => undefined)
    queryLayers.happen(query.queryKey, add('d'))
    await stays
    sending.reject(new ApiError(0, null, "You're offline"))
    await fails
    expect(queryClient.getQueryData<string[]>(query.queryKey)?.toSorted()).toEqual(['a', 'c', 'd'])
    // No response: the retry button stays until the server is reachable.
    expect(shown.at(-1)).toMatchObject({ text: "You're offline", duration: 0 })
  })
})

describe('no change is shown before the server confirms it, but by what takes it back', async () => {
  const sources = path.resolve(import.meta.dirname, '..')
  const files: { file: string; source: string }[] = []
  for await (const file of glob('{app,entities,features}/**/*.{ts,tsx}', { cwd: sources })) {
    if (file.includes('.test.')) continue
    files.push({ file, source: await readFile(path.join(sources, file), 'utf8') })
  }
  const mentioning = (word: RegExp) => files.filter(({ source }) => word.test(source))

  it('finds the changes', () => {
    expect(mentioning(/useOptimisticMutation\(|mutateOptimistically\(/).length).toBeGreaterThan(30)
  })

  it.each(mentioning(/queryLayers\.begin/).map(({ file, source }) => [file, source]))(
    '%s lets its own layer fail',
    (_file, source) => {
      const count = (word: RegExp) => source.match(word)?.length ?? 0
      expect(count(/queryLayers\.fail\(/g)).toBe(count(/queryLayers\.begin[<(]/g))
    },
  )

  it('has no other hook for it', () => {
    // `image-dialog` only counts the progress of an upload.
    expect(mentioning(/\bonMutate\b/).map(({ file }) => path.basename(file))).toEqual([
      'image-dialog.tsx',
    ])
  })

  /** Each writes the server's response; a list's settings are read again if they fail. */
  const afterAnswers = [
    'admin-hooks.ts',
    'first-password.ts',
    'hooks.ts',
    'item-hooks.ts',
    'my-invitations.ts',
    'request-hooks.ts',
    'restore-hooks.ts',
    'shell.tsx',
    'use-list-settings.ts',
  ]

  it('writes past the layers only what the server answered', () => {
    const writers = new Set(mentioning(/\bsetQueryData\b/).map(({ file }) => path.basename(file)))
    expect([...writers].filter((file) => !afterAnswers.includes(file))).toEqual([])
    const settings = files.find(({ file }) => file.endsWith('use-list-settings.ts'))?.source
    expect(settings).toContain("notifyFailure(t('work_items.settings_not_saved'), error)")
  })

  it('says what happened in words of the catalogue', async () => {
    const catalogue: Record<string, unknown> = {}
    for await (const file of glob('locales/en/*.json', { cwd: sources })) {
      Object.assign(catalogue, JSON.parse(await readFile(path.join(sources, file), 'utf8')))
    }
    const wordsOf = (key: string) =>
      key
        .split('.')
        .reduce<unknown>((words, part) => (words as Record<string, unknown>)?.[part], catalogue)
    const keys = files.flatMap(({ source }) =>
      [...source.matchAll(/\bfailure: '([^']+)'/g)].map(([, key = '']) => key),
    )
    expect(keys.length).toBeGreaterThan(60)
    expect(keys.filter((key) => typeof wordsOf(key) !== 'string')).toEqual([])
  })
})

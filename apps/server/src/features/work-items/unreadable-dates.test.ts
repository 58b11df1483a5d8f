import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { addItem, namesOf } from './test-kit/items.ts'

const { app, projectOf } = await testServer()

it('leaves out days of a filter that cannot be read, and warns of each in the log', async () => {
  const { ada } = await projectOf('ada')
  await addItem(ada, 'dated', { target_date: '2026-05-02' })
  await addItem(ada, 'undated')
  // A cached list is read twice here, to be compared.
  const warned = new Set<string>()
  app.log.warn = (...all: unknown[]) => void warned.add(JSON.stringify(all))

  const target_date = '2026-05-01;after,someday,2_weeks;after'
  expect(await namesOf(ada, { target_date })).toEqual(['dated'])
  expect(await namesOf(ada, { target_date: 'x'.repeat(500) })).toEqual(['undated', 'dated'])

  const said = 'a date in a filter cannot be read'
  const tokens = ['someday', '2_weeks;after', 'x'.repeat(60)]
  expect([...warned]).toEqual(tokens.map((token) => JSON.stringify([{ token }, said])))
})

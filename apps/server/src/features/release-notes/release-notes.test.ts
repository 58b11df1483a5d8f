import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { releaseNotesApi as api } from '@cairn/contract'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { releasesIn } from './change-log.ts'

const { person, stranger } = await testServer()

it('reads releases out of a change log, newest first, and nothing that is none', () => {
  const notes = releasesIn(
    [
      '# Change log',
      'What changed, for people who use it.',
      '## Unreleased',
      '- Not yet.',
      '## 1.1.0-rc.1 (2026-03-01)',
      '- A candidate.',
      '## 1.0.0 (2026-01-01): The first',
      '### New',
      '- Everything.',
      '',
      '## 1.0.1 (2026-02-01)',
      '- Mended.',
      '## 2.0.0',
      '- Without a day.',
    ].join('\n'),
  )
  expect(notes).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-.{12}$/),
      tag_name: '1.0.1',
      name: '1.0.1',
      body: '- Mended.',
      published_at: '2026-02-01T00:00:00Z',
      html_url: '',
    },
    expect.objectContaining({
      tag_name: '1.0.0',
      name: 'The first',
      body: '### New\n- Everything.',
    }),
  ])
  expect(notes[0]?.id).not.toBe(notes[1]?.id)
  expect(releasesIn('')).toEqual([])
})

// @cap:home.help-and-whats-new
it('tells whoever is signed in what this version and the last few brought', async () => {
  const ada = await person('ada')
  const notes = await ada.call(api.list)
  const root = path.resolve(import.meta.dirname, '../../../../..')
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  expect(notes[0]).toMatchObject({ tag_name: version, body: expect.stringContaining('- ') })
  expect(notes.length).toBeLessThanOrEqual(5)
  expect(await stranger.attempt(api.list)).toMatchObject({ status: 401 })
})

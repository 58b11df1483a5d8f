import { releaseNotesApi as api } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { database, person, stranger } = await testServer()

it('says nothing while there is nothing, then the newest five releases, no candidates', async () => {
  const ada = await person('ada')
  expect(await ada.attempt(api.list)).toEqual({ status: 200, body: [] })
  await sql`
    insert into release_notes (title, description, version, release_date, is_release_candidate)
    select 'Release ' || n, 'What is new', '1.' || n, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 day',
      n = 7
    from generate_series(1, 7) n`.execute(database.db)
  const notes = await ada.call(api.list)
  expect(notes.map(({ tag_name }) => tag_name)).toEqual(['1.6', '1.5', '1.4', '1.3', '1.2'])
  expect(notes[0]).toEqual({
    id: expect.any(String),
    tag_name: '1.6',
    name: 'Release 6',
    body: 'What is new',
    published_at: '2026-01-07T00:00:00Z',
    html_url: '',
  })
  expect(await stranger.attempt(api.list)).toMatchObject({ status: 401 })
})

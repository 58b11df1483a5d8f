import {
  searchApi as api,
  attachmentsApi,
  commentsApi,
  labelsApi,
  projectsApi,
  searchIssuesApi,
  workItemsApi,
} from '@cairn/contract'
import { expect, it } from 'vitest'
import { fetchFile, send } from '#features/assets/test-kit/uploads.ts'
import { testServer } from '#test/server.ts'

const { app, projectOf } = await testServer()

/** A name, and a part of it to search for. */
const scripts = [
  ['accents', 'Überblick über Höhenwege', 'über'],
  ['accents in pieces', 'Cafe\u0301 am Tor', 'Cafe\u0301'],
  ['Arabic', 'مسار الجبل الطويل', 'الجبل'],
  ['Hebrew', 'שביל ישראל', 'ישראל'],
  ['Chinese', '山路等高线地图', '等高线'],
  ['Japanese', '登山道のタイル', 'タイル'],
  ['Korean', '등산로 지도', '지도'],
  ['Thai', 'แผนที่เส้นทาง', 'เส้นทาง'],
  ['emoji', 'Hut 🏔️ with 👩🏽‍🚒 inside', '👩🏽‍🚒'],
] as const

// @cap:i18n.any-script
it.each(scripts)('%s: names, texts, files and search keep it as it is', async (_, name, part) => {
  const { ada } = await projectOf('ada')
  const { id, project_id } = await ada.call(workItemsApi.create, {
    body: { name, description_html: `<p>${name}</p>` },
  })
  const params = { id }
  const item = await ada.call(workItemsApi.get, { params })
  expect(item).toMatchObject({ name, description_html: `<p>${name}</p>` })
  const body = { comment_html: `<p>${name}</p>` }
  const comment = await ada.call(commentsApi.create, { params, body })
  expect(comment).toMatchObject({ comment_html: body.comment_html, comment_stripped: name })
  expect(await ada.call(labelsApi.create, { body: { name } })).toMatchObject({ name })
  const project = await ada.call(projectsApi.create, { body: { name, identifier: 'OTHER' } })
  expect(project.name).toBe(name)

  const { results } = await ada.call(api.search, { query: { search: part } })
  expect(results.issue.map((row) => row.id)).toContain(id)
  expect(results.project.map((row) => row.id)).toContain(project.id)
  const found = await ada.call(searchIssuesApi.search, { query: { search: part } })
  expect(found).toMatchObject([{ name, project_id }])

  const notes = Buffer.from(name)
  const file = { name: `${name}.txt`, type: 'text/plain', size: notes.length }
  const target = await ada.call(attachmentsApi.create, { params, body: file })
  await send(app, target, notes)
  const there = { id, asset_id: target.asset_id }
  await ada.call(attachmentsApi.complete, { params: there, body: {} })
  const [listed] = await ada.call(attachmentsApi.list, { params })
  expect(listed?.attributes.name).toBe(file.name)
  const fetched = await fetchFile(ada, target.asset_url ?? '')
  expect(fetched.body).toBe(name)
  const disposition = String(fetched.headers?.['content-disposition'])
  expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent(file.name)}`)
})

import {
  commentsApi as api,
  applyCommentEvent,
  type CommentEvent,
  epicCommentsApi,
  epicsApi,
  GUEST,
  type HeardComment,
  historyApi,
  type LiveEvent,
  MEMBER,
  type NewReaction,
  subscribersApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  addItemOf,
  archive,
  historyOf,
  missing,
  nobody,
  notForYou,
  refused,
  signedOut,
  updatedAt,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const say = (client: Client, id: string, comment_html: string, more = {}) =>
  client.call(api.create, { params: { id }, body: { comment_html, ...more } })
const mention = (id: string) =>
  `<mention-component entity_name="user_mention" entity_identifier="${id}"></mention-component>`
const at = (id: string, comment_id: string) => ({ params: { id, comment_id } })

// @cap:errors.undo-toast
it('comes back as it was and where it was, to who deleted it or an admin, for a while', async () => {
  const { ada, bob, mia } = await projectOf('ada', ['bob', MEMBER], ['mia', MEMBER])
  const { eve } = await projectOf('eve')
  const { id } = await addItem(ada, 'map')
  const first = await say(bob, id, '<p>First</p>')
  await say(ada, id, '<p>Second</p>')
  await ada.call(api.react, { params: { comment_id: first.id }, body: { reaction: '128077' } })
  const all = async () =>
    (await ada.call(api.list, { params: { id } })).map(
      ({ updated_at, updated_by, ...comment }) => comment,
    )
  const before = await all()
  const back = (client: Client) => client.attempt(api.undelete, at(id, first.id))

  expect(await back(bob)).toEqual(missing)
  await bob.call(api.remove, at(id, first.id))
  expect((await all()).length).toBe(1)
  expect(await back(stranger.at(ada.place))).toEqual(signedOut)
  expect(await back(eve.at(ada.place))).toEqual(refused)
  expect(await back(eve)).toEqual(missing)
  expect(await back(mia)).toEqual(missing)
  expect(await back(bob)).toMatchObject({ status: 200, body: { id: first.id } })
  expect(await all()).toEqual(before)

  await ada.call(api.remove, at(id, first.id))
  expect(await back(bob)).toEqual(missing)
  expect((await back(ada)).status).toBe(200)
  expect(await all()).toEqual(before)
  await bob.call(api.remove, at(id, first.id))
  await sql`
    update comments set deleted_at = now() - interval '61 minutes'
    where id = ${first.id}`.execute(db)
  expect(await back(ada)).toEqual(missing)
})

it('is heard where it belongs: a comment that comes back stands where it stood', () => {
  const comment = (id: string, created_at: string) =>
    ({ id, created_at, comment_reactions: [] }) as unknown as HeardComment
  const [one, two, three] = ['1', '2', '3'].map((id) => comment(id, `2030-01-0${id}T00:00:00Z`))
  if (!one || !two || !three) throw new Error('three comments')
  const heard = (comments: HeardComment[], saved: HeardComment) =>
    applyCommentEvent(comments, { type: 'comment.saved', issue: '', comment: saved })
  expect(heard([one, three], two)).toEqual([one, two, three])
  expect(heard([two, three], one)).toEqual([one, two, three])
  expect(heard([one, two], three)).toEqual([one, two, three])
})

describe('a comment', () => {
  it('is added, cleaned, read and listed, the newest first', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await addItem(ada, 'map')
    const before = await updatedAt(db, id)
    const first = await say(ada, id, '<p>Hello <b>you</b><script>steal()</script></p>')
    expect(first).toMatchObject({
      comment_html: '<p>Hello <strong>you</strong></p>',
      comment_stripped: 'Hello you',
      comment_json: {},
      attachments: [],
      access: 'INTERNAL',
      edited_at: null,
      issue: id,
      actor: ada.user_id,
      created_by: ada.user_id,
      actor_detail: { id: ada.user_id, display_name: 'ada' },
      issue_detail: { id, name: 'map', description_html: '<p></p>', sequence_id: 1 },
      project_detail: { identifier: 'TRAIL' },
      workspace_detail: { slug: ada.place.slug },
      comment_reactions: [],
      is_member: true,
    })
    expect(await updatedAt(db, id)).not.toBe(before)
    const second = await say(ada, id, '<p>again</p>')
    const listed = await ada.call(api.list, { params: { id } })
    expect(listed).toEqual([second, first])
    expect(await ada.call(api.get, at(id, first.id))).toEqual(first)
    expect(await gus.attempt(api.list, { params: { id } })).toEqual(notForYou)
  })

  it('is edited by its author alone, and marked so only when its words changed', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { id } = await addItem(ada, 'map')
    const { id: comment } = await say(bob, id, '<p>one</p>')
    const change = (body: object) => bob.call(api.change, { ...at(id, comment), body })
    const same = await change({ comment_html: '<p>one</p>', access: 'EXTERNAL' })
    expect(same).toMatchObject({ access: 'EXTERNAL', edited_at: null })
    const edited = await change({ comment_html: '<p>two</p>' })
    expect(edited.edited_at).not.toBeNull()
    expect(edited).toMatchObject({ comment_stripped: 'two', updated_by: bob.user_id })
    const body = { comment_html: '<p>three</p>' }
    expect(await ada.attempt(api.change, { ...at(id, comment), body })).toEqual(refused)
  })

  it('is deleted by its author or a project admin, and by nobody else', async () => {
    const { ada, bob, mia } = await projectOf('ada', ['bob', MEMBER], ['mia', MEMBER])
    const { id } = await addItem(ada, 'map')
    const [one, two] = [await say(bob, id, '<p>one</p>'), await say(bob, id, '<p>two</p>')]
    expect(await mia.attempt(api.remove, at(id, one.id))).toEqual(refused)
    await bob.call(api.remove, at(id, one.id))
    await ada.call(api.remove, at(id, two.id))
    expect(await ada.call(api.list, { params: { id } })).toEqual([])
    const gone = { ...at(id, one.id), body: {} }
    for (const call of [api.get, api.change, api.remove]) {
      expect(await bob.attempt(call, gone)).toEqual(missing)
    }
  })

  it('leaves its history, hidden from the history call', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const { id: comment } = await say(ada, id, '<p>one</p>')
    await ada.call(api.change, { ...at(id, comment), body: { comment_html: '<p>two</p>' } })
    await ada.call(api.remove, at(id, comment))
    expect((await historyOf(db, id)).slice(1)).toEqual([
      {
        ...{ verb: 'created', field: 'comment', comment: 'created a comment' },
        ...{ old_value: null, new_value: '<p>one</p>' },
      },
      {
        ...{ verb: 'updated', field: 'comment', comment: 'updated a comment' },
        ...{ old_value: '<p>one</p>', new_value: '<p>two</p>' },
      },
      {
        ...{ verb: 'deleted', field: 'comment', comment: 'deleted the comment' },
        ...{ old_value: null, new_value: null },
      },
    ])
    const query = { activity_type: 'issue-property' }
    expect(await ada.call(historyApi.list, { params: { id }, query })).toHaveLength(1)
  })

  it('makes its author and those it mentions follow the item, who left by choice excepted', async () => {
    const { ada, bob, mia, gus } = await projectOf(
      'ada',
      ['bob', MEMBER],
      ['mia', MEMBER],
      ['gus', GUEST],
    )
    const { id } = await addItem(ada, 'map', { assignee_ids: [mia.user_id] })
    const params = { id }
    await mia.call(subscribersApi.unsubscribe, { params })
    await ada.call(subscribersApi.unsubscribe, { params })
    const { id: comment } = await say(bob, id, `<p>${mention(mia.user_id)}</p>`)
    const comment_html = `<p>${[ada, gus].map(({ user_id }) => mention(user_id)).join()}</p>`
    await bob.call(api.change, { ...at(id, comment), body: { comment_html } })
    const people = await ada.call(subscribersApi.list, { params })
    const names = people.filter((one) => one.is_subscribed).map((one) => one.member.display_name)
    expect(names).toEqual(['bob', 'gus'])
  })

  it('refuses what it cannot be, and changes nothing', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await addItemOf(db, ada, gus, 'map')
    const { id: comment } = await say(ada, id, '<p>one</p>')
    const before = await updatedAt(db, id)
    const attempt = async (client: Client, body: object) =>
      client.attempt(api.create, { params: { id }, body })
    const bad = (body: object) => ({ status: 400, body })
    expect(await attempt(ada, { access: 'x' })).toEqual(
      bad({ access: ['"x" is not a valid choice.'] }),
    )
    expect(await attempt(ada, { comment_html: 7 })).toEqual(
      bad({ comment_html: ['Not a valid string.'] }),
    )
    expect(await attempt(ada, { comment_html: '<p>'.repeat(20_000) })).toEqual(
      bad({ error: 'html content is not valid' }),
    )
    expect(await attempt(ada, { attachments: ['https://a.test/', 'javascript:x()'] })).toEqual(
      bad({ attachments: { 1: ['Enter a valid URL.'] } }),
    )
    expect(await attempt(ada, { attachments: Array(11).fill('https://a.test/') })).toEqual(
      bad({ attachments: ['Ensure this field has no more than 10 elements.'] }),
    )
    expect(await attempt(gus, { access: 'EXTERNAL' })).toEqual(refused)
    expect(await ada.attempt(api.get, at(id, nobody))).toEqual(missing)
    const other = await addItem(ada, 'other')
    expect(await ada.attempt(api.get, at(other.id, comment))).toEqual(missing)
    expect(await ada.call(api.list, { params: { id } })).toHaveLength(1)
    expect(await updatedAt(db, id)).toBe(before)
  })

  it('is nobody’s who is not in the project', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const { id } = await addItem(ada, 'map')
    const { id: comment } = await say(ada, id, '<p>secret</p>')
    const reaction = '128077'
    const input = { params: { id, comment_id: comment, reaction }, body: { reaction } }
    for (const call of Object.values(api)) {
      expect(await stranger.at(ada.place).attempt(call, input)).toEqual(signedOut)
      expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
      expect(await eve.attempt(call, input)).toEqual(missing)
    }
  })

  it('is only read once the item is archived', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const { id: comment } = await say(ada, id, '<p>old</p>')
    await archive(ada, id)
    expect(await ada.call(api.list, { params: { id } })).toHaveLength(1)
    const input = { ...at(id, comment), body: { reaction: '128077' } }
    for (const call of [api.create, api.change, api.remove, api.react]) {
      expect(await ada.attempt(call, input)).toEqual(missing)
    }
  })

  it('stands under epics/ too, for epics alone', async () => {
    const { ada } = await projectOf('ada')
    const epic = await ada.call(epicsApi.create, { body: { name: 'epic' } })
    const plain = await addItem(ada, 'plain')
    const params = { id: epic.id }
    const body = { comment_html: '<p>far</p>' }
    const said = await ada.call(epicCommentsApi.create, { params, body })
    const there = at(epic.id, said.id)
    await ada.call(epicCommentsApi.change, { ...there, body: { comment_html: '<p>near</p>' } })
    expect(await ada.call(epicCommentsApi.list, { params })).toEqual([
      await ada.call(epicCommentsApi.get, there),
    ])
    await ada.call(epicCommentsApi.remove, there)
    expect(await ada.attempt(epicCommentsApi.list, { params: { id: plain.id } })).toEqual(missing)
    expect(await ada.attempt(epicCommentsApi.create, { params: { id: plain.id }, body })).toEqual(
      missing,
    )
  })
})

// @cap:comments.guest-limits
it('lets a guest comment on items they may see, and says no on others', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const own = await addItemOf(db, ada, gus, 'mine')
  const foreign = await addItem(ada, 'hers')
  const { id: hers } = await say(ada, foreign.id, '<p>secret</p>')
  const { id: comment } = await say(gus, own.id, '<p>here</p>')
  await gus.call(api.change, { ...at(own.id, comment), body: { comment_html: '<p>there</p>' } })
  await gus.call(api.remove, at(own.id, comment))
  const body = { comment_html: '<p>hm</p>' }
  expect(await gus.attempt(api.create, { params: { id: foreign.id }, body })).toEqual({
    status: 400,
    body: { error: 'You are not allowed to comment on the issue' },
  })
  const input = { ...at(foreign.id, hers), body: { reaction: '128077' } }
  for (const call of [api.get, api.change, api.remove, api.reactions, api.react]) {
    expect(await gus.attempt(call, input)).toEqual(notForYou)
  }
})

describe('reactions to a comment', () => {
  // @cap:comments.reactions
  it('are given and taken back once per person and emoji, also when sent twice at once', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { id } = await addItem(ada, 'map')
    const { id: comment_id } = await say(ada, id, '<p>well?</p>')
    const before = await updatedAt(db, id)
    const params = { comment_id }
    const thumb = { params, body: { reaction: '128077' } }
    const answers = await Promise.all([1, 2, 3].map(() => bob.attempt(api.react, thumb)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      error: 'Reaction already exists for the user',
    })
    const heart = await ada.call(api.react, { params, body: { reaction: '129505' } })
    expect(heart).toMatchObject({ actor: ada.user_id, comment: comment_id, reaction: '129505' })
    const listed = await ada.call(api.reactions, { params })
    expect(listed.map(({ reaction }) => reaction)).toEqual(['129505', '128077'])
    const shown = await ada.call(api.get, at(id, comment_id))
    expect(shown.comment_reactions).toEqual(listed.toReversed())

    const mine = { params: { ...params, reaction: '128077' } }
    expect(await ada.attempt(api.takeBack, mine)).toEqual(missing)
    await bob.call(api.takeBack, mine)
    expect(await bob.attempt(api.takeBack, mine)).toEqual(missing)
    await bob.call(api.react, thumb)
    await ada.call(api.takeBack, { params: { ...params, reaction: heart.id } })
    expect(await updatedAt(db, id)).toBe(before)
  })

  it('are one to twenty characters', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const { id: comment_id } = await say(ada, id, '<p>well?</p>')
    const attempt = (body: object) =>
      ada.attempt(api.react, { params: { comment_id }, body: body as NewReaction })
    const bad = (sentence: string) => ({ status: 400, body: { reaction: [sentence] } })
    expect(await attempt({})).toEqual(bad('This field is required.'))
    expect(await attempt({ reaction: '' })).toEqual(bad('This field may not be blank.'))
    expect(await attempt({ reaction: 'x'.repeat(21) })).toEqual(
      bad('Ensure this field has no more than 20 characters.'),
    )
  })
})

it('tells other browsers enough to keep their comments right', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'map')
  const { id: comment } = await say(ada, id, '<p>one</p>')
  const query = { activity_type: 'issue-comment' }
  const read = async () => {
    const entries = await ada.call(historyApi.list, { params: { id }, query })
    return entries.flatMap((entry) => {
      if (entry.activity_type === 'ACTIVITY') return []
      const { issue_detail, activity_type, ...heard } = entry
      return [heard]
    })
  }
  const isOurs = (event: LiveEvent): event is CommentEvent => event.type.startsWith('comment.')
  const reaction = '128077'
  for (const action of [
    () => say(ada, id, '<p>two</p>'),
    () => ada.call(api.change, { ...at(id, comment), body: { comment_html: '<p>1</p>' } }),
    () => ada.call(api.react, { params: { comment_id: comment }, body: { reaction } }),
    () => ada.call(api.takeBack, { params: { comment_id: comment, reaction } }),
    () => ada.call(api.remove, at(id, comment)),
  ]) {
    const before = await read()
    const events = (await ada.eventsOf(action)).filter(isOurs)
    expect(events).toHaveLength(1)
    expect(events.reduce(applyCommentEvent, before)).toEqual(await read())
  }
})

it('is heard of by guests on their own items only', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const own = await addItemOf(db, ada, gus, 'mine')
  const foreign = await addItem(ada, 'hers')
  for (const { id } of [own, foreign]) await say(ada, id, '<p>news</p>')
  const { rows } = await sql<{ author_id: string; for_everyone: boolean }>`
    select author_id, for_everyone from events
    where type = 'comment.saved' and project_id = ${ada.place.project_id ?? ''}
    order by id`.execute(db)
  expect(rows).toEqual([
    { author_id: gus.user_id, for_everyone: false },
    { author_id: ada.user_id, for_everyone: false },
  ])
})

describe('threads', () => {
  it('holds answers in the thread of the first comment, in one flat list', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await addItemOf(db, ada, gus, 'map')
    const first = await say(ada, id, '<p>Which map?</p>')
    const answer = await say(gus, id, '<p>The blue one</p>', { parent: first.id })
    const further = await say(ada, id, '<p>Thanks</p>', { parent: answer.id })
    expect([first.parent, answer.parent, further.parent]).toEqual([null, first.id, first.id])
    const listed = await ada.call(api.list, { params: { id } })
    expect(listed.map(({ parent }) => parent)).toEqual([first.id, first.id, null])
    expect(await say(ada, id, '<p>On its own</p>', { parent: null })).toMatchObject({
      parent: null,
    })
  })

  it('keeps the answers of a comment that is deleted, and lets the thread go on', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const first = await say(ada, id, '<p>Which map?</p>')
    const answer = await say(ada, id, '<p>The blue one</p>', { parent: first.id })
    await ada.call(api.remove, at(id, first.id))
    const go = (parent: string) =>
      ada.attempt(api.create, { params: { id }, body: { comment_html: '<p>And?</p>', parent } })
    expect((await go(first.id)).status).toBe(400)
    expect((await go(answer.id)).body).toMatchObject({ parent: first.id })
    const listed = await ada.call(api.list, { params: { id } })
    expect(listed.map(({ parent }) => parent)).toEqual([first.id, first.id])
    expect(listed.map((one) => one.parent_created_at)).toEqual([first.created_at, first.created_at])
  })

  it('refuses to answer what is not a comment of the item, and moves no comment', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const { id } = await addItem(ada, 'map')
    const elsewhere = await say(ada, (await addItem(ada, 'compass')).id, '<p>North</p>')
    const foreign = await say(eve, (await addItem(eve, 'tent')).id, '<p>Wet</p>')
    for (const parent of [elsewhere.id, foreign.id, crypto.randomUUID()]) {
      const body = { comment_html: '<p>x</p>', parent }
      const refusal = await ada.attempt(api.create, { params: { id }, body })
      expect(refusal.status).toBe(400)
      expect(refusal.body).toEqual({ parent: [`Invalid pk "${parent}" - object does not exist.`] })
    }
    const first = await say(ada, id, '<p>One</p>')
    const second = await say(ada, id, '<p>Two</p>')
    const patch = { comment_html: '<p>Two!</p>', parent: first.id }
    const changed = await ada.call(api.change, { ...at(id, second.id), body: patch })
    expect(changed).toMatchObject({ comment_html: '<p>Two!</p>', parent: null })
  })
})

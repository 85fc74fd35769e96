import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { check } from '../../content/rebuild.ts'
import { cleanUpHandler } from '../../jobs/handlers/clean-up.ts'

const app = useTestApp()
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A space with two pages of four lines, and what tests do with it. */
async function aSpace() {
  const { organizationId, admin } = await app.anOrganization()
  const as = app.as(admin)
  const { id: spaceId } = await as(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Guide' },
  })
  const params = { spaceId }
  const { revision: first, changes } = await as(api.spaceContent.edit, {
    params,
    body: {
      changes: ['A', 'B'].map((title) => ({
        operation: 'insert_page' as const,
        title,
        document: { markdown: 'one\n\ntwo\n' },
      })),
    },
  })
  const [a = '', b = ''] = changes.map((change) => (change.object === 'created_page' ? change.page.id : ''))
  const save = async (
    person: Person,
    markdown: string,
    options: { page?: string; session?: string; base?: string; endsSession?: boolean } = {},
  ) => {
    const { page = a, session = 'session-of-tab-1', base, endsSession } = options
    const { revision } = await app.as(person)(api.spaceContent.edit, {
      params,
      body: {
        ...(base === undefined ? {} : { base }),
        ...(session === '' ? {} : { editingSession: session }),
        ...(endsSession === undefined ? {} : { endsSession }),
        changes: [{ operation: 'update_page', page, document: { markdown } }],
      },
    })
    return revision
  }
  return {
    organizationId,
    admin,
    as,
    params,
    at: { organizationId, spaceId },
    first,
    a,
    b,
    save,
    listed: async () => (await as(api.revisions.list, { params, query: {} })).items,
    textAt: async (revisionId: string, pageId = a) => {
      const page = await as(api.revisions.page, { params: { ...params, revisionId, pageId }, query: {} })
      return page.type === 'document' ? page.markdown : undefined
    },
    /** Makes the saves of a session older. */
    age: (revision: string, times: { created_at?: Date; session_started_at?: Date; replaced_at?: Date }) =>
      app.db.updateTable('revision').set(times).where('id', '=', revision).execute(),
  }
}

test('the saves of a session are one revision with the changes of all of them', async () => {
  const { admin, as, params, at, first, save, listed, textAt } = await aSpace()
  const saves = [await save(admin, 'one!\n\ntwo\n'), await save(admin, 'one!\n\ntwo!\n')]
  const last = await save(admin, 'one!\n\ntwo!\n\nthree\n')
  const list = await as(api.revisions.list, { params, query: {} })
  expect(api.revisions.list.response.parse(list)).toEqual(list)
  expect(list.items.slice(0, 2)).toMatchObject([{ id: last, parents: [first] }, { id: first }])
  expect(list.count).toBe(list.items.length)
  const [session] = await listed()
  expect(Date.parse(session?.startedAt ?? '')).toBeLessThan(Date.parse(session?.createdAt ?? ''))

  const ofLast = { ...params, revisionId: last }
  const { changes } = await as(api.revisions.changes, { params: ofLast, query: {} })
  expect(changes).toHaveLength(1)
  const since = await as(api.revisions.changes, { params: ofLast, query: { against: first } })
  expect(since.changes).toEqual(changes)
  // Who loaded an earlier save can read it, and edit on top of it.
  expect(await textAt(saves[0] ?? '')).toBe('one!\n\ntwo\n')
  const merged = await save(admin, 'zero\n\none!\n\ntwo\n', { base: saves[0] ?? '', session: '' })
  expect(await textAt(merged)).toBe('zero\n\none!\n\ntwo!\n\nthree\n')
  expect(await check(app.db, at)).toEqual([])
})

test('the whole session is undone by rolling back to the revision before it', async () => {
  const { admin, as, params, first, save, listed, textAt } = await aSpace()
  await save(admin, 'x\n')
  const last = await save(admin, 'x y\n')
  const { id } = await as(api.revisions.rollBack, {
    params: { ...params, revisionId: first },
    body: { base: last },
  })
  expect(await textAt(id)).toBe('one\n\ntwo\n')
  // A roll back ends it, too.
  const next = await save(admin, 'x y z\n')
  expect((await listed()).slice(0, 4).map((one) => one.id)).toEqual([next, id, last, first])
})

test('a session is only continued by the same person with the same id, right after its own save', async () => {
  const { organizationId, admin, first, b, save, listed } = await aSpace()
  const writer = await app.aMember(organizationId, 'edit')
  const ids = [
    await save(admin, '1\n'),
    await save(writer, '2\n', { page: b }),
    await save(admin, '3\n'),
    await save(admin, '4\n', { session: 'session-of-tab-2' }),
    await save(admin, '5\n', { session: '' }),
    await save(admin, '6\n'),
  ]
  expect((await listed()).slice(0, 7).map(({ id }) => id)).toEqual([...ids.toReversed(), first])
})

test('a session ends after a pause, and a long one continues as another revision', async () => {
  const { admin, first, save, listed, age } = await aSpace()
  const before = await save(admin, '1\n')
  await age(first, { created_at: minutesAgo(60) })
  await age(before, { created_at: minutesAgo(5.1), session_started_at: minutesAgo(5.1) })
  const long = await save(admin, '2\n')
  await age(long, { session_started_at: minutesAgo(30.1) })
  const last = await save(admin, '3\n')
  const ids = (await listed()).map(({ id }) => id)
  expect(ids.filter((id) => [last, long, before].includes(id))).toEqual([last, long, before])
})

test('the last save of a session is its revision, and the next save another one', async () => {
  const { admin, first, save, listed } = await aSpace()
  await save(admin, '1\n')
  const last = await save(admin, '2\n', { endsSession: true })
  const alone = await save(admin, '3\n', { endsSession: true })
  const next = await save(admin, '4\n')
  expect((await listed()).slice(0, 4)).toMatchObject([
    { id: next, parents: [alone] },
    { id: alone, parents: [last] },
    { id: last, parents: [first], startedAt: expect.any(String) },
    { id: first },
  ])
})

test('a session can be ended when everything is saved, and only by its id', async () => {
  const { admin, first, save, listed } = await aSpace()
  const last = await save(admin, '1\n')
  expect(await save(admin, '1\n', { session: 'session-of-tab-2', endsSession: true })).toBe(last)
  expect(await save(admin, '1\n')).toBe(last)
  const continued = await save(admin, '2\n')
  expect(await save(admin, '2\n', { endsSession: true })).toBe(continued)
  const next = await save(admin, '3\n')
  expect((await listed()).slice(0, 3).map(({ id }) => id)).toEqual([next, continued, first])
})

test('two tabs and another person that save at the same time lose nothing', async () => {
  const { organizationId, admin, at, first, a, b, save, listed, textAt } = await aSpace()
  const writer = await app.aMember(organizationId, 'edit')
  const words = Array.from({ length: 6 }, (_, index) => `word${index}`)
  /** Appends the words to a line, each on top of what the save before returned. */
  const type = async (person: Person, session: string, page: string, line: string) => {
    let base = first
    for (const word of words) {
      const text = (await textAt(base, page)) ?? ''
      const markdown = text.replace(new RegExp(`^${line}.*`, 'm'), `$& ${word}`)
      base = await save(person, markdown, { page, session, base })
    }
  }
  await Promise.all([
    type(admin, 'session-of-tab-1', a, 'one'),
    type(admin, 'session-of-tab-2', a, 'two'),
    type(writer, 'session-of-other', b, 'one'),
  ])
  const [head] = await listed()
  const all = words.join(' ')
  expect(await textAt(head?.id ?? '', a)).toBe(`one ${all}\n\ntwo ${all}\n`)
  expect(await textAt(head?.id ?? '', b)).toBe(`one ${all}\n\ntwo\n`)
  const revisions = await listed()
  for (const [index, { parents }] of revisions.slice(0, -1).entries())
    expect(parents).toEqual([revisions[index + 1]?.id])
  expect(await check(app.db, at)).toEqual([])
})

test('the saves of a session in a change request are one edit, and outdate an approval in between', async () => {
  const { organizationId, admin, as, params, a } = await aSpace()
  const reviewer = await app.aMember(organizationId, 'review')
  const request = await as(api.changeRequests.create, { params, body: { subject: 'Words' } })
  const of = { params: { ...params, changeRequestId: request.id } }
  const propose = async (markdown: string) => {
    const response = await as(api.changeRequestContent.edit, {
      ...of,
      body: {
        compat: false,
        editingSession: 'session-of-tab-1',
        changes: [{ operation: 'update_page', page: a, document: { markdown } }],
      },
    })
    return 'changes' in response ? response.changeRequest.revision : ''
  }
  await propose('one!\n\ntwo\n')
  await as(api.changeRequests.update, { ...of, body: { status: 'open' } })
  await app.as(reviewer)(api.changeRequestReviews.create, { ...of, body: { status: 'approved' } })
  const last = await propose('one!\n\ntwo!\n')
  expect(await as(api.revisions.get, { params: { ...params, revisionId: last }, query: {} })).toMatchObject({
    parents: [request.revisionInitial],
    changeRequest: request.id,
  })
  const { items: contributors } = await as(api.changeRequestReviews.contributors, { ...of, query: {} })
  expect(JSON.stringify(contributors)).toContain(admin.userId)
  const counts = await app.db
    .selectFrom('change_request_contributor')
    .select('count')
    .where('change_request_id', '=', request.id)
    .where('contribution', '=', 'edit')
    .execute()
  expect(counts).toEqual([{ count: 1 }])
  const { items: reviews } = await as(api.changeRequestReviews.list, { ...of, query: {} })
  expect(reviews).toMatchObject([{ status: 'approved', outdated: true }])
  expect(await as(api.changeRequests.merge, of)).toMatchObject({ result: 'merge' })
})

test('a change request that was created and merged during a session keeps both changes', async () => {
  const { admin, as, params, at, a, b, save, listed, textAt } = await aSpace()
  await save(admin, 'one!\n\ntwo\n')
  const request = await as(api.changeRequests.create, { params, body: { subject: 'Other page' } })
  const of = { params: { ...params, changeRequestId: request.id } }
  await as(api.changeRequestContent.edit, {
    ...of,
    body: { changes: [{ operation: 'update_page', page: b, document: { markdown: 'new\n' } }] },
  })
  const beforeMerge = await save(admin, 'one!\n\ntwo!\n')
  const { revision } = await as(api.changeRequests.merge, of)
  expect(await textAt(revision, a)).toBe('one!\n\ntwo!\n')
  const after = await save(admin, 'one!\n\ntwo!\n\nthree\n', { base: beforeMerge })
  expect((await listed()).slice(0, 3).map(({ id }) => id)).toEqual([after, revision, beforeMerge])
  expect([await textAt(after, a), await textAt(after, b)]).toEqual(['one!\n\ntwo!\n\nthree\n', 'new\n'])
  expect(await check(app.db, at)).toEqual([])
})

test('replaced saves are removed after 30 days, unless something refers to them', async () => {
  const { admin, as, params, save, listed, textAt, age } = await aSpace()
  const unused = await save(admin, '1\n')
  const base = await save(admin, '2\n')
  const request = await as(api.changeRequests.create, { params, body: { subject: 'Based on it' } })
  const recent = await save(admin, '3\n')
  const last = await save(admin, '4\n')
  const days = (count: number) => ({ replaced_at: minutesAgo(count * 24 * 60) })
  await age(unused, days(32))
  await age(base, days(32))
  await age(recent, days(29))
  const before = await listed()
  for (let times = 0; times < 2; times++) await cleanUpHandler(app.service, {}, new AbortController().signal)
  await expect(textAt(unused)).rejects.toMatchObject({ status: 404 })
  expect([await textAt(base), await textAt(recent), await textAt(last)]).toEqual(['2\n', '3\n', '4\n'])
  expect(await listed()).toEqual(before)
  const of = { params: { ...params, changeRequestId: request.id } }
  expect(await as(api.changeRequests.merge, of)).toMatchObject({ result: 'merge' })
})

test('an id of a session that is no id is refused', async () => {
  const { admin, save } = await aSpace()
  await expect(save(admin, 'x\n', { session: 'short' })).rejects.toMatchObject({ status: 400 })
})

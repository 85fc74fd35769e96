import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { createdBy, file, page, remove, update, write } from '#testing/change-requests.ts'
import { commentsIn } from '#testing/comments.ts'
import { checkContent } from '#testing/content-check.ts'
import { linkedPages, twoSpaces } from '#testing/two-spaces.ts'

const app = useTestApp()

test('a page moves with its subpages, keeps its ids and texts, and links work in both directions', async () => {
  const { guide, archive, move, outline, stored, urlOf, faults, organizationId, ...ids } =
    await linkedPages(app)
  const { home, wiring, terminal } = ids
  const moved = await move(guide, wiring, { space: archive.spaceId })

  expect(moved).toMatchObject({
    object: 'page-move',
    page: { id: wiring, title: 'Wiring', path: 'wiring' },
    pages: 2,
    space: { id: archive.spaceId, title: 'Archive' },
    previous: { space: guide.spaceId, page: wiring, into: null, at: 1 },
  })
  expect(moved.revision).toBe((await archive.space()).revision)
  expect(moved.previous.revision).toBe((await guide.space()).revision)
  expect([await outline(guide), await outline(archive)]).toEqual([['Home'], [['Wiring', 'Terminal']]])
  const there = (id: string, anchor = '') => urlOf(archive.spaceId, id) + anchor
  expect(await stored(guide.spaceId, home)).toBe(
    `See [wiring](${there(wiring)}) and [screws](${there(terminal, '#at-screws')}).`,
  )
  expect(await stored(archive.spaceId, wiring)).toBe(
    `From [home](${urlOf(guide.spaceId, home)}#at-top) to [the terminal](/pages/${terminal}#screws).`,
  )
  expect(await faults()).toEqual([])
  expect((await checkContent(app.db, organizationId)).lost).toEqual([])
})

test('moving a page back restores its place, its address and all texts', async () => {
  const { guide, archive, move, undo, stored, faults, ...ids } = await linkedPages(app)
  await archive.edit([page('Wiring', 'Another one.')])
  const state = async () => [
    await guide.tree(),
    await Promise.all([ids.home, ids.wiring, ids.terminal].map((id) => stored(guide.spaceId, id))),
  ]
  const before = await state()
  const moved = await move(guide, ids.wiring, { space: archive.spaceId })
  expect(moved.page.path).toBe('wiring-1')
  await undo(moved)
  expect(await state()).toEqual(before)
  expect((await archive.tree()).map(({ title }) => title)).toEqual(['Wiring'])
  expect(await faults()).toEqual([])
})

test('links of other spaces and fields of pages keep their target', async () => {
  const { guide, archive, move, undo, urlOf, stored, ...ids } = await linkedPages(app)
  const link = (title: string, target: object) => ({
    operation: 'insert_page' as const,
    type: 'link' as const,
    title,
    target: target as { kind: 'page'; page: string },
  })
  await guide.edit([link('Shortcut', { kind: 'page', page: ids.wiring })])
  const [far = ''] = createdBy(
    await archive.edit([
      page('Far', `[Wiring](${urlOf(guide.spaceId, ids.wiring)}#at-a).`),
      link('Short', { kind: 'page', page: ids.wiring, space: guide.spaceId }),
    ]),
  )
  const targets = async (space: typeof archive) =>
    (await space.tree()).flatMap((one) => (one.type === 'link' ? [one.target] : []))
  const moved = await move(guide, ids.wiring, { space: archive.spaceId })
  expect(await stored(archive.spaceId, far)).toBe(`[Wiring](/pages/${ids.wiring}#a).`)
  expect(await targets(archive)).toMatchObject([{ kind: 'page', page: ids.wiring }])
  expect(await targets(guide)).toMatchObject([{ page: ids.wiring, space: archive.spaceId }])
  await undo(moved)
  expect(await stored(archive.spaceId, far)).toBe(`[Wiring](${urlOf(guide.spaceId, ids.wiring)}#at-a).`)
  expect(await targets(guide)).toMatchObject([{ kind: 'page', page: ids.wiring }])
})

test('files and reusable content are copied, and variables that are missing are reported', async () => {
  const { guide, archive, move, stored, faults } = await twoSpaces(app)
  const { insertedFiles = [] } = await guide.edit([file('plan.txt', 'Plan'), file('other.txt', 'Other')])
  const [plan] = insertedFiles.map(({ file: { id } }) => id)
  const { id: note } = await guide.as(api.spaceContent.createReusableContent, {
    params: guide.params,
    body: { title: 'Note', document: { markdown: `See [the plan](/files/${plan}).` } },
  })
  const include = `{% include "/reusable-contents/${note}" %}`
  const text = `${include}\n\nVersion <code class="expression">space.vars.version</code>`
  await guide.as(api.spaceContent.edit, {
    params: guide.params,
    body: { changes: [{ operation: 'update_variables', variables: { version: '2' } }] },
  })
  const [id = ''] = createdBy(await guide.edit([page('A', text)]))
  const preview = await guide.as(api.spaceContent.previewPageMove, {
    params: { ...guide.params, pageId: id },
    query: { space: archive.spaceId },
  })
  expect(preview).toEqual({
    object: 'page-move-preview',
    pages: 1,
    files: 1,
    reusableContents: 1,
    linkingPages: 0,
    linkedPages: 0,
    comments: 0,
    openChangeRequests: [],
    missingVariables: ['version'],
    sites: [],
  })
  await move(guide, id, { space: archive.spaceId })
  expect(await stored(archive.spaceId, id)).toBe(text)
  const contents = await Promise.all(
    [guide, archive].map(({ as, params }) => as(api.spaceContent.get, { params })),
  )
  expect(contents.map(({ files = [] }) => files.map(({ name }) => name))).toEqual([
    ['plan.txt', 'other.txt'],
    ['plan.txt'],
  ])
  expect(contents.map(({ reusableContents = [] }) => reusableContents.map((one) => one.id))).toEqual([
    [note],
    [note],
  ])
  expect(await faults()).toEqual([])
})

test('comments, follows, the owner and the last editor move with the page', async () => {
  const { guide, archive, move, organizationId, admin } = await twoSpaces(app)
  const ann = await app.aMember(organizationId, 'edit')
  const [id = ''] = createdBy(
    await app.as(ann)(api.spaceContent.edit, {
      params: guide.params,
      body: { changes: [page('A', 'Text')] },
    }),
  )
  const before = commentsIn(app, ann, guide.spaceId)
  const comment = await before.post('Why?', { page: id, quote: 'Text' })
  await before.reply(comment.id, 'Because')
  const at = (spaceId: string) => ({ params: { spaceId, pageId: id } })
  const follow = (spaceId: string) => ({
    params: { spaceId, followKind: 'page' as const, followedId: id },
  })
  await app.as(ann)(api.pageFreshness.update, {
    ...at(guide.spaceId),
    body: { owner: ann.userId, interval: 3 },
  })
  await app.as(ann)(api.pageFreshness.confirm, at(guide.spaceId))
  await move(guide, id, { space: archive.spaceId })

  const after = commentsIn(app, ann, archive.spaceId)
  expect((await before.list()).count).toBe(0)
  expect((await after.look(comment.id)).target).toMatchObject({
    space: archive.spaceId,
    page: { id, outdated: false },
    node: { preview: 'Text' },
  })
  expect((await after.replies(comment.id)).count).toBe(1)
  expect(await app.as(ann)(api.follows.get, follow(archive.spaceId))).toMatchObject({ state: 'following' })
  const freshness = await app.as(ann)(api.pageFreshness.get, at(archive.spaceId))
  expect(freshness).toMatchObject({ owner: { id: ann.userId }, interval: 3, lastConfirmation: {} })
  const activity = (person: typeof ann) => app.as(person)(api.pageActivity.get, at(archive.spaceId))
  expect(await activity(ann)).toMatchObject({
    editedBy: { id: ann.userId },
    movedFrom: { space: { id: guide.spaceId, title: 'Guide' }, page: id },
  })
  expect((await activity(admin)).editedBy?.id).toBe(ann.userId)
})

test('the old address says where the page is, unless the caller cannot see it there', async () => {
  const { guide, archive, move, organizationId, ...ids } = await linkedPages(app)
  await move(guide, ids.wiring, { space: archive.spaceId })
  const reader = await app.aMember(organizationId, null)
  await app.as(ids.admin)(api.spacePermissions.grant, {
    params: { spaceId: guide.spaceId },
    body: { role: 'read', users: [reader.userId] },
  })
  const errorOf = async (person: typeof reader, pageId: string) =>
    app
      .as(person)(api.spaceContent.page, { params: { spaceId: guide.spaceId, pageId }, query: {} })
      .catch(({ status, details }) => [status, details?.movedTo])
  expect(await errorOf(ids.admin, ids.terminal)).toEqual([
    404,
    { space: archive.spaceId, page: ids.terminal },
  ])
  expect(await errorOf(reader, ids.terminal)).toEqual([404, undefined])
  const byPath = app
    .as(ids.admin)(api.spaceContent.pageByPath, {
      params: { spaceId: guide.spaceId, pagePath: 'wiring/terminal' },
      query: {},
    })
    .catch(({ details }) => details?.movedTo)
  expect(await byPath).toEqual({ space: archive.spaceId, page: ids.terminal })
  await archive.edit([remove(ids.wiring)])
  expect(await errorOf(ids.admin, ids.terminal)).toEqual([404, undefined])
})

test('a page with the same id in the target gets another one', async () => {
  const { guide, move, stored, organizationId, ...ids } = await linkedPages(app)
  const { id: copy } = await guide.as(api.spaces.duplicate, { params: guide.params })
  const moved = await move(guide, ids.wiring, { space: copy })
  expect(moved.page.id).not.toBe(ids.wiring)
  const { pages } = await guide.as(api.spaceContent.pages, { params: { spaceId: copy } })
  const arrived = pages.find(({ id }) => id === moved.page.id)
  const below = arrived !== undefined && 'pages' in arrived ? arrived.pages : []
  expect([arrived?.title, below.map(({ title }) => title)]).toEqual(['Wiring', ['Terminal']])
  expect(await stored(copy, moved.page.id)).toContain(`/pages/${below[0]?.id}#screws`)
  const back = await move({ spaceId: copy }, moved.page.id, { space: guide.spaceId })
  expect(back.page).toMatchObject({ id: ids.wiring, path: 'wiring' })
  expect((await checkContent(app.db, organizationId)).lost).toEqual([])
})

test('for an open change request a moved page is deleted, which conflicts with its edit', async () => {
  const { guide, archive, move, ...ids } = await linkedPages(app)
  const { id, number } = await guide.request('Rewire')
  await guide.propose(id, [write(ids.wiring, 'New text.')])
  const preview = await guide.as(api.spaceContent.previewPageMove, {
    params: { ...guide.params, pageId: ids.wiring },
    query: { space: archive.spaceId },
  })
  expect(preview).toMatchObject({
    linkingPages: 1,
    linkedPages: 1,
    openChangeRequests: [{ number, subject: 'Rewire' }],
  })
  await move(guide, ids.wiring, { space: archive.spaceId })
  expect(await guide.conflicts(id)).toMatchObject([{ kind: 'page', page: { id: ids.wiring } }])
})

test('a page can be placed below a page of the target, and the audit log has the move', async () => {
  const { guide, archive, move, outline, organizationId, ...ids } = await linkedPages(app)
  const [inside = ''] = createdBy(await archive.edit([page('Inside')]))
  await archive.edit([page('First', '', inside), page('Second', '', inside)])
  const { revision: base } = await guide.space()
  await guide.edit([update(ids.home, { title: 'Start' })])
  const moved = await move(guide, ids.terminal, { space: archive.spaceId, into: inside, at: 1, base })
  expect(await outline(archive)).toEqual([['Inside', 'First', 'Terminal', 'Second']])
  expect(moved.previous).toMatchObject({ into: ids.wiring, at: 0 })
  expect((await eventsOf(app.db, organizationId, guide.spaceId)).at(-1)).toMatchObject({
    action: 'space.move-page',
    targetLabel: 'Guide',
    before: { space: guide.spaceId, page: ids.terminal, path: 'wiring/terminal' },
    after: { space: archive.spaceId, path: 'inside/terminal', pageTitle: 'Terminal', pages: 1 },
  })
})

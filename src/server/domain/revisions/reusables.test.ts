import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { documentOf } from '#markup/document/read.ts'
import { useTestApp } from '#testing/app.ts'
import { type ASpace, aSpaceIn, createdBy, page } from '#testing/change-requests.ts'

const app = useTestApp()

const insert = (title: string, markdown = '', ref?: string): ContentChangeInput => ({
  operation: 'insert_reusable_content',
  title,
  document: { markdown },
  ...(ref === undefined ? {} : { ref }),
})
const update = (reusableContent: string, markdown: string): ContentChangeInput => ({
  operation: 'update_reusable_content',
  reusableContent,
  document: { markdown },
})

type Answer = { readonly changes: readonly { readonly object: string }[] }

const reusableCreatedBy = ({ changes }: Answer): string => {
  const change = changes.find(({ object }) => object === 'created_reusable_content')
  return change !== undefined && 'reusableContent' in change
    ? (change.reusableContent as { id: string }).id
    : ''
}

const read = (space: ASpace, reusableContentId: string) =>
  space.as(api.spaceContent.reusableContent, { params: { ...space.params, reusableContentId }, query: {} })

const whole = (space: ASpace) => space.as(api.spaceContent.get, { params: space.params, query: {} })

test('reusable content can be created, read, changed and deleted', async () => {
  const space = await aSpaceIn(app)
  const first = await space.edit([page('Other'), insert('Legal', 'See [other](other.md).', 'legal')])
  const id = reusableCreatedBy(first)
  expect(first.changes.at(-1)).toEqual({
    object: 'created_reusable_content',
    ref: 'legal',
    reusableContent: { object: 'reusable-content', id },
  })
  const [other = ''] = createdBy(first)
  const created = await read(space, id)
  expect(api.spaceContent.reusableContent.response.parse(created)).toEqual(created)
  expect(created).toEqual({
    id,
    title: 'Legal',
    document: created.document,
    markdown: 'See [other](/other.md).',
    updatedAt: created.updatedAt,
  })
  expect((await whole(space)).reusableContents).toEqual([{ id, title: 'Legal', document: created.document }])
  const at = { ...space.params, revisionId: first.revision, reusableContentId: id }
  expect(await space.as(api.revisions.reusableContent, { params: at, query: {} })).toEqual(created)
  const document = await space.as(api.revisions.reusableContentDocument, { params: at })
  expect(document).toEqual(documentOf(`See [other](/pages/${other}).`))

  const edited = documentOf('New **words**')
  const second = await space.edit([
    {
      operation: 'update_reusable_content',
      reusableContent: id,
      title: 'Terms',
      document: { document: edited },
    },
  ])
  expect(second.changes.map(({ object }) => object)).toEqual(['updated_reusable_content'])
  expect(await read(space, id)).toMatchObject({ title: 'Terms', markdown: 'New **words**\n' })
  expect(await space.as(api.revisions.reusableContent, { params: at, query: {} })).toEqual(created)
  const third = await space.edit([{ operation: 'delete_reusable_content', reusableContent: id }])
  expect(third.changes).toEqual([{ object: 'deleted_reusable_content', reusableContent: id }])
  await expect(read(space, id)).rejects.toMatchObject({ status: 404 })
  const responses = await Promise.all(
    [first, second, third].map(({ revision: revisionId }) =>
      space.as(api.revisions.changes, { params: { ...space.params, revisionId }, query: {} }),
    ),
  )
  expect(responses.map(({ changes }) => changes.at(-1))).toMatchObject([
    { type: 'reusable_content_created', reusableContent: { id, title: 'Legal' } },
    { type: 'reusable_content_edited', reusableContent: { id, title: 'Terms' } },
    { type: 'reusable_content_deleted', reusableContent: { id, title: 'Terms' } },
  ])
  const back = { params: { ...space.params, revisionId: first.revision }, body: {} }
  expect((await space.as(api.revisions.rollBack, back)).reusableContents).toMatchObject([
    { id, title: 'Legal' },
  ])
  expect(await read(space, id)).toEqual(created)
})

test('missing reusable content cannot be changed or deleted, and a batch is atomic', async () => {
  const space = await aSpaceIn(app)
  for (const change of [
    update('nosuch', 'x'),
    { operation: 'delete_reusable_content', reusableContent: 'nosuch' } as const,
  ]) {
    await expect(space.edit([insert('Legal'), change])).rejects.toMatchObject({ status: 404 })
  }
  const twice = [insert('A', '', 'a'), insert('B', '', 'a')]
  await expect(space.edit(twice)).rejects.toMatchObject({ status: 400, type: 'validation' })
  expect((await whole(space)).reusableContents).toEqual([])
})

test('reusable content of a change request is private until it is merged, line by line', async () => {
  const space = await aSpaceIn(app)
  const id = reusableCreatedBy(await space.edit([insert('Legal', 'one\n\ntwo\n\nthree\n')]))
  const request = await space.request()
  const proposed = await space.propose(request.id, [
    update(id, 'ONE\n\ntwo\n\nthree\n'),
    insert('New', 'words'),
  ])
  await space.edit([update(id, 'one\n\ntwo\n\nTHREE\n')])
  expect(await read(space, id)).toMatchObject({ markdown: 'one\n\ntwo\n\nTHREE\n' })
  const params = { ...space.params, changeRequestId: request.id, reusableContentId: id }
  const inRequest = await space.as(api.changeRequestContent.reusableContent, { params, query: {} })
  expect(inRequest.markdown).toBe('ONE\n\ntwo\n\nthree\n')
  expect((await space.merge(request.id)).result).toBe('merge')
  expect(await read(space, id)).toMatchObject({ markdown: 'ONE\n\ntwo\n\nTHREE\n' })
  expect(await read(space, reusableCreatedBy(proposed))).toMatchObject({ title: 'New', markdown: 'words' })
})

test('the same lines changed on both sides are a conflict that is resolved like those of pages', async () => {
  const space = await aSpaceIn(app)
  const id = reusableCreatedBy(await space.edit([insert('Legal', 'one\n')]))
  const request = await space.request()
  await space.propose(request.id, [update(id, 'mine\n')])
  const before = await space.space()
  await space.edit([update(id, 'theirs\n')])
  const stale = space.edit([update(id, 'late\n')], before.revision)
  await expect(stale).rejects.toMatchObject({ status: 409, type: 'conflict' })
  expect((await space.merge(request.id)).result).toBe('conflicts')
  const [conflict] = await space.conflicts(request.id)
  expect(conflict).toMatchObject({
    kind: 'block',
    page: { id, title: 'Legal' },
    base: 'one',
    theirs: 'theirs',
    ours: 'mine',
  })
  await space.takeIn(request.id, [{ conflict: conflict?.id ?? '', take: 'text', text: 'both' }])
  expect((await space.merge(request.id)).result).toBe('merge')
  expect(await read(space, id)).toMatchObject({ markdown: 'both\n' })
})

test('reusable content deleted on one side and changed on the other stays', async () => {
  const space = await aSpaceIn(app)
  const answer = await space.edit([insert('Kept', 'a'), insert('Gone', 'b')])
  const [remaining = '', deleted = ''] = answer.changes.flatMap((change) =>
    change.object === 'created_reusable_content' ? [change.reusableContent.id] : [],
  )
  const request = await space.request()
  await space.propose(
    request.id,
    [remaining, deleted].map((reusableContent) => ({
      operation: 'delete_reusable_content',
      reusableContent,
    })),
  )
  await space.edit([update(remaining, 'changed')])
  await space.merge(request.id)
  expect((await whole(space)).reusableContents.map(({ id }) => id)).toEqual([remaining])
})

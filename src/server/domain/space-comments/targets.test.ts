import { expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, createdBy, page, remove, update, write } from '#testing/change-requests.ts'
import { commentsIn } from '#testing/comments.ts'

const app = useTestApp()

const text = 'Tighten to 12 Nm.\n\n- Ferrules\n- Glands\n'

async function aPage() {
  const space = await aSpaceIn(app)
  const [pageId = ''] = createdBy(await space.edit([page('Torque', text)]))
  const comments = { ...space, ...commentsIn(app, space.admin, space.spaceId) }
  const outdated = async (id: string) => (await comments.look(id)).target.page?.outdated
  return { ...comments, pageId, outdated }
}

test('a block is quoted, and outdated once it is changed or deleted', async () => {
  const space = await aPage()
  const created = await space.post('Sure?', { page: space.pageId, quote: 'Tighten to 12' })
  expect(created.target).toMatchObject({
    node: { preview: 'Tighten to 12 Nm.' },
    page: { id: space.pageId, title: 'Torque', path: 'torque', outdated: false },
  })
  const again = await space.post('Very', { page: space.pageId, node: created.target.node?.id ?? '' })
  expect(again.target.node).toEqual(created.target.node)
  await space.edit([write(space.pageId, `New first line.\n\n${text}`)])
  expect(await space.outdated(created.id)).toBe(false)
  await space.edit([update(space.pageId, { title: 'Torques' })])
  expect((await space.look(created.id)).target.page).toMatchObject({ title: 'Torques', outdated: false })
  await space.edit([write(space.pageId, text.replace('12', '14'))])
  expect((await space.look(created.id)).target).toMatchObject({
    node: { preview: 'Tighten to 12 Nm.' },
    page: { outdated: true },
  })
  await space.edit([write(space.pageId, text)])
  expect(await space.outdated(created.id)).toBe(false)
  await space.edit([remove(space.pageId)])
  const { items } = await space.list()
  expect(items.map(({ target }) => target.page)).toEqual([
    { id: space.pageId, title: 'Torque', path: 'torque', outdated: true },
    { id: space.pageId, title: 'Torque', path: 'torque', outdated: true },
  ])
})

test('selected words of a block are quoted alone if the block contains them', async () => {
  const space = await aPage()
  const { target } = await space.post('Sure?', { page: space.pageId, quote: 'Tighten to 12' })
  const node = target.node?.id ?? ''
  const quoted = async (quote: string) =>
    (await space.post('x', { page: space.pageId, node, quote })).target.node
  expect(await quoted('Tighten  to')).toEqual({ id: node, preview: 'Tighten to' })
  expect(await quoted('No such words')).toEqual(target.node)
})

test('a comment on a whole page is outdated once its text or title changes', async () => {
  const space = await aPage()
  const { id } = await space.post('Long', { page: space.pageId })
  expect(await space.outdated(id)).toBe(false)
  await space.edit([page('Other'), update(space.pageId, { emoji: '1f527' })])
  expect(await space.outdated(id)).toBe(false)
  await space.edit([update(space.pageId, { title: 'Values' })])
  expect(await space.outdated(id)).toBe(true)
  const later = await space.post('Still long', { page: space.pageId })
  await space.edit([write(space.pageId, 'Short')])
  expect(await space.outdated(later.id)).toBe(true)
})

test('missing pages and blocks are refused, and nothing is counted', async () => {
  const space = await aPage()
  const refusal = { status: 404, type: 'not_found' }
  await expect(space.post('x', { page: 'nosuchpage' })).rejects.toMatchObject(refusal)
  await expect(space.post('x', { page: space.pageId, node: 'nosuchblock' })).rejects.toMatchObject(refusal)
  await expect(space.post('x', { page: space.pageId, quote: 'No such words' })).rejects.toMatchObject(refusal)
  await expect(space.post('x', { page: space.pageId, quote: ' ' })).rejects.toMatchObject(refusal)
  await expect(space.post('x', { quote: 'Glands' })).rejects.toMatchObject({
    status: 400,
    type: 'validation',
  })
  expect([await space.counted(), (await space.list()).count]).toEqual([0, 0])
})

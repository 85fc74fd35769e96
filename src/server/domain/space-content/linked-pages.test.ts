import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { createdBy, page, remove, write } from '#testing/change-requests.ts'
import { twoSpaces } from '#testing/two-spaces.ts'

const app = useTestApp()

test('the pages that other pages of the space link to are listed, the most linked first', async () => {
  const { guide, archive, organizationId, urlOf } = await twoSpaces(app)
  const reader = await app.aMember(organizationId, 'read')
  const [wiring = '', torque = '', home = ''] = createdBy(
    await guide.edit([page('Wiring'), page('Torque'), page('Home')]),
  )
  const list = async (query: { limit?: number; page?: string } = {}) => {
    const answer = await app.as(reader)(api.spaceContent.linkedPages, { params: guide.params, query })
    expect(api.spaceContent.linkedPages.response.parse(answer)).toEqual(answer)
    return answer
  }
  const links = async () => (await list()).items.map(({ page: { id }, linkedFrom }) => [id, linkedFrom])
  expect(await list()).toEqual({ count: 0, items: [] })
  const [second = ''] = createdBy(
    await guide.edit([
      write(home, `[a](/pages/${torque}), [again](/pages/${torque}) and [w](/pages/${wiring})`),
      write(torque, `[itself](/pages/${torque})`),
      page('Second', `[a](/pages/${torque}#part)`),
    ]),
  )
  await archive.edit([page('Far', `[there](${urlOf(guide.spaceId, wiring)})`)])
  expect(await links()).toEqual([
    [torque, 2],
    [wiring, 1],
  ])
  const first = await list({ limit: 1 })
  const rest = await list({ limit: 1, page: first.next?.page ?? '' })
  expect([first.count, first.items.length]).toEqual([2, 1])
  expect(rest).toMatchObject({ items: [{ page: { id: wiring } }] })
  expect(rest).not.toHaveProperty('next')
  await guide.edit([remove(torque), remove(second)])
  expect(await links()).toEqual([[wiring, 1]])
  const outsider = await app.aMember(organizationId, null)
  await expect(
    app.as(outsider)(api.spaceContent.linkedPages, { params: guide.params, query: {} }),
  ).rejects.toMatchObject({ status: 404 })
})

import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import type { StructureChange } from '#contract/site-plans.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function fourSections() {
  const site = await aSite(app)
  const ids: string[] = []
  for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta']) ids.push((await site.aSection(title)).id)
  return { ...site, ids }
}

const toEnd = (id: string): StructureChange => ({ type: 'move', item: { type: 'site-section', id } })

/** The statuses of several requests that were made at the same moment; 0 for a success. */
const statusesOf = async (requests: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(requests)).map((answer) => {
    if (answer.status === 'fulfilled') return 0
    if (answer.reason instanceof ApiError) return answer.reason.status
    throw answer.reason
  })

test('concurrently added steps are all planned', async () => {
  const { call, params, ids } = await fourSections()
  await Promise.all(
    ids.map((id, place) =>
      call(api.sitePlans.addSteps, {
        params,
        body: { changes: [{ type: 'change-section', id, title: `Title ${place}` }] },
      }),
    ),
  )
  const plan = await call(api.sitePlans.get, { params })
  expect(plan.steps.map(({ item }) => item).toSorted()).toEqual(ids.toSorted())
  expect(plan.version).toBe(4)
})

test('of two concurrent requests to publish a plan one succeeds and the other gets an error', async () => {
  const { call, params, ids, outline } = await fourSections()
  const [first = ''] = ids
  const { version } = await call(api.sitePlans.addSteps, { params, body: { changes: [toEnd(first)] } })
  const publish = () => call(api.sitePlans.publish, { params, body: {} }, { ifMatch: version })
  expect((await statusesOf([publish(), publish(), publish()])).toSorted()).toEqual([0, 412, 412])
  expect(await outline()).toEqual(['Beta', 'Gamma', 'Delta', 'Alpha'])
  const history = await call(api.siteHistory.list, { params })
  expect(history.items.filter(({ kind }) => kind === 'plan')).toHaveLength(1)
})

test('concurrent planning, live changes and restoring keep the site consistent', async () => {
  const { call, params, ids, outline, aSpace } = await fourSections()
  const [a = '', b = '', c = '', d = ''] = ids
  const renaming: StructureChange = { type: 'change-section', id: d, title: 'Fourth' }
  await call(api.sitePlans.addSteps, { params, body: { changes: [renaming] } })
  const { entry } = await call(api.sitePlans.publish, { params, body: {} })
  const at = { params: { ...params, historyEntryId: entry.id }, body: {} }
  for (let round = 0; round < 4; round++) {
    const spaceId = await aSpace(`More ${round}`)
    const changes: StructureChange[] = [toEnd(a), { type: 'add-section', spaceId }]
    const statuses = await statusesOf([
      call(api.sitePlans.addSteps, { params, body: { changes } }).then(() =>
        call(api.sitePlans.publish, { params, body: {} }),
      ),
      call(api.siteSections.move, { params: { ...params, siteSectionId: b } }),
      call(api.siteHistory.restore, at),
      call(api.siteSections.delete, { params: { ...params, siteSectionId: c } }),
      call(api.spaces.delete, { params: { spaceId } }),
    ])
    for (const status of statuses) expect([0, 404, 409, 412]).toContain(status)
    const structure = await call(api.siteStructure.get, { params })
    const sections = structure.structure.flatMap((item) => (item.object === 'site-section' ? [item] : []))
    expect(sections.filter((section) => section.default)).toHaveLength(1)
    for (const section of sections) expect(section.siteSpaces.filter((one) => one.default)).toHaveLength(1)
    expect(new Set(sections.map(({ path }) => path)).size).toBe(sections.length)
    await call(api.sitePlans.discard, { params })
  }
  await call(api.siteHistory.restore, at).catch((error: unknown) => expect(error).toBeInstanceOf(ApiError))
  expect(await outline()).toEqual(['Alpha', 'Beta', 'Gamma', 'Fourth'])
})

import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { type Structure, topLevelItems } from './structure/structure.ts'
import { structureOf } from './structure-queries.ts'

const app = useTestApp()

const keysOf = (structure: Structure): readonly string[] =>
  topLevelItems(structure).map(({ orderKey }) => orderKey)

test('concurrent moves on several connections keep a total order', async () => {
  const site = await aSite(app)
  const ids: string[] = []
  for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta']) ids.push((await site.aSection(title)).id)
  const [first = '', ...others] = ids
  const toFront = (siteSectionId: string) =>
    site.call(api.siteSections.move, {
      params: { ...site.params, siteSectionId },
      body: { position: { after: { type: 'site-section', siteSection: first } } },
    })
  for (let round = 0; round < 5; round++) await Promise.all([...others, ...others].map(toFront))

  const structure = await structureOf(app.db, site.organizationId, site.params.siteId)
  const keys = keysOf(structure)
  expect(new Set(keys).size).toBe(4)
  expect([...keys]).toEqual(keys.toSorted())
  expect(structure.sections.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('of two concurrent removals of the last two spaces one is rejected', async () => {
  const site = await aSite(app, ['One', 'Two'])
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })
  const answers = await Promise.allSettled(
    items.map(({ id }) => site.call(api.siteSpaces.delete, { params: { ...site.params, siteSpaceId: id } })),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused[0]).toMatchObject({ status: 409, type: 'invalid_state' })
  const left = await site.call(api.siteSpaces.list, { params: site.params })
  expect(left.items.map((one) => one.default)).toEqual([true])
})

test('a space that is deleted while it is added ends up on no site', async () => {
  const site = await aSite(app, ['Guide'])
  for (let round = 0; round < 5; round++) {
    const spaceId = await site.aSpace(`Fleeting ${round}`)
    const answers = await Promise.allSettled([
      site.call(api.siteSpaces.create, { params: site.params, body: { spaceId } }),
      site.call(api.spaces.delete, { params: { spaceId } }),
    ])
    const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    for (const fault of faults) expect(fault instanceof ApiError && fault.status).toBe(404)
    const shown = await site.call(api.siteSpaces.list, { params: site.params })
    expect(shown.items.map(({ title }) => title)).toEqual(['Guide'])
  }
})

test('of two concurrent requests for the same path one is rejected', async () => {
  const site = await aSite(app)
  const [a, b] = [await site.aSection('Alpha'), await site.aSection('Beta')]
  const answers = await Promise.allSettled(
    [a, b].map(({ id }) =>
      site.call(api.siteSections.update, {
        params: { ...site.params, siteSectionId: id },
        body: { path: 'same' },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

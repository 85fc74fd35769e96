import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { runPendingJobs } from '#testing/emails.ts'
import { anOrganizationWithSpecs, pets } from '#testing/openapi-specs.ts'

const app = useTestApp()

/** A specification with two versions, the newest first. */
async function twoVersions() {
  const specs = await anOrganizationWithSpecs(app)
  const { call, add, one } = specs
  await add('pets', { text: pets() })
  await runPendingJobs(app)
  const text = `${pets('All pets', '2.0.0').replace(/ {4}post:[\s\S]*$/, '')}  /dogs:\n    get: { responses: {} }\n`
  await call(api.openapiSpecs.put, { ...one('pets'), body: { source: { text } } })
  await runPendingJobs(app)
  const { items } = await call(api.openapiSpecs.listVersions, { ...one('pets'), query: {} })
  const [newer = '', older = ''] = items.map(({ id }) => id)
  const at = (versionId: string) => ({ params: { ...one('pets').params, versionId } })
  return { ...specs, older, newer, at }
}

test('each version has its own operations', async () => {
  const { call, older, newer, at } = await twoVersions()
  const before = await call(api.openapiVersions.operations, at(older))
  expect(before.operations).toEqual([
    { method: 'get', path: '/pets', summary: 'List pets', tag: 'Pets' },
    { method: 'post', path: '/pets', tag: 'Pets', deprecated: true },
  ])
  const { operations } = await call(api.openapiVersions.operations, at(newer))
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(['get /pets', 'get /dogs'])
})

test('two versions are compared, in either direction', async () => {
  const { call, older, newer, at } = await twoVersions()
  const compare = (to: string, since: string) =>
    call(api.openapiVersions.compare, { ...at(to), query: { since } })
  expect(await compare(newer, older)).toEqual({
    from: older,
    to: newer,
    breaking: 1,
    added: 1,
    changed: 1,
    truncated: false,
    changes: [
      { kind: 'breaking', method: 'post', path: '/pets', at: '', message: 'Operation removed' },
      { kind: 'changed', method: 'get', path: '/pets', at: '', message: 'Summary or description changed' },
      { kind: 'added', method: 'get', path: '/dogs', at: '', message: 'Operation added' },
    ],
  })
  expect(await compare(older, newer)).toMatchObject({ breaking: 1, added: 1, changed: 1 })
  expect(await compare(newer, newer)).toMatchObject({ breaking: 0, added: 0, changed: 0, changes: [] })
})

test('versions of other specifications and unknown ones are 404', async () => {
  const { call, older, newer, at, add, one } = await twoVersions()
  await add('other', { text: pets('Other') })
  await runPendingJobs(app)
  const { lastVersion = '' } = await call(api.openapiSpecs.get, one('other'))
  for (const since of ['nosuch', lastVersion])
    await expect(call(api.openapiVersions.compare, { ...at(newer), query: { since } })).rejects.toMatchObject(
      {
        status: 404,
      },
    )
  await expect(call(api.openapiVersions.operations, at(lastVersion))).rejects.toMatchObject({ status: 404 })
  const { admin } = await app.anOrganization()
  const foreign = app.as(admin)(api.openapiVersions.compare, { ...at(newer), query: { since: older } })
  await expect(foreign).rejects.toMatchObject({ status: 404 })
})

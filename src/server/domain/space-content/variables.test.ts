import { expect, test } from 'vitest'
import { changeRequestContent } from '#contract/change-request-content.ts'
import { changeRequests } from '#contract/change-requests.ts'
import { revisions } from '#contract/revisions.ts'
import { spaceContent } from '#contract/space-content.ts'
import { spaces } from '#contract/spaces.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

type Values = Readonly<Record<string, string | number | boolean | null>>

async function aSpace() {
  const { admin, organizationId } = await app.anOrganization()
  const call = app.as(admin)
  const { id: spaceId } = await call(spaces.create, { params: { organizationId }, body: {} })
  const set = (variables: Values, base?: string) =>
    call(spaceContent.edit, {
      params: { spaceId },
      body: { ...(base ? { base } : {}), changes: [{ operation: 'update_variables', variables }] },
    })
  const read = () => call(spaceContent.variables, { params: { spaceId } })
  return { call, spaceId, set, read }
}

test('variables are set one by one, deleted with null, and part of the revision', async () => {
  const { call, spaceId, set, read } = await aSpace()
  expect(await read()).toMatchObject({ variables: {}, tags: [] })

  await set({ version: 'v1', seats: 5, isBeta: true })
  const { revision } = await read()
  await set({ version: 'v2', isBeta: null })

  expect((await read()).variables).toEqual({ version: 'v2', seats: 5 })
  expect((await call(spaceContent.get, { params: { spaceId }, query: {} })).variables).toEqual({
    version: 'v2',
    seats: 5,
  })
  const then = await call(revisions.variables, { params: { spaceId, revisionId: revision } })
  expect(then.variables).toEqual({ version: 'v1', seats: 5, isBeta: true })
  const { changes } = await call(revisions.changes, {
    params: { spaceId, revisionId: (await read()).revision },
    query: {},
  })
  expect(changes).toEqual([{ type: 'variables_edited', variables: ['isBeta', 'version'] }])
})

test('the same values create no revision', async () => {
  const { set, read } = await aSpace()
  await set({ version: 'v1' })
  const { revision } = await read()
  await set({ version: 'v1', missing: null })
  expect((await read()).revision).toBe(revision)
})

test('a variable that someone else changed since the base is a conflict; others are not', async () => {
  const { set, read } = await aSpace()
  await set({ version: 'v1', name: 'Ada' })
  const { revision: base } = await read()
  await set({ version: 'v2' })

  await set({ name: 'Bea' }, base)
  await expect(set({ version: 'v3' }, base)).rejects.toMatchObject({
    status: 409,
    details: { conflicts: [{ field: 'variables', base: 'v1', theirs: 'v2', ours: 'v3' }] },
  })
  expect((await read()).variables).toEqual({ version: 'v2', name: 'Bea' })
})

test('bad names, long texts and too many variables are refused', async () => {
  const { set, read } = await aSpace()
  for (const name of ['', '1st', 'a-b', 'a b', 'a'.repeat(101)])
    await expect(set({ [name]: 'x' }), name).rejects.toMatchObject({ status: 400 })
  await expect(set({ name: 'x'.repeat(257) })).rejects.toMatchObject({ status: 400 })
  const many = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${from + index}`, index]))
  await set(many(0, 200))
  await expect(set({ one: 'more' })).rejects.toMatchObject({ status: 400 })
  expect(Object.keys((await read()).variables)).toHaveLength(200)
})

test('a change request has its own variables until it is merged', async () => {
  const { call, spaceId, set, read } = await aSpace()
  await set({ version: 'v1', name: 'Ada' })
  const { id: changeRequestId } = await call(changeRequests.create, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId }
  await call(changeRequestContent.edit, {
    params,
    body: { changes: [{ operation: 'update_variables', variables: { version: 'v2' } }] },
  })
  await set({ name: 'Bea', added: true })
  expect((await call(changeRequestContent.variables, { params })).variables.version).toBe('v2')
  expect((await read()).variables.version).toBe('v1')

  await call(changeRequests.merge, { params })
  expect((await read()).variables).toEqual({ version: 'v2', name: 'Bea', added: true })
})

test('counts the pages that show a variable, also in reusable content', async () => {
  const { call, spaceId, set, read } = await aSpace()
  await set({ version: 'v1', unused: 1 })
  const code = '<code class="expression">space.vars.version + space.vars.missing</code>'
  const page = (title: string, markdown: string) =>
    call(spaceContent.edit, {
      params: { spaceId },
      body: { changes: [{ operation: 'insert_page', title, document: { markdown } }] },
    })
  const { id } = await call(spaceContent.createReusableContent, {
    params: { spaceId },
    body: { title: 'Note', document: { markdown: code } },
  })
  await page('One', `${code} and ${code}`)
  await page('Two', `{% include "/reusable-contents/${id}" %}`)
  await page('Three', `\`${code}\``)
  expect((await read()).pages).toEqual({ version: 2 })
})

test('names the variables that pages read and the space doesn’t have', async () => {
  const { call, spaceId, set, read } = await aSpace()
  await set({ version: 'v1' })
  const expression = (text: string) => `<code class="expression">${text}</code>`
  const markdown = `${expression('space.vars.version')} ${expression('space.vars.seats ?? "many"')}`
  const insert = { operation: 'insert_page' as const, title: 'Page', document: { markdown } }
  await call(spaceContent.edit, { params: { spaceId }, body: { changes: [insert, insert] } })
  expect(await read()).toMatchObject({ pages: { version: 2 }, missing: { seats: 2 } })
  await set({ seats: 5, version: null })
  expect(await read()).toMatchObject({ pages: { seats: 2 }, missing: { version: 2 } })
})

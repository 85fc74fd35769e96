import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { StructureChange } from '#contract/site-plans.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

/** A site of the sections Guide and Beta, with a plan that renames Beta's path and adds the space Fresh. */
async function aPlannedSite() {
  const site = await aPublishedSite(app, 'Guide')
  const { call, params } = site
  await site.aSection('Guide')
  const beta = await site.aSection('Beta')
  const { items } = await call(api.siteSpaces.list, { params })
  const betaSpace = items.find(({ section }) => section === beta.id)?.space.id ?? ''
  await site.edit(betaSpace, page('Start', 'In beta.'), page('Deeper', 'More of it.'))
  const fresh = await site.aSpace('Fresh')
  await site.edit(fresh, page('Hello', 'A fresh narwhal.'))
  const plan = (...changes: StructureChange[]) => call(api.sitePlans.addSteps, { params, body: { changes } })
  await plan(
    { type: 'change-section', id: beta.id, title: 'Second', path: 'second' },
    { type: 'add-section', spaceId: fresh },
  )
  const ask = (query: object = {}, as = call) =>
    as(api.sitePublishing.preview, { params, query: { plan: true, ...query } })
  const open = (url: string, more = '') =>
    app.send({ method: 'GET', url: new URL(url, 'http://example.org').pathname + more })
  return { ...site, beta, fresh, plan, ask, open }
}

test('editors of the site preview its pages as planned', async () => {
  const { ask, open, read } = await aPlannedSite()
  const { url } = await ask()
  const { status, text } = await open(url)
  expect(status).toBe(200)
  expect(text).toContain('Preview of the plan (2 changes)')
  expect(text).toContain('>Second<')
  expect(text).toContain('>Fresh<')
  expect((await open(url, 'second/deeper')).text).toContain('More of it.')
  expect((await open(url, 'fresh/')).text).toContain('A fresh narwhal.')
  expect((await open(url, '~search?q=narwhal')).text).toContain('fresh')
  expect((await ask({ target: 'second/deeper' })).url).toMatch(/\/second\/deeper$/)

  const old = await open(url, 'beta/deeper')
  expect([old.status, old.headers.location]).toEqual([308, `${new URL(url).pathname}second/deeper`])
  expect((await read('second')).status).toBe(404)
  expect((await read('fresh')).status).toBe(404)
  expect((await read('beta/deeper')).text).toContain('More of it.')
  expect((await read('beta/deeper')).text).not.toContain('Preview')
})

test('a preview shows the current plan, and says if there is none any more', async () => {
  const { ask, open, plan, call, params, beta } = await aPlannedSite()
  const { url } = await ask()
  await plan({ type: 'change-section', id: beta.id, title: 'Third' })
  expect((await open(url)).text).toContain('>Third<')
  await call(api.sitePlans.discard, { params })
  const after = await open(url)
  expect(after.text).toContain('The plan is empty')
  expect(after.text).toContain('>Beta<')
  await expect(ask()).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
})

test('steps that no longer apply are left out with a notice', async () => {
  const { ask, open, call, fresh } = await aPlannedSite()
  const { url } = await ask()
  await call(api.spaces.delete, { params: { spaceId: fresh } })
  const { status, text } = await open(url)
  expect(status).toBe(200)
  expect(text).toContain('One of them can no longer be applied and is left out')
  expect(text).toContain('>Second<')
  expect(text).not.toContain('>Fresh<')
})

test('a planned condition hides content from the previewed visitor', async () => {
  const { ask, open, plan, call, params, beta } = await aPlannedSite()
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  await plan({ type: 'change-section', id: beta.id, condition: 'visitor.claims.beta' })
  expect((await open((await ask()).url)).text).not.toContain('>Second<')
  const known = (await ask({ claims: JSON.stringify({ beta: true }) })).url
  expect((await open(known)).text).toContain('>Second<')
  await expect(ask({ target: 'second' })).rejects.toMatchObject({ status: 404 })
})

test('without the role edit a plan is not visible, even at an earlier preview URL', async () => {
  const { ask, open, call, organizationId } = await aPlannedSite()
  const member = await app.aMember(organizationId, 'create')
  const { url } = await ask({}, app.as(member))
  expect((await open(url)).text).toContain('>Second<')
  await call(api.members.update, {
    params: { organizationId, userId: member.userId },
    body: { role: 'edit' },
  })
  expect((await open(url)).status).toBe(404)
  await expect(ask({}, app.as(member))).rejects.toMatchObject({ status: 403, type: 'forbidden' })
})

test('a plan and a change request are previewed together', async () => {
  const { ask, open, call, fresh } = await aPlannedSite()
  const request = await call(api.changeRequests.create, {
    params: { spaceId: fresh },
    body: { subject: 'More' },
  })
  await call(api.changeRequestContent.edit, {
    params: { spaceId: fresh, changeRequestId: request.id },
    body: { changes: [page('Added', 'By the request.')] },
  })
  const { url } = await ask({ space: fresh, changeRequest: request.id })
  expect((await open(url)).text).toContain('the plan (2 changes) and change request #1 “More”')
  expect((await open(`${url}added`)).text).toContain('By the request.')
})

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ScheduledChange } from '#contract/site-scheduled-actions.ts'
import { plan, rename, threeSections } from '#testing/a-plan.ts'
import { type ASite, aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { anSsoOrganization, signedInBrowser } from '#testing/sso-organization.ts'
import { jobHandlers } from '../../jobs/handlers/list.ts'
import { startWorker, type Worker } from '../../jobs/worker.ts'

const app = useTestApp()
let pool: pg.Pool
let worker: Worker

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: app.connectionString, max: 8 })
  worker = await startWorker(app.service, { pool, handlers: jobHandlers })
})
afterAll(async () => {
  await worker.stop()
  await pool.end()
})

const HOUR_MS = 3_600_000
const SOON_MS = 1500
const timeZone = 'Europe/Amsterdam'
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

const schedule = (
  { call, params }: Pick<ASite, 'call' | 'params'>,
  change: ScheduledChange,
  runsAt = inMs(SOON_MS),
) => call(api.siteScheduledActions.create, { params, body: { change, runsAt, timeZone } })

const listed = async ({ call, params }: ASite) =>
  (await call(api.siteScheduledActions.list, { params })).items

const ended = async (site: ASite, id: string) =>
  expect
    .poll(async () => (await listed(site)).find((one) => one.id === id)?.status, { timeout: 30_000 })
    .not.toBe('waiting')

const actionsInLog = async ({ call, organizationId, params }: ASite) => {
  const query = { targetId: params.siteId, limit: 100 }
  const { items } = await call(api.auditEvents.list, { params: { organizationId }, query })
  return items.map(({ action, actor }) => [action, actor.type])
}

test('a site is published at its time by the person who scheduled it, which the audit log shows', async () => {
  const site = await aSite(app, ['Guide'])
  const action = await schedule(site, { type: 'publish' })
  expect(action).toMatchObject({
    status: 'waiting',
    timeZone,
    change: { type: 'publish' },
    scheduledBy: { id: site.admin.userId },
  })
  expect(await site.call(api.sites.get, { params: site.params })).toMatchObject({ published: false })
  await ended(site, action.id)
  expect(await listed(site)).toMatchObject([{ id: action.id, status: 'done' }])
  expect(await site.call(api.sites.get, { params: site.params })).toMatchObject({ published: true })
  const actions = (await actionsInLog(site)).map(([name]) => name)
  expect(actions).toEqual(
    expect.arrayContaining(['site.schedule-create', 'site.schedule-run', 'site.publish']),
  )
})

test('the audience changes, and a plan is published with redirects', async () => {
  const { site, b } = await threeSections(app)
  await plan(site, rename(b.id, { title: 'Second', path: 'second' }))
  const audience = await schedule(site, { type: 'change-audience', visibility: 'unlisted' })
  const planned = await schedule(site, { type: 'publish-plan', redirect: true })
  await ended(site, audience.id)
  await ended(site, planned.id)
  expect(await site.call(api.sites.get, { params: site.params })).toMatchObject({ visibility: 'unlisted' })
  expect(await site.outline()).toContain('Second')
  expect((await listed(site)).map(({ status }) => status)).toEqual(['done', 'done'])
})

test('a canceled action does not run', async () => {
  const site = await aSite(app, ['Guide'])
  const canceled = await schedule(site, { type: 'publish' })
  await site.call(api.siteScheduledActions.delete, {
    params: { ...site.params, scheduledActionId: canceled.id },
  })
  const later = await schedule(site, { type: 'change-audience', visibility: 'unlisted' })
  await ended(site, later.id)
  expect(await listed(site)).toHaveLength(1)
  expect(await site.call(api.sites.get, { params: site.params })).toMatchObject({ published: false })
})

test('an action fails when its scheduler no longer has the role, and nothing is changed', async () => {
  const site = await aSite(app, ['Guide'])
  const { organizationId } = site
  const person = await app.aMember(organizationId, 'create')
  const member = { params: { organizationId, userId: person.userId } }
  const action = await schedule({ call: app.as(person), params: site.params }, { type: 'publish' })
  await site.call(api.members.update, { ...member, body: { role: 'edit' } })
  await ended(site, action.id)
  expect(await listed(site)).toMatchObject([
    { status: 'failed', failure: 'The person who scheduled this no longer has the role it needs' },
  ])
  expect(await site.call(api.sites.get, { params: site.params })).toMatchObject({ published: false })
  expect(await actionsInLog(site)).toContainEqual(['site.schedule-fail', 'system'])
})

test('an action fails when its scheduler was suspended or removed', async () => {
  const site = await aSite(app, ['Guide'])
  const { organizationId, call } = site
  const leave = [
    (userId: string) =>
      call(api.members.update, { params: { organizationId, userId }, body: { disabled: true } }),
    (userId: string) => call(api.members.delete, { params: { organizationId, userId } }),
  ]
  for (const end of leave) {
    const person = await app.aMember(organizationId, 'create')
    const scheduler = { call: app.as(person), params: site.params }
    const action = await schedule(scheduler, { type: 'publish' })
    await end(person.userId)
    await ended(site, action.id)
    expect((await listed(site)).find(({ id }) => id === action.id)).toMatchObject({
      status: 'failed',
      failure: 'The person who scheduled this no longer has the role it needs',
    })
  }
  expect(await call(api.sites.get, { params: site.params })).toMatchObject({ published: false })
})

test('an action runs although the organization has required single sign-on since it was scheduled', async () => {
  const { organizationId, call, params: inOrganization } = await anSsoOrganization(app)
  const spaceId = (await call(api.spaces.create, { params: inOrganization, body: { title: 'Guide' } })).id
  const { id: siteId } = await call(api.sites.create, {
    params: inOrganization,
    body: { title: 'Docs', spaces: [spaceId] },
  })
  const params = { organizationId, siteId }
  const person = await app.aMember(organizationId, 'create')
  const browser = await signedInBrowser(app, person)
  const later = inMs(SOON_MS)
  const body = { change: { type: 'publish' }, runsAt: later, timeZone }
  expect((await browser.send(api.siteScheduledActions.create, body, params)).status).toBe(201)
  await call(api.organizations.update, { params: inOrganization, body: { sso: true } })
  expect((await browser.send(api.siteScheduledActions.create, body, params)).status).toBe(403)
  await expect
    .poll(async () => (await call(api.sites.get, { params })).published, { timeout: 30_000 })
    .toBe(true)
})

test('an action fails with the reason for which the site refuses it', async () => {
  const site = await aSite(app)
  const action = await schedule(site, { type: 'publish' })
  await ended(site, action.id)
  expect(await listed(site)).toMatchObject([
    { status: 'failed', failure: '“Halden Docs” has no space to publish. Add one first' },
  ])
})

test('editors schedule the plan alone, and times must be in the future', async () => {
  const site = await aSite(app, ['Guide'])
  const person = await app.aMember(site.organizationId, 'read')
  const grant = { role: 'edit' as const, users: [person.userId] }
  await site.call(api.sitePermissions.grant, { params: site.params, body: grant })
  const editor = { call: app.as(person), params: site.params }
  await expect(schedule(editor, { type: 'unpublish' }, inMs(HOUR_MS))).rejects.toMatchObject({ status: 403 })
  expect(await schedule(editor, { type: 'publish-plan' }, inMs(HOUR_MS))).toMatchObject({ status: 'waiting' })
  const refused = async (runsAt: string, zone = timeZone) => {
    const body = { change: { type: 'publish' as const }, runsAt, timeZone: zone }
    await expect(
      site.call(api.siteScheduledActions.create, { params: site.params, body }),
    ).rejects.toMatchObject({ status: 400 })
  }
  await refused(inMs(-HOUR_MS))
  await refused(inMs(400 * 24 * HOUR_MS))
  await refused(inMs(HOUR_MS), 'Mars/Olympus')
})

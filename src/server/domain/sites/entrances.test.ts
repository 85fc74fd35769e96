import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type ASite, aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

type Limited = 'share-link' | 'visitor-auth'

const refusal = {
  'share-link': { status: 412, type: 'precondition_failed', details: { missing: 'share-link' } },
  'visitor-auth': { status: 412, type: 'precondition_failed', details: { missing: 'sign-in-url' } },
}

const createEntrance: Record<Limited, (site: ASite) => Promise<unknown>> = {
  'share-link': ({ call, params }) => call(api.siteShareLinks.create, { params, body: { name: 'Partners' } }),
  'visitor-auth': ({ call, params }) =>
    call(api.sitePublishing.updateAuth, {
      params,
      body: { backend: 'custom', fallbackURL: 'https://app.example.org/in' },
    }),
}

describe.each(['share-link', 'visitor-auth'] as const)('the audience %s', (visibility) => {
  const set = ({ call, params }: ASite) => call(api.sites.update, { params, body: { visibility } })

  test('is refused on a published site that no reader could open', async () => {
    const site = await aSite(app, ['Guide'])
    await site.call(api.sites.publish, { params: site.params })
    const before = await site.call(api.sites.get, { params: site.params })
    await expect(set(site)).rejects.toMatchObject(refusal[visibility])
    expect(await site.call(api.sites.get, { params: site.params })).toEqual(before)
    await createEntrance[visibility](site)
    expect(await set(site)).toMatchObject({ visibility, published: true })
    // What is set already can be sent again.
    expect(await set(site)).toMatchObject({ visibility })
  })

  test('can be prepared on an unpublished site, which is published once readers can open it', async () => {
    const site = await aSite(app, ['Guide'])
    expect(await set(site)).toMatchObject({ visibility, published: false })
    const publish = () => site.call(api.sites.publish, { params: site.params })
    await expect(publish()).rejects.toMatchObject(refusal[visibility])
    await createEntrance[visibility](site)
    expect(await publish()).toMatchObject({ visibility, published: true })
  })

  test('is refused when it is scheduled, too', async () => {
    const site = await aSite(app, ['Guide'])
    const runsAt = new Date(Date.now() + 3_600_000).toISOString()
    const change = { type: 'change-audience' as const, visibility }
    const schedule = () =>
      site.call(api.siteScheduledActions.create, {
        params: site.params,
        body: { change, runsAt, timeZone: 'Europe/Amsterdam' },
      })
    await expect(schedule()).rejects.toMatchObject(refusal[visibility])
    await createEntrance[visibility](site)
    expect(await schedule()).toMatchObject({ status: 'waiting', change })
  })
})

test('links that are off or have ended open nothing', async () => {
  const site = await aSite(app, ['Guide'])
  const { call, params } = site
  await call(api.sites.publish, { params })
  const off = await call(api.siteShareLinks.create, { params, body: { name: 'Off' } })
  await call(api.siteShareLinks.update, {
    params: { ...params, shareLinkId: off.id },
    body: { active: false },
  })
  const expiresAt = new Date(Date.now() - 1000).toISOString()
  await call(api.siteShareLinks.create, { params, body: { name: 'Ended', expiresAt } })
  const limit = () => call(api.sites.update, { params, body: { visibility: 'share-link' } })
  await expect(limit()).rejects.toMatchObject(refusal['share-link'])
  await call(api.siteShareLinks.update, {
    params: { ...params, shareLinkId: off.id },
    body: { active: true },
  })
  expect(await limit()).toMatchObject({ visibility: 'share-link' })
})

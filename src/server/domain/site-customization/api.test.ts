import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Overrides } from '#contract/shared/overrides.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { DEFAULT_CUSTOMIZATION } from './default-customization.ts'

const app = useTestApp()

async function aCustomizedSite() {
  const site = await aSite(app, ['Guides'])
  const { call, params } = site
  const { structure } = await call(api.siteStructure.get, { params })
  const [first] = structure
  const ofSpace = { params: { ...params, siteSpaceId: first?.id ?? '' } }
  const put = (body: SiteCustomization, options: { ifMatch?: number } = {}) =>
    call(api.siteCustomization.put, { params, body }, options)
  return { ...site, ofSpace, put }
}

test('a site has the default customization until another one is saved', async () => {
  const { call, params, put, organizationId } = await aCustomizedSite()
  const first = await call(api.siteCustomization.get, { params })
  expect(first).toEqual({ ...DEFAULT_CUSTOMIZATION, version: 0 })
  const body = { ...DEFAULT_CUSTOMIZATION, title: 'Halden Handbook', favicon: { emoji: '1f4d8' } }
  const saved = await put(body)
  expect(saved).toEqual({ ...body, version: 1 })
  expect(await call(api.siteCustomization.get, { params })).toEqual(saved)
  expect((await call(api.sites.get, { params })).icon).toEqual({ emoji: '1f4d8' })
  expect((await put(body)).version).toBe(1)
  const log = (await eventsOf(app.db, organizationId, params.siteId)).filter(
    ({ action }) => action === 'site.customization',
  )
  expect(log).toMatchObject([{ before: { favicon: {} }, after: { title: 'Halden Handbook' } }])
})

test('a stale version is rejected and nothing changes', async () => {
  const { call, params, put } = await aCustomizedSite()
  await put({ ...DEFAULT_CUSTOMIZATION, title: 'First' }, { ifMatch: 0 })
  const late = put({ ...DEFAULT_CUSTOMIZATION, title: 'Second' }, { ifMatch: 0 })
  await expect(late).rejects.toMatchObject({ status: 412 })
  expect(await call(api.siteCustomization.get, { params })).toMatchObject({ title: 'First', version: 1 })
})

test('a link with an invalid condition is rejected', async () => {
  const { put } = await aCustomizedSite()
  const link = { title: 'Beta', to: null, links: [], condition: 'visitor.claims.beta ==' }
  const refused = put({ ...DEFAULT_CUSTOMIZATION, header: { preset: 'default', links: [link] } })
  await expect(refused).rejects.toMatchObject({ status: 400 })
})

test('overrides of a space apply on top of the customization of the site', async () => {
  const { call, ofSpace, put } = await aCustomizedSite()
  const update = (body: Overrides) => call(api.siteCustomization.updateForSiteSpace, { ...ofSpace, body })
  const different = await update({ styling: { primaryColor: { light: '#ff0000' }, theme: 'bold' } })
  expect(different).toMatchObject({
    hasOverrides: true,
    styling: {
      theme: 'bold',
      primaryColor: { light: '#ff0000', dark: DEFAULT_CUSTOMIZATION.styling.primaryColor.dark },
    },
  })
  await put({
    ...DEFAULT_CUSTOMIZATION,
    styling: { ...DEFAULT_CUSTOMIZATION.styling, corners: 'circular', theme: 'muted' },
  })
  expect((await call(api.siteCustomization.getForSiteSpace, ofSpace)).styling).toMatchObject({
    corners: 'circular',
    theme: 'bold',
  })
  expect(await update({ styling: { theme: null } })).toMatchObject({
    hasOverrides: true,
    styling: { theme: 'muted' },
  })
  await call(api.siteCustomization.deleteForSiteSpace, ofSpace)
  const { hasOverrides, overrides, version, ...customization } = await call(
    api.siteCustomization.getForSiteSpace,
    ofSpace,
  )
  expect([hasOverrides, overrides, version]).toEqual([false, {}, 3])
  expect(customization.styling.primaryColor).toEqual(DEFAULT_CUSTOMIZATION.styling.primaryColor)
})

test('incomplete overrides are rejected; those that a change of the site makes incomplete are ignored', async () => {
  const { call, ofSpace, put } = await aCustomizedSite()
  const update = (body: Overrides) => call(api.siteCustomization.updateForSiteSpace, { ...ofSpace, body })
  await expect(update({ announcement: { message: 'New' } })).rejects.toMatchObject({ status: 400 })
  await expect(update({ styling: { font: 'Lato', theme: 'wild' } })).rejects.toMatchObject({ status: 400 })
  const announcement = { enabled: true, message: 'For all', style: 'info' } as const
  await put({ ...DEFAULT_CUSTOMIZATION, announcement })
  expect(
    (await update({ announcement: { message: 'Here' }, footer: { copyright: '© us' } })).announcement,
  ).toEqual({
    ...announcement,
    message: 'Here',
  })
  await put(DEFAULT_CUSTOMIZATION)
  const left = await call(api.siteCustomization.getForSiteSpace, ofSpace)
  expect([left.announcement, left.footer.copyright]).toEqual([undefined, '© us'])
})

test('one request returns everything to render a site', async () => {
  const { call, params, ofSpace } = await aCustomizedSite()
  await call(api.siteCustomization.updateForSiteSpace, { ...ofSpace, body: { title: 'For operators' } })
  const shown = await call(api.publishedSites.get, { params, query: {} })
  expect(shown).toMatchObject({
    object: 'published-content-site',
    site: { id: params.siteId },
    structure: await call(api.siteStructure.get, { params }),
    customizations: {
      site: { styling: { theme: 'clean' } },
      siteSpaces: { [ofSpace.params.siteSpaceId]: { title: 'For operators' } },
    },
    scripts: [],
  })
})

import {
  CustomizationTheme,
  MemberRole,
  OpenAPISpecVisibility,
  SiteInsightsQueryRangePreset,
  SiteRedirectOrderBy,
  SiteVisibility,
} from '@gitbook/api'
import { expect, test } from 'vitest'
import { aPublishedSite, page } from '../a-published-site.ts'
import { useTestApp } from '../app.ts'
import { differencesIn, officialClient } from './client.ts'

const app = useTestApp({}, { reader: true })

async function aClient(...titles: string[]) {
  const site = await aPublishedSite(app, ...titles)
  const { organizationId, siteId } = site.params
  return { ...site, at: [organizationId, siteId] as const, client: await officialClient(app, site.admin) }
}

test('a site is made, arranged and published', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const client = await officialClient(app, admin)
  const { orgs } = client.api
  const space = async (title: string) => (await orgs.createSpace(organizationId, { title })).data.id
  const { data: site } = await orgs.createSite(organizationId, {
    title: 'Docs',
    spaces: [await space('Guide')],
  })
  const at = [organizationId, site.id] as const
  expect(site).toMatchObject({ object: 'site', published: false, siteSpaces: 1 })
  expect((await orgs.updateSiteById(...at, { title: 'Halden Docs' })).data.title).toBe('Halden Docs')
  await orgs.addSpaceToSite(...at, { spaceId: await space('Reference') })
  const { data: added } = await orgs.addSectionToSite(...at, { spaceId: await space('API'), title: 'API' })
  const { data: sections } = await orgs.listSiteSections(...at)
  expect(sections.items).toHaveLength(2)
  const updated = await orgs.updateSiteSectionById(...at, added.id, {
    description: 'For developers',
    icon: 'code',
  })
  expect(updated.data).toMatchObject({ description: 'For developers', icon: 'code' })
  await orgs.moveSiteSection(...at, added.id, {
    position: { before: { type: 'site-section', siteSection: sections.items[0]?.id ?? '' } },
  })
  const { data: group } = await orgs.addSectionGroupToSite(...at, { title: 'More', sections: [added.id] })
  expect((await orgs.listSiteSectionGroups(...at)).data.items).toHaveLength(1)
  expect((await orgs.updateSiteSectionGroupById(...at, group.id, { title: 'Other' })).data.title).toBe(
    'Other',
  )
  await orgs.deleteSiteSectionGroupById(...at, group.id)
  const { data: siteSpaces } = await orgs.listSiteSpaces(...at)
  const [first, second] = siteSpaces.items
  await orgs.updateSiteSpaceById(...at, second?.id ?? '', { path: 'ref' })
  await orgs.moveSiteSpace(...at, second?.id ?? '', {
    position: { before: { type: 'site-space', siteSpace: first?.id ?? '' } },
  })
  const { data: structure } = await orgs.getSiteStructure(...at)
  expect(structure.type).toBe('sections')
  await orgs.sortSiteStructure(...at, {
    item: { type: 'site-section', id: added.id },
    position: {},
  })
  await orgs.publishSite(...at)
  const { data: published } = await orgs.getPublishedContentSite(...at)
  expect(published).toMatchObject({
    object: 'published-content-site',
    site: { published: true },
    scripts: [],
  })
  expect(published.customizations.site.title).toBe('Halden Docs')
  expect((await orgs.listSites(organizationId, { published: true })).data.items).toHaveLength(1)
  await orgs.unpublishSite(...at)
  await orgs.deleteSiteSpaceById(...at, second?.id ?? '')
  await orgs.deleteSiteSectionById(...at, added.id)
  expect((await orgs.getSiteById(...at)).data.published).toBe(false)
  await orgs.deleteSiteById(...at)

  expect(differencesIn(client.calls)).toEqual({})
})

test('the look of a site, its visitors and its share links', async () => {
  const { at, client, params } = await aClient('Guide', 'Reference')
  const { orgs } = client.api
  const { data: customization } = await orgs.getSiteCustomizationById(...at)
  const { data: changed } = await orgs.updateSiteCustomizationById(...at, {
    ...customization,
    title: 'Halden',
    styling: { ...customization.styling, theme: CustomizationTheme.Bold },
  })
  expect(changed).toMatchObject({ title: 'Halden', styling: { theme: 'bold' } })
  const { items } = (await orgs.listSiteSpaces(...at)).data
  const second = items[1]?.id ?? ''
  await orgs.overrideSiteSpaceCustomizationById(...at, second, {
    styling: { theme: CustomizationTheme.Muted },
  })
  expect((await orgs.getSiteSpaceCustomizationById(...at, second)).data).toHaveProperty(
    'styling.theme',
    'muted',
  )
  const { data: published } = await orgs.getPublishedContentSite(...at)
  expect(published.customizations.siteSpaces[second]?.styling.theme).toBe('muted')
  await orgs.deleteSiteSpaceCustomizationById(...at, second)

  const { data: link } = await orgs.createSiteShareLink(...at, { name: 'For partners' })
  expect((await orgs.updateSiteShareLinkById(...at, link.id, { active: false })).data.active).toBe(false)
  expect((await orgs.listSiteShareLinks(...at)).data.items).toHaveLength(1)
  await orgs.deleteSiteShareLinkById(...at, link.id)

  const { data: auth } = await orgs.updateSitePublishingAuthById(...at, {
    backend: 'custom',
    fallbackURL: 'https://example.org/sign-in',
  })
  await orgs.updateSiteById(...at, {
    visibility: SiteVisibility.VisitorAuth,
    adaptiveContent: { enabled: true },
  })
  expect(auth).toMatchObject({ backend: 'custom', fallbackURL: 'https://example.org/sign-in' })
  const { data: renewed } = await orgs.regenerateSitePublishingAuthById(...at)
  expect((await orgs.getSitePublishingAuthById(...at)).data.privateKey).toBe(renewed.privateKey)
  const properties = { beta: { type: 'boolean', description: 'Takes part in tests' } } as const
  const jsonSchema = { type: 'object', properties, additionalProperties: false } as const
  await orgs.updateSiteAdaptiveSchema(...at, { jsonSchema })
  expect((await orgs.getSiteAdaptiveSchema(...at)).data.jsonSchema.properties).toHaveProperty('beta')
  expect((await orgs.listSiteAdaptiveTemplateConditions(...at)).data.items).not.toEqual([])
  expect((await orgs.getSitePublishingPreviewById(...at, { siteSpace: second })).data.url).toContain('http')
  expect((await orgs.listSiteIntegrationScripts(...at)).data).toEqual([])
  expect((await orgs.listSiteIntegrations(...at)).data.items).toEqual([])

  const writer = await app.aMember(params.organizationId, 'read')
  await orgs.inviteToSite(...at, { role: MemberRole.Edit, users: [writer.userId] })
  expect((await orgs.listUserPermissionsInSite(...at)).data.items).toHaveLength(1)
  await orgs.updateUserPermissionInSite(...at, writer.userId, { role: MemberRole.Review })
  expect((await orgs.listTeamPermissionsInSite(...at)).data.items).toEqual([])
  expect((await orgs.listPermissionsAggregateInSite(...at)).data.items.length).toBeGreaterThan(0)
  await orgs.removeUserFromSite(...at, writer.userId)

  expect(differencesIn(client.calls)).toEqual({})
})

test('redirects, search, insights and specifications', async () => {
  const { at, client, edit, read, basename, params } = await aClient('Guide')
  const { orgs, urls, subdomains } = client.api
  const { items } = (await orgs.listSiteSpaces(...at)).data
  const { id: siteSpaceId = '', space } = items[0] ?? {}
  await edit(space?.id ?? '', page('Install', 'Use a spanner.'), page('Use', 'Press it.'))

  const { data: redirect } = await orgs.createSiteRedirect(...at, {
    source: '/manual/*',
    destination: { kind: 'site-space', siteSpaceId },
    captureWildcard: true,
  })
  expect(redirect).toMatchObject({ source: '/manual/*', captureWildcard: true, draft: false })
  expect((await orgs.getSiteRedirectBySource(...at, { source: '/manual/use' })).data.target).toMatch(/\/use$/)
  expect((await read('manual/use')).headers.location).toBe(`/sites/${basename}/use`)
  const { data: bulk } = await orgs.bulkUpsertSiteRedirects(...at, {
    redirects: [
      { source: '/old', destination: { kind: 'external', url: 'https://example.org/new' } },
      { source: '/next/*', intent: 'draft', destination: { kind: 'site-space', siteSpaceId } },
    ],
  })
  expect(bulk.results.map(({ status, draft }) => [status, draft])).toEqual([
    ['created', false],
    ['created', true],
  ])
  expect((await read('next/use')).status).toBe(404)
  await orgs.bulkUpsertSiteRedirects(...at, { redirects: [{ source: '/next/*', intent: 'publish' }] })
  expect((await read('next/use')).status).toBe(308)
  expect((await orgs.updateSiteRedirectById(...at, redirect.id, { permanent: true })).data.permanent).toBe(
    true,
  )
  expect(
    (await orgs.listSiteRedirects(...at, { orderBy: SiteRedirectOrderBy.Source })).data.items,
  ).toHaveLength(3)
  await orgs.deleteSiteRedirectById(...at, redirect.id)

  const scopes = [
    { scope: { mode: 'default', currentSiteSpace: siteSpaceId } },
    { scope: { mode: 'default', currentSiteSpace: siteSpaceId, restrictTo: 'currentSiteSpace' } },
    { scope: { mode: 'specific', siteSpaceIds: [siteSpaceId] } },
    { siteSpaceIds: [siteSpaceId] },
    { mode: 'current', siteSpaceId },
    { mode: 'all' },
  ] as const
  for (const scope of scopes) {
    const { data } = await orgs.searchSiteContent(...at, { query: 'spanner', ...scope } as never)
    expect(data.items).toHaveLength(1)
  }
  await orgs.prewarmSiteSearch(...at)

  const { published = '' } = (await orgs.getSiteById(...at)).data.urls
  const { data: lookup } = await urls.resolvePublishedContentByUrl({ url: `${published}use` })
  expect(lookup).toMatchObject({ site: at[1], space: space?.id, pathname: 'use', complete: true })
  expect((await urls.getPublishedContentByUrl({ url: published })).data).toMatchObject({ site: at[1] })
  const { data: content } = await urls.getContentByUrl({ url: space?.urls.app ?? '' })
  expect(content).toMatchObject({ space: { id: space?.id } })

  await orgs.trackEventsInSiteById(...at, {
    events: [
      {
        type: 'page_view',
        session: {
          visitorId: 'v',
          sessionId: 's',
          cookies: {},
          userAgent: 'Mozilla/5.0',
          language: 'en',
          referrer: null,
        },
        location: {
          url: `${published}use`,
          siteSection: null,
          siteSpace: siteSpaceId,
          siteShareKey: null,
          space: space?.id ?? '',
          revision: null,
          page: null,
        },
      },
    ],
  })
  const { data: counted } = await orgs.aggregateSiteEvents(...at, {
    range: SiteInsightsQueryRangePreset.Last7Days,
    select: [{ column: 'eventsCount' }],
  })
  expect(counted.columns[0]?.values).toEqual([1])

  const { data: spec } = await orgs.createOpenApiSpec(params.organizationId, {
    slug: 'plant',
    source: { text: '{"openapi":"3.1.0","info":{"title":"Plant","version":"1"},"paths":{}}' },
  })
  expect(spec).toMatchObject({ object: 'openapi-spec', slug: 'plant' })
  expect((await orgs.listOpenApiSpecs(params.organizationId)).data.items).toHaveLength(1)
  await orgs.updateOpenApiSpecBySlug(params.organizationId, 'plant', {
    visibility: OpenAPISpecVisibility.Public,
  })
  await orgs.deleteOpenApiSpecBySlug(params.organizationId, 'plant')
  await expect(subdomains.getSubdomain('nobody')).rejects.toMatchObject({ code: 404 })

  expect(differencesIn(client.calls)).toEqual({})
})

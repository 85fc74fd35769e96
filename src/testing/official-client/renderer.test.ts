import type { GitBookAPI, PublishedSiteContentLookup } from '@gitbook/api'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { requireVisitorTokens } from '#testing/limited-audience.ts'
import { aPublishedSite, type PublishedSite, page } from '../a-published-site.ts'
import { useTestApp } from '../app.ts'
import { useImports } from '../importing.ts'
import { pets } from '../openapi-specs.ts'
import { differencesIn, expectRefused, officialClient } from './client.ts'

// The calls of a renderer of published sites that uses the client: it looks an address up with its own token, and reads
// everything else with the token in the answer.

const app = useTestApp({}, { reader: true })
// A worker reads the specifications.
useImports(app)

type Found = Exclude<PublishedSiteContentLookup, { redirect: string }>

/** Looks an address of a site up as someone of another organization. */
async function lookUp({ basename }: PublishedSite, path: string, jwtToken?: string) {
  const { admin: operator } = await app.anOrganization('Renderer')
  const { api: renderer } = await officialClient(app, operator)
  const { data } = await renderer.urls.resolvePublishedContentByUrl({
    url: app.service.urls.site(basename) + path,
    redirectOnError: false,
    ...(jwtToken === undefined ? {} : { visitor: { jwtToken, unsignedClaims: {} } }),
  })
  if ('redirect' in data) throw new Error(`Redirected to ${data.redirect}`)
  return { found: data as Found, client: await officialClient(app, { token: data.apiToken }) }
}

const view = (found: Found, url: string) => ({
  type: 'page_view' as const,
  session: {
    visitorId: 'v',
    sessionId: 's',
    cookies: {},
    userAgent: 'Mozilla/5.0',
    language: 'en',
    referrer: null,
  },
  location: {
    url,
    siteSection: null,
    siteSpace: found.siteSpace,
    siteShareKey: null,
    space: found.space,
    revision: null,
    page: null,
  },
})

/** What the renderer reads for one page. */
async function renderPage({ orgs, spaces }: GitBookAPI, found: Found, path: string) {
  const { data: site } = await orgs.getPublishedContentSite(found.organization, found.site, {})
  const { data: space } = await spaces.getSpaceById(found.space, {})
  const { data: revision } = await spaces.getRevisionById(space.id, space.revision, { metadata: true })
  const { data: at } = await spaces.getPageInRevisionByPath(
    space.id,
    revision.id,
    encodeURIComponent(path),
    {},
  )
  const { data: document } = await spaces.getPageDocumentInRevisionById(space.id, revision.id, at.id, {
    evaluated: 'deterministic-only',
    dereferenced: 'reusable-contents',
  })
  return { site, space, revision, page: at, document }
}

test('a renderer reads a site with the token of a lookup', async () => {
  const site = await aPublishedSite(app, 'Guide', 'Reference')
  const { call, params, organizationId } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const [guide, reference] = items.map((one) => one.space.id)
  for (const specSlug of ['pets', 'secret']) {
    const body = { slug: specSlug, source: { text: pets() } }
    await call(api.openapiSpecs.create, { params: { organizationId }, body })
    const spec = () => call(api.openapiSpecs.get, { params: { organizationId, specSlug } })
    await expect.poll(async () => (await spec()).processingState, { timeout: 30_000 }).toBe('complete')
  }
  const inGuide = { params: { spaceId: guide ?? '' } }
  const made = await call(api.spaceContent.edit, {
    ...inGuide,
    body: {
      changes: [
        { operation: 'insert_reusable_content', title: 'Care', document: { markdown: 'Wear gloves.' } },
      ],
    },
  })
  const [reusable] = made.changes
  const care = reusable?.object === 'created_reusable_content' ? reusable.reusableContent.id : ''
  const { revision } = await call(api.spaceContent.edit, {
    ...inGuide,
    body: {
      changes: [
        page('Welcome', `Hello.\n\n{% include "/reusable-contents/${care}" %}\n`),
        page(
          'Pets',
          '{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}\n',
        ),
      ],
    },
  })
  const { found, client } = await lookUp(site, 'pets')
  const { orgs, spaces } = client.api
  expect(found).toMatchObject({ space: guide, pathname: 'pets', revision })
  const shown = await renderPage(client.api, found, 'welcome')
  expect(shown.site.customizations.site.title).toBe('Halden Docs')
  expect(shown.space).toMatchObject({ id: guide, title: 'Guide', comments: 0, permissions: { edit: false } })
  expect(shown.revision).not.toHaveProperty('createdBy')
  expect(JSON.stringify(shown.document)).toContain('Wear gloves.')
  const { data: spec } = await orgs.getLatestOpenApiSpecVersionContent(found.organization, 'pets')
  expect(JSON.stringify(spec.filesystem)).toContain('List pets')
  await expectRefused(orgs.getLatestOpenApiSpecVersionContent(found.organization, 'secret'), 404)
  const { data: careDocument } = await spaces.getReusableContentDocumentInRevisionById(
    found.space,
    revision,
    care,
  )
  expect(JSON.stringify(careDocument)).toContain('Wear gloves.')
  const markdown = await spaces.getPageInRevisionById(found.space, revision, shown.page.id, {
    format: 'markdown',
  })
  expect(markdown.data).toHaveProperty('markdown')
  const { data: other } = await spaces.getSpaceById(reference ?? '', {})
  expect((await spaces.getRevisionById(other.id, other.revision)).data.id).toBe(other.revision)
  const { data: changes } = await spaces.getRevisionSemanticChanges(found.space, revision, {
    computed: false,
    metadata: false,
  })
  expect(changes.changes.map(({ type }) => type)).toEqual(['page_created', 'page_created'])
  const documentId = 'documentId' in shown.page ? (shown.page.documentId ?? '') : ''
  expect((await spaces.getDocumentById(found.space, documentId, {})).data.object).toBe('document')
  await spaces.listRevisionPageMetaLinks(found.space, revision, shown.page.id)
  await spaces.getEmbedByUrlInSpace(found.space, { url: 'https://youtu.be/aqz-KE-bpKQ' })
  await expectRefused(orgs.getSiteRedirectBySource(found.organization, found.site, { source: '/none' }), 404)
  const search = await orgs.searchSiteContent(found.organization, found.site, {
    query: 'hello',
    scope: { mode: 'default', currentSiteSpace: found.siteSpace },
  })
  expect(search.data.items).toHaveLength(1)
  await orgs.trackEventsInSiteById(found.organization, found.site, {
    events: [view(found, found.canonicalUrl)],
  })

  expect(differencesIn(client.calls)).toEqual({})
})

test('the token reads nothing that the site does not show', async () => {
  const site = await aPublishedSite(app, 'Guide')
  const { call, params, organizationId } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  const { Welcome = '' } = await site.edit(spaceId, page('Welcome', 'Begin.'), page('Old', 'Secret.'))
  const { revision: superseded, pages } = await call(api.spaces.get, { params: { spaceId } }).then(
    async (space) => ({
      revision: space.revision,
      pages: (await call(api.spaceContent.pages, { params: { spaceId } })).pages,
    }),
  )
  const old = pages.find(({ title }) => title === 'Old')?.id ?? ''
  await call(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'delete_page', page: old }] },
  })
  const unrelated = await site.aSpace('Unrelated')
  const elsewhere = await aPublishedSite(app, 'Elsewhere')
  const request = await call(api.changeRequests.create, { params: { spaceId }, body: { subject: 'Draft' } })
  const draft = await call(api.changeRequestContent.edit, {
    params: { spaceId, changeRequestId: request.id },
    body: { changes: [page('Draft', 'Not yet.')] },
  })
  const { found, client } = await lookUp(site, '')
  const { orgs, spaces, user } = client.api

  await expectRefused(spaces.getSpaceById(unrelated), 404)
  await expectRefused(spaces.getCurrentRevision(unrelated), 404)
  await expectRefused(orgs.getPublishedContentSite(organizationId, elsewhere.params.siteId), 404)
  await expectRefused(orgs.getSiteById(elsewhere.organizationId, elsewhere.params.siteId), 404)
  await expectRefused(spaces.getRevisionById(spaceId, superseded), 404)
  await expectRefused(spaces.getPageInRevisionById(spaceId, superseded, old), 404)
  await expectRefused(spaces.getPageById(spaceId, old), 404)
  await expectRefused(spaces.getRevisionById(spaceId, 'revision' in draft ? draft.revision : ''), 404)
  const forbidden: readonly (() => Promise<unknown>)[] = [
    () => user.getAuthenticatedUser(),
    () => orgs.getOrganizationById(organizationId),
    () => orgs.listMembersInOrganizationById(organizationId),
    () => orgs.listSpacesInOrganizationById(organizationId),
    () => orgs.updateSiteById(organizationId, found.site, { title: 'Mine' }),
    () => orgs.aggregateSiteEvents(organizationId, found.site, { range: 'last7Days' as never, select: [] }),
    () => spaces.updateSpaceById(spaceId, { title: 'Mine' }),
    () => spaces.listCommentsInSpace(spaceId),
    () => spaces.listChangeRequestsForSpace(spaceId),
    () => spaces.getChangeRequestById(spaceId, request.id),
    () => spaces.createChangeRequest(spaceId, {}),
    () => spaces.deleteSpaceById(spaceId),
  ]
  for (const request of forbidden) await expectRefused(request(), 403)

  // A revision that is replaced while the client renders stays readable for it.
  const { data: before } = await spaces.getSpaceById(spaceId)
  await site.edit(spaceId, page('New', 'Later.'))
  expect((await spaces.getRevisionById(spaceId, before.revision)).data.pages).toHaveLength(1)
  expect((await spaces.getPageById(spaceId, Welcome)).data.title).toBe('Welcome')
  await call(api.sites.unpublish, { params })
  await expectRefused(spaces.getSpaceById(spaceId), 401)
})

test('on an adaptive site the token reads what its visitor sees', async () => {
  const site = await aPublishedSite(app, 'Guide', 'Partners')
  const { call, params } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const [guide, partners] = items
  const spaceId = guide?.space.id ?? ''
  const condition = 'visitor.claims.partner'
  await call(api.siteSpaces.update, {
    params: { ...params, siteSpaceId: partners?.id ?? '' },
    body: { condition },
  })
  const ids = await site.edit(
    spaceId,
    page('Welcome', `Hello.\n\n{% if ${condition} %}\nThe price is 7.\n{% endif %}\n`),
    page('Prices', 'All prices.', { condition }),
  )
  const privateKey = await requireVisitorTokens(call, params, { adaptiveContent: { enabled: true } })
  const tokenOf = (claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(privateKey))

  const partner = await lookUp(site, '', await tokenOf({ partner: true }))
  const theirs = await renderPage(partner.client.api, partner.found, 'welcome')
  expect(theirs.revision.pages.map(({ title }) => title)).toEqual(['Welcome', 'Prices'])
  expect(JSON.stringify(theirs.document)).toContain('The price is 7.')
  expect((await partner.client.api.spaces.getSpaceById(partners?.space.id ?? '')).data.title).toBe('Partners')

  const customer = await lookUp(site, '', await tokenOf({}))
  const { spaces } = customer.client.api
  const own = await renderPage(customer.client.api, customer.found, 'welcome')
  expect(own.revision.pages.map(({ title }) => title)).toEqual(['Welcome'])
  expect(JSON.stringify(own.document)).not.toContain('price')
  const { revision } = own.space
  const markdown = await spaces.getPageInRevisionById(spaceId, revision, ids.Welcome ?? '', {
    format: 'markdown',
  })
  expect(markdown.data).toHaveProperty('markdown', 'Hello.\n')
  const documentId = 'documentId' in own.page ? (own.page.documentId ?? '') : ''
  expect(JSON.stringify((await spaces.getDocumentById(spaceId, documentId)).data)).not.toContain('price')
  const { data: changes } = await spaces.getRevisionSemanticChanges(spaceId, revision)
  expect(JSON.stringify(changes)).not.toContain('Prices')
  await expectRefused(spaces.getPageInRevisionById(spaceId, revision, ids.Prices ?? ''), 404)
  await expectRefused(spaces.getPageInRevisionByPath(spaceId, revision, 'prices'), 404)
  await expectRefused(spaces.getPageDocumentInRevisionById(spaceId, revision, ids.Prices ?? ''), 404)
  await expectRefused(spaces.getSpaceById(partners?.space.id ?? ''), 404)
})

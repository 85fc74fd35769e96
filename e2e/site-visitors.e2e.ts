import { SignJWT } from 'jose'
import { api } from '#contract/api.ts'
import { requireShareLink, requireVisitorTokens } from '#testing/limited-audience.ts'
import { expect, test } from './fixtures.ts'

test('visitors get in by share link and by token, and see what their claims allow', async ({
  seed,
  callApi,
  browser,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: [
        { operation: 'insert_page', title: 'Welcome', document: { markdown: 'Begin.' } },
        {
          operation: 'insert_page',
          title: 'For staff',
          document: { markdown: 'Quiet.' },
          condition: 'visitor.claims.staff',
        },
      ],
    },
  })
  await callApi(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  const site = await callApi(api.sites.publish, { params })
  const address = new URL(site.urls.published ?? '').pathname
  const stranger = await (await browser.newContext()).newPage()

  const link = await requireShareLink(callApi, params, 'Partners')
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  const shared = new URL(link.urls.published ?? '')
  await stranger.goto(shared.pathname + shared.search)
  await expect(stranger.getByRole('link', { name: 'Welcome' }).first()).toBeVisible()
  expect(stranger.url()).not.toContain('shareKey')
  await callApi(api.siteShareLinks.delete, { params: { ...params, shareLinkId: link.id } })
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  const privateKey = await requireVisitorTokens(callApi, params)
  const token = (claims: object) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(privateKey))
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { name: 'Sign in to read this documentation' })).toBeVisible()
  await stranger.goto(`${address}?jwt_token=${await token({})}`)
  await expect(stranger.getByRole('link', { name: 'Welcome' }).first()).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'For staff' })).toHaveCount(0)
  await stranger.goto(`${address}?jwt_token=${await token({ staff: true })}`)
  await expect(stranger.getByRole('link', { name: 'For staff' }).first()).toBeVisible()
  await stranger.goto(`${address}?jwt_token=${(await token({ staff: true })).slice(0, -6)}AAAAAA`)
  await expect(stranger.getByRole('heading', { name: 'Sign in to read this documentation' })).toBeVisible()
})

test('a member previews an unpublished site, and a change request on it', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  const request = await callApi(api.changeRequests.create, { params: { spaceId }, body: { subject: 'More' } })
  await callApi(api.changeRequestContent.edit, {
    params: { spaceId, changeRequestId: request.id },
    body: { changes: [{ operation: 'insert_page', title: 'Proposed', document: { markdown: 'New.' } }] },
  })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)
  const [site] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Preview', exact: true }).click(),
  ])
  const notice = site.getByRole('region', { name: 'Preview' })
  await expect(notice).toContainText('The site isn’t published')
  await expectAccessible(site)
  await page.goto(`/s/${spaceId}/changes/${request.number}`)
  await page.getByRole('button', { name: 'Change request actions' }).click()
  const [proposed] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('menuitem', { name: 'Preview on the site' }).click(),
  ])
  await expect(proposed.getByRole('region', { name: 'Preview' })).toContainText('#1 “More”')
  await expect(proposed.getByRole('link', { name: 'Proposed' }).first()).toBeVisible()
})

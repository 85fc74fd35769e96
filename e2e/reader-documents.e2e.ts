import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { everyBlock } from '#testing/every-block.ts'
import { requireShareLink, requireVisitorTokens } from '#testing/limited-audience.ts'
import { publishForEveryone } from '#testing/publish-for-everyone.ts'
import { htmlErrors } from '#testing/valid-html.ts'
import { type Call, expect, expectNoOverflow, type Seed, test } from './fixtures.ts'

const specification = `openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.example.org }]
paths:
  /pets/{petId}:
    put:
      summary: Change a pet
      description: "Keeps **what** is not given."
      deprecated: true
      parameters:
        - { name: petId, in: path, required: true, description: Which one, schema: { type: string, format: uuid } }
        - { name: dry, in: query, schema: { type: boolean, default: false } }
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Pet' }
      responses:
        '200': { description: As it is now, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        '404': { description: No such pet }
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string, description: As it is called, minLength: 1 }
        kind: { enum: [cat, dog] }
        mother: { $ref: '#/components/schemas/Pet' }
        home: { oneOf: [{ type: string }, { type: object, properties: { street: { type: string } } }] }
`

const operation = '{% openapi-operation spec="pets" path="/pets/{petId}" method="put" %}'

/** Creates sites in every state and returns the URL of one document of each kind. */
async function documentsOf(callApi: Call, seed: Seed): Promise<Record<string, string>> {
  const { organizationId } = seed
  const source = { text: specification }
  await callApi(api.openapiSpecs.put, { params: { organizationId, specSlug: 'pets' }, body: { source } })
  const root = await publish(callApi, seed, 'public')
  const locked = await publish(callApi, seed, 'share-link')
  const restricted = await publish(callApi, seed, 'visitor-auth')
  const link = (name: string, more: object) =>
    callApi(api.siteShareLinks.create, {
      params: { organizationId, siteId: locked.siteId },
      body: { name, ...more },
    })
  const { urls } = await link('Partners', { password: 'open sesame' })
  const expiredLink = await link('Guests', { expiresAt: '2026-01-31T12:00:00.000Z' })
  const closedLink = await link('Testers', {})
  const one = { organizationId, siteId: locked.siteId, shareLinkId: closedLink.id }
  await callApi(api.siteShareLinks.update, { params: one, body: { active: false } })
  return {
    'first page': root.url,
    'every block': `${root.url}blocks`,
    operations: `${root.url}operations`,
    'page without text': `${root.url}empty`,
    'search with results': `${root.url}~search?q=coffee`,
    'search for an operation': `${root.url}~search?q=change+pet`,
    'search without results': `${root.url}~search?q=zebra`,
    'search without a question': `${root.url}~search`,
    'no such page': `${root.url}blokcs/nowhere`,
    'no such site': root.url.replace(/\/sites\/.*/, '/sites/nowhere-at-all/'),
    'a site by share link': locked.url,
    'a password asked for': urls.published ?? '',
    'a link after its end': expiredLink.urls.published ?? '',
    'a link that was closed': closedLink.urls.published ?? '',
    'a site for who is signed in': restricted.url,
  }
}

async function publish(callApi: Call, seed: Seed, visibility: 'public' | 'share-link' | 'visitor-auth') {
  const siteId = await seed.site(`Harbour ${visibility}`, ['Guides', 'Reference'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSections.list, { params })
  const spaceId = items[0]?.siteSpaces[0]?.space?.id ?? ''
  const pages = {
    Blocks: everyBlock,
    Operations: `## One\n\n${operation}\n\n## The same\n\n${operation}\n`,
    Empty: '',
  }
  const changes = Object.entries(pages).map(([title, markdown]) => ({
    operation: 'insert_page' as const,
    title,
    document: { markdown },
  }))
  await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  const url = await publishForEveryone(callApi, params)
  if (visibility === 'share-link') await requireShareLink(callApi, params)
  if (visibility === 'visitor-auth') await requireVisitorTokens(callApi, params)
  return { siteId, url }
}

/** Collects requests to other hosts. */
async function recordForeignRequests(page: Page, own: string): Promise<string[]> {
  const foreignRequests: string[] = []
  await page.route(
    ({ origin, protocol }) => protocol.startsWith('http') && origin !== own,
    (route) => {
      foreignRequests.push(route.request().url())
      return route.abort()
    },
  )
  return foreignRequests
}

test('every kind of published document is valid, accessible, fits the window and contacts no other host', async ({
  page,
  callApi,
  seed,
  baseURL,
  expectAccessible,
}) => {
  test.setTimeout(300_000)
  const documents = await documentsOf(callApi, seed)
  const foreignRequests = await recordForeignRequests(page, new URL(baseURL ?? '').origin)
  await expect(async () => {
    await page.goto(documents.operations ?? '')
    await expect(page.getByRole('region', { name: 'Change a pet', exact: true })).toBeVisible()
  }).toPass()

  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    for (const [kind, url] of Object.entries(documents)) {
      await test.step(`${kind} at ${width} in ${colorScheme}`, async () => {
        const response = await page.goto(url)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expectAccessible(page)
        await expectNoOverflow(page)
        if (width === 1440) expect(await htmlErrors((await response?.text()) ?? '')).toEqual([])
      })
    }
  }
  expect(foreignRequests).toEqual([])
})

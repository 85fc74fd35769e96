import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { everyBlock } from '#testing/every-block.ts'
import { faultsIn } from '#testing/valid-html.ts'
import { expect, type Seed, test } from './fixtures.ts'

type Call = Parameters<Parameters<typeof test>[2]>[0]['api']

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

/** Sites in all states that a reader can meet; answers the addresses of one document of every kind. */
async function documentsOf(as: Call, seed: Seed): Promise<Record<string, string>> {
  const { organizationId } = seed
  const source = { text: specification }
  await as(api.openapiSpecs.put, { params: { organizationId, specSlug: 'pets' }, body: { source } })
  const root = await publish(as, seed, 'public')
  const locked = await publish(as, seed, 'share-link')
  const closed = await publish(as, seed, 'visitor-auth')
  const link = (name: string, more: object) =>
    as(api.siteShareLinks.create, {
      params: { organizationId, siteId: locked.siteId },
      body: { name, ...more },
    })
  const { urls } = await link('Partners', { password: 'open sesame' })
  const past = await link('Guests', { expiresAt: '2026-01-31T12:00:00.000Z' })
  const shut = await link('Testers', {})
  const one = { organizationId, siteId: locked.siteId, shareLinkId: shut.id }
  await as(api.siteShareLinks.update, { params: one, body: { active: false } })
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
    'a link after its end': past.urls.published ?? '',
    'a link that was closed': shut.urls.published ?? '',
    'a site for who is signed in': closed.url,
  }
}

async function publish(as: Call, seed: Seed, visibility: 'public' | 'share-link' | 'visitor-auth') {
  const siteId = await seed.site(`Harbour ${visibility}`, ['Guides', 'Reference'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await as(api.siteSections.list, { params })
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
  await as(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  if (visibility !== 'public') await as(api.sites.update, { params, body: { visibility } })
  const { urls } = await as(api.sites.publish, { params })
  return { siteId, url: urls.published ?? '' }
}

/** Notes what is asked of other hosts. */
async function watch(page: Page, own: string): Promise<string[]> {
  const others: string[] = []
  await page.route(
    ({ origin, protocol }) => protocol.startsWith('http') && origin !== own,
    (route) => {
      others.push(route.request().url())
      return route.abort()
    },
  )
  return others
}

test('every document a reader can meet is valid, accessible, as wide as the window, and asks no other host', async ({
  page,
  api: as,
  seed,
  baseURL,
  expectAccessible,
}) => {
  test.setTimeout(300_000)
  const documents = await documentsOf(as, seed)
  const others = await watch(page, new URL(baseURL ?? '').origin)
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
    for (const [kind, address] of Object.entries(documents)) {
      await test.step(`${kind} at ${width} in ${colorScheme}`, async () => {
        const answer = await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expectAccessible(page)
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(over).toBe(0)
        if (width === 1440) expect(await faultsIn((await answer?.text()) ?? '')).toEqual([])
      })
    }
  }
  expect(others).toEqual([])
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Cookie,
  expect,
  type Page,
  request,
} from '@playwright/test'
import type axe from 'axe-core'
import { api } from '#contract/api.ts'
import { type CallOptions, call, fetchTransport } from '#contract/client.ts'
import type { Input, Output, Route } from '#contract/route.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { type AskServer, openAskServer } from '#testing/ask-server.ts'
import { openTranslateServer, type TranslateServer } from '#testing/translate-server.ts'
import { type DnsServer, startDnsServer } from './dns-server.ts'
import { admin, type RunningService, startService } from './service.ts'

/** Calls an operation as the admin. */
export type Call = <R extends Route>(route: R, input: Input<R>, options?: CallOptions) => Promise<Output<R>>

/** Creates test data through the API as the admin, in an organization of its own for each test. */
export type Seed = {
  readonly organizationId: string
  /** Invites members who have not signed in yet and returns their ids. Their name is the one in their address. */
  readonly members: (role: Role | null, ...names: string[]) => Promise<string[]>
  readonly space: (title: string, pages?: readonly string[]) => Promise<string>
  readonly collection: (title: string, parent?: string) => Promise<string>
  /** Creates a site with one section per title, each with its own space. */
  readonly site: (title: string, sections: readonly string[]) => Promise<string>
  /** Publishes a site and returns its URL. */
  readonly publish: (siteId: string) => Promise<string>
}

/** An email address that no other test uses: all tests of a worker share one service. */
export const emailOf = ({ organizationId }: Seed, name: string): string =>
  `${name}@${organizationId.toLowerCase()}.example`

type Fixtures = {
  readonly callApi: Call
  readonly seed: Seed
  /** Signs the browser in as the admin, or as a new member of the test's organization named `Rita <role>`. */
  readonly signInAs: (role: 'admin' | Role | 'guest') => Promise<void>
  /** Opens a window in another browser with the session of the first one, such as for a second person or a phone. */
  readonly openWindow: (options?: BrowserContextOptions) => Promise<Page>
  /** Opens a window in another browser that is signed in as the admin. */
  readonly openAdminWindow: () => Promise<Page>
  /** Blocks the stream of changes, as some proxies do, so that the dashboard sees them only through conflicts. */
  readonly blockChangeStream: () => Promise<void>
  /** Fails with the axe rules that the current view breaks. */
  readonly expectAccessible: (page: Page) => Promise<void>
  /** Checks the current view in the light and the dark theme. */
  readonly expectAccessibleInBothThemes: (page: Page) => Promise<void>
}

type WorkerFixtures = {
  /** The DNS server that the service asks. */
  readonly dns: DnsServer
  /** The machine translation provider of the service. */
  readonly translateServer: TranslateServer
  /** The endpoint that answers questions of readers. */
  readonly askServer: AskServer
  /** One service per worker: tests in parallel neither wait for each other nor share a process. */
  readonly service: RunningService
  /** The session of the admin, so that a test does not need to sign in. */
  readonly adminCookies: Cookie[]
}

/** A third faster to load into a page than `axe.source`, which isn’t minified. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const csrfHeader = { 'x-lectern': '1' }

export const test = base.extend<Fixtures, WorkerFixtures>({
  dns: [
    async ({}, use) => {
      const dns = await startDnsServer()
      await use(dns)
      await dns.stop()
    },
    { scope: 'worker' },
  ],

  translateServer: [
    async ({}, use) => {
      const server = await openTranslateServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],

  askServer: [
    async ({}, use) => {
      const server = await openAskServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],

  service: [
    async ({ dns, translateServer, askServer }, use) => {
      const service = await startService({
        LECTERN_ADMIN_EMAIL: admin.email,
        LECTERN_ADMIN_PASSWORD: admin.password,
        LECTERN_ADMIN_TOKEN: admin.token,
        // Imports read websites and repositories that the tests serve on this machine.
        LECTERN_ALLOW_PRIVATE_NETWORK: '1',
        LECTERN_DNS_SERVERS: dns.address,
        LECTERN_TRANSLATE_URL: translateServer.url,
        LECTERN_TRANSLATE_PRIVATE: '1',
        LECTERN_ASK_URL: askServer.url,
        LECTERN_ASK_KEY: askServer.key,
        LECTERN_ASK_MODEL: 'test-model',
        LECTERN_ASK_PRIVATE: '1',
      })
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],

  adminCookies: [
    async ({ service }, use) => {
      const client = await request.newContext({ baseURL: service.baseUrl })
      const data = { email: admin.email, password: admin.password }
      const response = await client.post('/auth/sign-in', { headers: csrfHeader, data })
      expect(response.status()).toBe(200)
      const { cookies } = await client.storageState()
      await client.dispose()
      await use(cookies)
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ service }, use) => use(service.baseUrl),

  // All tests of a worker use one context. Playwright empties it in between, but does not reset these.
  context: async ({ context }, use) => {
    await use(context)
    await context.clearPermissions()
    await context.setOffline(false)
  },

  callApi: async ({ service }, use) => {
    const transport = fetchTransport(service.baseUrl, { authorization: `Bearer ${admin.token}` })
    await use((route, input, options) => call(transport, route, input, options))
  },

  seed: async ({ callApi }, use) => {
    const { id } = await callApi(api.organizations.create, { body: { title: 'Halden Energy' } })
    await use(seedIn(callApi, id))
  },

  signInAs: async ({ page, seed, callApi, adminCookies }, use) => {
    await use(async (role) => {
      if (role === 'admin') return page.context().addCookies(adminCookies)
      const email = `${role}-${seed.organizationId.toLowerCase()}@example.org`
      const { users, links = [] } = await callApi(api.organizationInvites.send, {
        params: { organizationId: seed.organizationId },
        body: { emails: [email], role: role === 'guest' ? null : role },
      })
      const link = /\/link\/([A-Za-z0-9_-]+)/.exec(links[0]?.url ?? '')?.[1]
      const data = { password: admin.password }
      const response = await page.request.post(`/auth/one-time/${link}`, { headers: csrfHeader, data })
      expect(response.status()).toBe(200)
      const rename = { headers: csrfHeader, data: { displayName: `Rita ${role}` } }
      expect((await page.request.patch(`/v1/users/${users[0]}`, rename)).status()).toBe(200)
    })
  },

  openWindow: async ({ browser, page, service }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const storageState = await page.context().storageState()
      const context = await browser.newContext({ storageState, baseURL: service.baseUrl, ...options })
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },

  openAdminWindow: async ({ openWindow, adminCookies }, use) => {
    await use(() => openWindow({ storageState: { cookies: adminCookies, origins: [] } }))
  },

  blockChangeStream: async ({ context }, use) => {
    await use(async () => {
      await context.route(/\/v1\/orgs\/[^/]+\/events(\?|$)/, (route) => route.abort())
    })
  },

  expectAccessible: async ({}, use) => use((page) => checkAccessibility(page)),

  expectAccessibleInBothThemes: async ({}, use) => {
    await use(async (page) => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await checkAccessibility(page, COLOR_RULES)
      await page.emulateMedia({ colorScheme: 'light' })
      await checkAccessibility(page)
    })
  },
})

/** Adds a filter to the list on screen: `addFilter(page, 'Type', 'Space')`. */
export async function addFilter(page: Page, field: string, value: string): Promise<void> {
  await page.getByTitle('Add a filter').click()
  const dialog = page.getByRole('dialog', { name: 'Filter by' })
  await dialog.getByRole('button', { name: field, exact: true }).click()
  await dialog.getByRole('button', { name: value, exact: true }).click()
}

/** Fails if the page scrolls sideways. A new size of the window counts for media queries from the next frame on. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
}

function seedIn(callApi: Call, organizationId: string): Seed {
  const params = { organizationId }
  const space: Seed['space'] = async (title, pages = []) => {
    const { id } = await callApi(api.spaces.create, { params, body: { title } })
    const changes = pages.map((name) => ({
      operation: 'insert_page' as const,
      title: name,
      document: { markdown: `All about ${name}.\n\n## First\n\nText.\n` },
    }))
    if (changes.length > 0)
      await callApi(api.spaceContent.edit, { params: { spaceId: id }, body: { changes } })
    return id
  }
  return {
    organizationId,
    members: async (role, ...names) => {
      const emails = names.map((name) => `${name}@${organizationId.toLowerCase()}.example`)
      return (await callApi(api.organizationInvites.send, { params, body: { emails, role } })).users
    },
    space,
    collection: async (title, parent) =>
      (await callApi(api.collections.create, { params, body: { title, ...(parent ? { parent } : {}) } })).id,
    site: async (title, sections) => {
      const { id: siteId } = await callApi(api.sites.create, { params, body: { title } })
      for (const section of sections) {
        const spaceId = await space(section, [`${section} page`])
        await callApi(api.siteSections.create, {
          params: { organizationId, siteId },
          body: { spaceId, title: section },
        })
      }
      return siteId
    },
    publish: async (siteId) =>
      (await callApi(api.sites.publish, { params: { organizationId, siteId } })).urls.published ?? '',
  }
}

/** A tooltip describes the focused element, and so needs no landmark around it. */
const TOOLTIPS = '[data-radix-popper-content-wrapper]:has(> .tooltip)'

/** Rules about colors: all that can differ between the themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Checks these rules, or all. Repeated while an animation runs, because axe looks at painted pixels. */
async function checkAccessibility(page: Page, rules: readonly string[] = []): Promise<void> {
  await expect(async () => {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
    expect(await page.evaluate(brokenRules, { tooltips: TOOLTIPS, rules })).toEqual([])
  }).toPass({ timeout: 30_000 })
}

/**
 * The rules that a page breaks, with the elements. Previews of sites in frames are excluded. Only violations are listed
 * in full: a selector for every element that passes would take half the time.
 */
async function brokenRules({
  tooltips,
  rules,
}: {
  readonly tooltips: string
  readonly rules: readonly string[]
}): Promise<string[]> {
  const { axe: checker } = self as unknown as { readonly axe: typeof axe }
  const context = { exclude: [['iframe'], [tooltips]] }
  const { violations } = await checker.run(context, {
    resultTypes: ['violations'],
    iframes: false,
    ...(rules.length === 0 ? {} : { runOnly: [...rules] }),
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

export { expect } from '@playwright/test'

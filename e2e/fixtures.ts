import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { type CallOptions, call, fetchTransport } from '#contract/client.ts'
import type { Input, Output, Route } from '#contract/route.ts'
import { admin } from './server.ts'

/** Calls an operation as the admin. */
export type Call = <R extends Route>(route: R, input: Input<R>, options?: CallOptions) => Promise<Output<R>>

/** What tests make through the interface, as the admin. */
export type Seed = {
  /** The organization of this test alone. */
  readonly organizationId: string
  readonly space: (title: string, pages?: readonly string[]) => Promise<string>
  readonly collection: (title: string, parent?: string) => Promise<string>
  /** A site with one section a title, each showing a space of its own. */
  readonly site: (title: string, sections: readonly string[]) => Promise<string>
}

/** An address that nobody has in the organization of another test: all tests share one service. */
export const addressOf = ({ organizationId }: Seed, name: string): string =>
  `${name}@${organizationId.toLowerCase()}.example`

type Fixtures = {
  readonly api: Call
  readonly seed: Seed
  /** Signs the browser in: as the admin, or as a new member of the test's organization with a role. */
  readonly signInAs: (
    role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'guest',
  ) => Promise<void>
  /** Keeps the browser from hearing what others change, as a proxy that breaks streams does: it learns by being refused. */
  readonly hearNothing: () => Promise<void>
  /** Fails with the rules that axe finds broken on what is shown now. */
  readonly expectAccessible: (page: Page) => Promise<void>
}

const baseURL = (): string => process.env.LECTERN_E2E_URL ?? ''

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(baseURL()),

  api: async ({}, use) => {
    const transport = fetchTransport(baseURL(), { authorization: `Bearer ${admin.token}` })
    await use((route, input, options) => call(transport, route, input, options))
  },

  seed: async ({ api: as }, use) => {
    const { id: organizationId } = await as(api.organizations.create, { body: { title: 'Halden Energy' } })
    const params = { organizationId }
    const space: Seed['space'] = async (title, pages = []) => {
      const { id } = await as(api.spaces.create, { params, body: { title } })
      const changes = pages.map((name) => ({
        operation: 'insert_page' as const,
        title: name,
        document: { markdown: `All about ${name}.\n\n## First\n\nText.\n` },
      }))
      if (changes.length > 0) await as(api.spaceContent.edit, { params: { spaceId: id }, body: { changes } })
      return id
    }
    await use({
      organizationId,
      space,
      collection: async (title, parent) =>
        (await as(api.collections.create, { params, body: { title, ...(parent ? { parent } : {}) } })).id,
      site: async (title, sections) => {
        const { id: siteId } = await as(api.sites.create, { params, body: { title } })
        for (const section of sections) {
          const spaceId = await space(section, [`${section} page`])
          await as(api.siteSections.create, {
            params: { organizationId, siteId },
            body: { spaceId, title: section },
          })
        }
        return siteId
      },
    })
  },

  signInAs: async ({ page, seed, api: as }, use) => {
    await use(async (role) => {
      const headers = { 'x-lectern': '1' }
      if (role === 'admin') {
        const data = { email: admin.email, password: admin.password }
        const answer = await page.request.post(`${baseURL()}/auth/sign-in`, { headers, data })
        expect(answer.status()).toBe(200)
        return
      }
      const email = `${role}-${seed.organizationId.toLowerCase()}@example.org`
      const { users, links = [] } = await as(api.organizationInvites.send, {
        params: { organizationId: seed.organizationId },
        body: { emails: [email], role: role === 'guest' ? null : role },
      })
      const link = /\/link\/([A-Za-z0-9_-]+)/.exec(links[0]?.url ?? '')?.[1]
      const data = { password: admin.password }
      const answer = await page.request.post(`${baseURL()}/auth/one-time/${link}`, { headers, data })
      expect(answer.status()).toBe(200)
      const named = { headers, data: { displayName: `Rita ${role}` } }
      expect((await page.request.patch(`${baseURL()}/v1/users/${users[0]}`, named)).status()).toBe(200)
    })
  },

  hearNothing: async ({ context }, use) => {
    await use(async () => {
      await context.route('**/v1/orgs/*/events', (route) => route.abort())
    })
  },

  expectAccessible: async ({}, use) => {
    // Pages of sites in a preview are looked at by themselves. Looked at again while something still opens: axe tells a dialog by what is painted.
    await use((page) =>
      expect(async () => {
        const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        )
        expect(found).toEqual([])
      }).toPass({ timeout: 30_000 }),
    )
  },
})

export { expect } from '@playwright/test'

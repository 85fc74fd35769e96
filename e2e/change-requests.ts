import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { type Call, emailOf, expect, type Seed } from './fixtures.ts'
import { admin } from './service.ts'

export const source = (page: Page): Locator => page.getByRole('textbox', { name: 'Markdown' })
export const diff = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: `Changes of ${title}`, exact: true })
export const changedPages = (page: Page): Locator => page.getByRole('navigation', { name: 'Changed pages' })
export const conversation = (page: Page): Locator =>
  page.getByRole('region', { name: 'Merge and conversation' })

/** Page ids of a space by title. */
export async function pageIdsByTitle(callApi: Call, spaceId: string): Promise<Map<string, string>> {
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  return new Map(pages.map(({ title, id }) => [title, id]))
}

/** Creates a change request that conflicts with a later edit of the space. */
export async function seedConflict(callApi: Call, spaceId: string): Promise<void> {
  const page = (await pageIdsByTitle(callApi, spaceId)).get('Torque') ?? ''
  const write = (markdown: string) => ({ operation: 'update_page' as const, page, document: { markdown } })
  const space = { params: { spaceId } }
  await callApi(api.spaceContent.edit, { ...space, body: { changes: [write('Tighten to 2.5 Nm.\n')] } })
  const request = await callApi(api.changeRequests.create, { ...space, body: { subject: 'New torque' } })
  const params = { spaceId, changeRequestId: request.id }
  await callApi(api.changeRequestContent.edit, { params, body: { changes: [write('Tighten to 3.2 Nm.\n')] } })
  await callApi(api.changeRequests.update, { params, body: { status: 'open' } })
  await callApi(api.spaceContent.edit, { ...space, body: { changes: [write('Tighten to 3.1 Nm.\n')] } })
}

/** Signs in a new member who can review, and returns their id. */
export async function signInReviewer(
  client: APIRequestContext,
  callApi: Call,
  seed: Seed,
  name: string,
): Promise<string> {
  const { users, links = [] } = await callApi(api.organizationInvites.send, {
    params: { organizationId: seed.organizationId },
    body: { emails: [emailOf(seed, name)], role: 'review' },
  })
  const link = links[0]?.url.split('/').at(-1)
  const request = { headers: { 'x-lectern': '1' }, data: { password: admin.password } }
  expect((await client.post(`/auth/one-time/${link}`, request)).status()).toBe(200)
  return users[0] ?? ''
}

import type { Person, TestApp } from '../app.ts'
import { account } from './account.ts'
import { changeRequests } from './change-requests.ts'
import { comments } from './comments.ts'
import { content } from './content.ts'
import { gitSync } from './git-sync.ts'
import { libraryLists } from './library.ts'
import { notifications } from './notifications.ts'
import { openapi } from './openapi.ts'
import { pageFreshness } from './page-freshness.ts'
import { people } from './people.ts'
import { reviews } from './reviews.ts'
import { provisioningTokens } from './scim-tokens.ts'
import type { ListFixture } from './setup.ts'
import { sites } from './sites.ts'
import { system } from './system.ts'
import { translations } from './translations.ts'
import { webhooks } from './webhooks.ts'

/** An organization in which every list has rows, by the id of the list operation. A new list adds its own fixture. */
export async function listFixtures(
  app: TestApp,
): Promise<{ readonly admin: Person; readonly lists: ReadonlyMap<string, ListFixture> }> {
  const { organizationId, admin } = await app.anOrganization()
  const setup = { app, admin, call: app.as(admin), inOrganization: { organizationId } }
  const lists = new Map<string, ListFixture>()
  for (const part of [
    libraryLists,
    people,
    content,
    gitSync,
    changeRequests,
    reviews,
    comments,
    sites,
    openapi,
    translations,
    account,
    provisioningTokens,
    webhooks,
    notifications,
    pageFreshness,
    system,
  ]) {
    for (const [id, list] of Object.entries(await part(setup))) lists.set(id, list)
  }
  return { admin, lists }
}

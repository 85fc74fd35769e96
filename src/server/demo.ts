import { createContent } from './content/create-content.ts'
import type { Service } from './context.ts'
import { orderKeyAtEnd } from './domain/library-tree/position.ts'
import { createSite } from './domain/sites/create-site.ts'
import { updateSite } from './domain/sites/queries.ts'
import { insertSpace } from './domain/spaces/queries.ts'
import { importFolder } from './importing/import-folder.ts'

const title = 'Lectern documentation'

/** Creates the demo of a first start: a space with the product documentation, and a published site for it. */
export async function createDemo(service: Service, organizationId: string, folder: string): Promise<void> {
  const { db, newId, now } = service
  const spaceId = newId()
  await db.transaction().execute(async (tx) => {
    const { revision } = await createContent(tx, { organizationId, spaceId, by: null, now: now(), newId })
    const orderKey = await orderKeyAtEnd(tx, organizationId, null)
    const space = { id: spaceId, organizationId, parentId: null, orderKey, title, emoji: '1f4d6' }
    await insertSpace(tx, { ...space, revisionId: revision, now: now() })
  })
  await importFolder(service, { organizationId, spaceId, folder, by: null })
  await db.transaction().execute(async (tx) => {
    const id = newId()
    const site = { organizationId, id, type: 'basic' as const, title, visibility: 'public' as const }
    await createSite(tx, site, [{ id: spaceId, title }], service)
    await updateSite(tx, organizationId, id, { published: true }, now())
  })
}

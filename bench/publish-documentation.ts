import { api } from '#contract/api.ts'
import { publishForEveryone } from '#testing/publish-for-everyone.ts'
import { runLectern } from '../e2e/service.ts'
import type { BenchService } from './service.ts'

/** Publishes a folder of Markdown files as a site and returns its URL. */
export async function publishDocumentation({ call, dataDir }: BenchService, folder: string): Promise<string> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench' } })
  const { id: spaceId } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Documentation' },
  })
  await runLectern(dataDir, 'import', folder, '--space', spaceId)
  const { id: siteId } = await call(api.sites.create, {
    params: { organizationId },
    body: { title: 'Documentation', spaces: [spaceId] },
  })
  return publishForEveryone(call, { organizationId, siteId })
}

import { api } from '#contract/api.ts'
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
  // A documentation with conditional content is published only after this choice.
  const adaptiveContent = { enabled: false, conditionalContent: 'everyone' as const }
  await call(api.sites.update, { params: { organizationId, siteId }, body: { adaptiveContent } })
  const { urls } = await call(api.sites.publish, { params: { organizationId, siteId } })
  if (urls.published === undefined) throw new Error('The site has no URL')
  return urls.published
}

import { api } from '#contract/api.ts'
import { insertScimToken } from '#server/domain/scim-tokens/queries.ts'
import { newId } from '#server/ids.ts'
import { type ListFixtures, ROWS, repeat, type Setup } from './setup.ts'

export async function provisioningTokens({
  app,
  call,
  inOrganization: params,
}: Setup): Promise<ListFixtures> {
  // Stored directly: an organization can have only a few more than the list needs.
  const aToken = async () => {
    const id = newId()
    const now = new Date()
    const token = { ...params, id, label: 'Directory', secret: id, createdBy: 'none', now }
    await app.db.transaction().execute((tx) => insertScimToken(tx, token))
    return () => call(api.scimTokens.delete, { params: { ...params, scimTokenId: id } })
  }
  await repeat(ROWS, aToken)
  return { listScimTokens: { params, addRow: aToken } }
}

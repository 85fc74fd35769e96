import { api } from '#contract/api.ts'
import { closeSession, openSession } from '#server/auth/sessions.ts'
import { type ListFixtures, noUndo, ROWS, repeat, type Setup } from './setup.ts'

export async function account({ app, call, admin }: Setup): Promise<ListFixtures> {
  const session = async () => {
    const now = new Date()
    const secret = await openSession(app.db, { userId: admin.userId, userAgent: null, ip: null, now })
    return () => closeSession(app.db, secret)
  }
  const token = async () => {
    const { id } = await call(api.tokens.create, { body: { label: 'Token' } })
    return () => call(api.tokens.delete, { params: { tokenId: id } })
  }
  const organization = async () => {
    await call(api.organizations.create, { body: { title: 'One more' } })
    return noUndo
  }
  for (const make of [session, token, organization]) await repeat(ROWS, make)
  return {
    listBrowsers: { addRow: session },
    listTokens: { addRow: token },
    listOrganizations: { addRow: organization },
  }
}

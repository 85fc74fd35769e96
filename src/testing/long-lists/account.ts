import { api } from '#contract/api.ts'
import { closeSession, openSession } from '#server/auth/sessions.ts'
import { type Ground, type LongLists, stays, stood, times } from './ground.ts'

export async function account({ app, call, admin }: Ground): Promise<LongLists> {
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
    return stays
  }
  for (const make of [session, token, organization]) await times(stood, make)
  return {
    listBrowsers: { come: session },
    listTokens: { come: token },
    listOrganizations: { come: organization },
  }
}

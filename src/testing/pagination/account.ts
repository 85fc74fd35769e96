import { api } from '#contract/api.ts'
import { closeSession, openSession } from '#server/auth/sessions.ts'
import { newId } from '#server/ids.ts'
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
  const passkey = async () => {
    const id = newId()
    const columns = { name: 'Laptop', public_key: Buffer.from(''), counter: 0, transports: [], synced: false }
    const values = { ...columns, id, credential_id: id, user_id: admin.userId, created_at: new Date() }
    await app.db.insertInto('passkey').values(values).execute()
    return () => app.db.deleteFrom('passkey').where('id', '=', id).execute()
  }
  const signIn = async () => {
    const id = newId()
    const event = { outcome: 'signed-in', method: 'password', created_at: new Date() } as const
    await app.db
      .insertInto('sign_in_event')
      .values({ ...event, id, user_id: admin.userId })
      .execute()
    return () => app.db.deleteFrom('sign_in_event').where('id', '=', id).execute()
  }
  for (const make of [session, token, organization, passkey, signIn]) await repeat(ROWS, make)
  return {
    listBrowsers: { addRow: session },
    listPasskeys: { addRow: passkey },
    listSignInEvents: { addRow: signIn },
    listTokens: { addRow: token },
    listOrganizations: { addRow: organization },
  }
}

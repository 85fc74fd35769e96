import { newId } from '#server/ids.ts'
import { fanOut } from '#server/notifications/fan-out.ts'
import { type ListFixtures, ROWS, repeat, type Setup } from './setup.ts'

export async function notifications({ app, admin, inOrganization: params }: Setup): Promise<ListFixtures> {
  const { organizationId } = params
  const addRow = async () => {
    const key = newId()
    await fanOut(app.service, {
      organizationId,
      key,
      about: { kind: 'organization', id: key },
      access: {},
      actor: null,
      at: app.service.now().toISOString(),
      audience: [{ reason: 'mention', users: [admin.userId] }],
    })
    return () => app.db.deleteFrom('notification').where('event_key', '=', key).execute()
  }
  await repeat(ROWS, addRow)
  return { listNotifications: { params, addRow } }
}

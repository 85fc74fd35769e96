import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

test('a person sees the people of their organizations, and no one else', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const guest = await app.aMember(organizationId, null)
  const stranger = await app.anOrganization()
  const get = (caller: typeof admin, userId: string) => app.as(caller)(api.users.get, { params: { userId } })
  expect(await get(guest, admin.userId)).toMatchObject({ id: admin.userId, email: admin.email })
  expect(await get(guest, guest.userId)).toMatchObject({ email: guest.email })
  const missing = { status: 404, type: 'not_found' }
  await expect(get(stranger.admin, admin.userId)).rejects.toMatchObject(missing)
  await expect(get(admin, stranger.admin.userId)).rejects.toMatchObject(missing)
  await expect(get(admin, 'nobody')).rejects.toMatchObject(missing)
  const disabled = { organization_id: organizationId, user_id: guest.userId }
  await app.db
    .updateTable('member')
    .set({ disabled: true })
    .where((is) => is.and(disabled))
    .execute()
  await expect(get(guest, admin.userId)).rejects.toMatchObject(missing)
})

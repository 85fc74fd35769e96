import { expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { isOperator } from './operators.ts'

const app = useTestApp()

test('without settings the first account operates the service while it is an admin', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const later = await app.aMember(organizationId, 'admin')
  const operates = (person: { userId: string; email: string }) =>
    isOperator(app.db, person, { operators: [], admin: undefined })
  expect([await operates(admin), await operates(later)]).toEqual([true, false])
  await app.db.updateTable('member').set({ role: 'edit' }).where('user_id', '=', admin.userId).execute()
  expect([await operates(admin), await operates(later)]).toEqual([false, false])
})

test('the setting names the operators, whose addresses must be verified', async () => {
  const person = await app.aPerson()
  const config = { operators: [person.email], admin: undefined }
  expect(await isOperator(app.db, person, config)).toBe(false)
  await app.db
    .updateTable('user_account')
    .set({ email_verified_at: new Date() })
    .where('id', '=', person.userId)
    .execute()
  expect(await isOperator(app.db, { ...person, email: person.email.toUpperCase() }, config)).toBe(true)
  expect(await isOperator(app.db, person, { ...config, operators: ['other@example.org'] })).toBe(false)
  const admin = { email: person.email, password: '', token: undefined }
  expect(await isOperator(app.db, person, { operators: [], admin })).toBe(true)
  expect(await isOperator(app.db, person, { operators: ['other@example.org'], admin })).toBe(false)
})

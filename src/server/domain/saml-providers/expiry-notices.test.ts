import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { emailsTo, runPendingJobs } from '#testing/emails.ts'
import { aKey, anOrganizationWithProvider } from '#testing/saml-providers.ts'
import { dueNotice, sendExpiryNotices } from './expiry-notices.ts'

const app = useTestApp()
const DAY_MS = 86_400_000

test('notices are due 30 and 7 days before the expiry', () => {
  const now = new Date('2026-11-01')
  const due = [31, 30, 8, 7, 0.5, -1].map((days) => dueNotice(new Date(now.getTime() + days * DAY_MS), now))
  expect(due).toEqual([undefined, 30, 30, 7, 7, undefined])
})

test('admins get one email for each notice, and none once there is a newer certificate', async () => {
  const { admin, call, params, provider } = await anOrganizationWithProvider(app)
  const expiring = (await aKey(20)).certificate
  const path = { params: { ...params, samlProviderId: provider.id } }
  await call(api.samlProviders.update, { ...path, body: { certificate: expiring } })
  const check = async (days = 0) => {
    const now = () => new Date(Date.now() + days * DAY_MS)
    await sendExpiryNotices({ ...app.service, now })
    await runPendingJobs(app)
    return emailsTo(app, admin.email).length
  }
  expect([await check(), await check(), await check(14), await check(15)]).toEqual([1, 1, 2, 2])
  expect(emailsTo(app, admin.email)[0]).toContain(`Subject: The certificate of ${provider.label} expires on`)
  const next = (await aKey(365)).certificate
  await call(api.samlProviders.update, { ...path, body: { certificate: `${expiring}\n${next}` } })
  expect(await check(16)).toBe(2)
})

import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { emailsTo, runPendingJobs } from '#testing/emails.ts'
import { checkDomain } from './check-domain.ts'
import { dueDomains, isVerifiedDomain } from './queries.ts'
import { vouchForDomain } from './vouch.ts'

/** The TXT records of this file by name. */
const texts = new Map<string, readonly string[]>()
const app = useTestApp(
  {},
  {
    names: {
      aliasesOf: async () => [],
      addressesOf: async () => [],
      textsOf: async (name) => {
        if (name.includes('broken')) throw Object.assign(new Error('No answer'), { code: 'ETIMEOUT' })
        return texts.get(name) ?? []
      },
    },
  },
)
beforeEach(() => texts.clear())

const { create, check, get, list, delete: remove } = api.verifiedDomains

/** An organization with a pending domain. */
async function aDomain(domain: string) {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const call = app.as(admin)
  const added = await call(create, { params, body: { domain } })
  const one = { params: { organizationId, domain } }
  const publish = () => texts.set(added.record.name, ['v=spf1 -all', added.record.value])
  return { organizationId, admin, params, call, added, one, publish }
}

const actionsOn = async (organizationId: string, domain: string) =>
  (await eventsOf(app.db, organizationId, domain)).map(({ action }) => action)

test('a domain is pending until its record is in the DNS, and verified from then on', async () => {
  const domain = 'halden.example'
  const { organizationId, call, added, one, params, publish } = await aDomain(domain)
  expect(added).toMatchObject({
    status: 'pending',
    record: { type: 'TXT', name: '_lectern.halden.example' },
    joining: false,
    version: 1,
  })
  expect(added.record.value).toMatch(/^lectern-verification=\w{20}$/)
  expect(await call(check, one)).toMatchObject({ status: 'pending', lastError: { code: 'no_record' } })
  texts.set(added.record.name, ['lectern-verification=another'])
  expect(await call(check, one)).toMatchObject({ status: 'pending', lastError: { code: 'wrong_record' } })
  expect(await isVerifiedDomain(app.db, organizationId, domain)).toBe(false)
  publish()
  const verified = await call(check, one)
  expect(verified).toMatchObject({ status: 'verified', verifiedBy: 'dns' })
  expect(verified.lastError).toBeUndefined()
  expect(await call(get, one)).toEqual(verified)
  expect((await call(list, { params })).items).toEqual([verified])
  expect(await isVerifiedDomain(app.db, organizationId, 'Halden.Example')).toBe(true)
  expect(await isVerifiedDomain(app.db, organizationId, 'sub.halden.example')).toBe(false)
  expect(await actionsOn(organizationId, domain)).toEqual(['domain.create', 'domain.verify'])
})

test('public mail domains, invalid names and duplicates are refused', async () => {
  const { call, params } = await aDomain('once.example')
  const add = (domain: string) => call(create, { params, body: { domain } })
  await expect(add('gmail.com')).rejects.toMatchObject({
    status: 400,
    details: {
      issues: [{ path: ['body', 'domain'], message: expect.stringContaining('public email service') }],
    },
  })
  await expect(add('not a domain')).rejects.toMatchObject({ status: 400 })
  await expect(add('once.example')).rejects.toMatchObject({ status: 409 })
  expect((await call(list, { params })).count).toBe(1)
})

test('the first organization to prove a domain has it, until it deletes it', async () => {
  const domain = 'contested.example'
  const [first, second] = [await aDomain(domain), await aDomain(domain)]
  texts.set(first.added.record.name, [first.added.record.value, second.added.record.value])
  const results = await Promise.all([first.call(check, first.one), second.call(check, second.one)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['pending', 'verified'])
  const loser = results.find(({ status }) => status === 'pending')
  expect(loser?.lastError).toMatchObject({ code: 'taken', message: expect.stringContaining(domain) })
  const [winner, other] = results[0].status === 'verified' ? [first, second] : [second, first]
  await expect(vouchForDomain(app.service, other.organizationId, domain)).rejects.toMatchObject({
    status: 409,
  })
  await winner.call(remove, winner.one)
  expect(await other.call(check, other.one)).toMatchObject({ status: 'verified' })
})

test('a missing record warns the admins, and removes the verification after the grace period', async () => {
  const domain = 'lapsed.example'
  const { organizationId, admin, call, added, one, publish } = await aDomain(domain)
  publish()
  await call(check, one)
  texts.clear()
  let now = Date.now()
  const service = { ...app.service, now: () => new Date(now) }
  const recheck = () =>
    checkDomain(service, {
      organizationId,
      domain,
      actor: service,
      write: (run) => app.db.transaction().execute(run),
    })
  await recheck()
  const missing = await call(get, one)
  expect(missing).toMatchObject({ status: 'missing', lastError: { code: 'no_record' } })
  expect(Date.parse(missing.expiresAt ?? '') - now).toBe(7 * 86_400_000)
  expect(await isVerifiedDomain(app.db, organizationId, domain)).toBe(true)
  await runPendingJobs(app)
  const [warning, ...more] = emailsTo(app, admin.email)
  expect(warning).toContain(`Restore the DNS record of ${domain}`)
  expect(warning).toContain(added.record.value)
  expect(more).toEqual([])
  now += 8 * 86_400_000
  await recheck()
  expect(await call(get, one)).toMatchObject({ status: 'pending' })
  expect(await isVerifiedDomain(app.db, organizationId, domain)).toBe(false)
  await runPendingJobs(app)
  expect(emailsTo(app, admin.email).map((email) => /^Subject: (.*)\r$/m.exec(email)?.[1])).toEqual([
    `Restore the DNS record of ${domain}`,
    `${domain} is no longer verified for Halden Energy`,
  ])
  const events = await eventsOf(app.db, organizationId, domain)
  expect(events.at(-1)).toMatchObject({ action: 'domain.unverify', before: { verifiedBy: 'dns' } })
})

test('DNS servers that do not answer leave a domain as it is', async () => {
  const { call, one } = await aDomain('broken.example')
  expect(await call(check, one)).toMatchObject({ status: 'pending', lastError: { code: 'dns_failed' } })
})

test('the operator can vouch for a domain, which needs no record from then on', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const domain = 'vouched.example'
  await vouchForDomain(app.service, organizationId, domain)
  const one = { params: { organizationId, domain } }
  const call = app.as(admin)
  expect(await call(get, one)).toMatchObject({ status: 'verified', verifiedBy: 'operator' })
  const checked = await call(check, one)
  expect(checked).toMatchObject({ status: 'verified', verifiedBy: 'operator' })
  expect(checked.lastError).toBeUndefined()
  await expect(vouchForDomain(app.service, organizationId, 'gmail.com')).rejects.toMatchObject({
    status: 400,
  })
  await expect(vouchForDomain(app.service, 'nowhere', domain)).rejects.toMatchObject({ status: 404 })
  const due = await dueDomains(app.db, new Date(Date.now() + 30 * 86_400_000), 1000)
  expect(due.filter((row) => row.organizationId === organizationId)).toEqual([])
})

test('new email domains of an organization are pending domains, and deleting one removes it there', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const call = app.as(admin)
  await call(api.organizations.update, { params, body: { emailDomains: ['a.example', 'b.example'] } })
  const { items } = await call(list, { params })
  expect(items.map(({ domain, status, joining }) => [domain, status, joining])).toEqual([
    ['a.example', 'pending', true],
    ['b.example', 'pending', true],
  ])
  const one = { params: { ...params, domain: 'a.example' } }
  await expect(call(remove, one, { ifMatch: 9 })).rejects.toMatchObject({ status: 412 })
  await call(remove, one, { ifMatch: 1 })
  expect((await call(api.organizations.get, { params })).emailDomains).toEqual(['b.example'])
  const refused = call(api.organizations.update, { params, body: { emailDomains: ['outlook.com'] } })
  await expect(refused).rejects.toMatchObject({
    status: 400,
    details: { issues: [{ path: ['body', 'emailDomains'] }] },
  })
})

test('new domains are checked every hour for a week, verified ones once a day', async () => {
  const { organizationId, call, one, publish } = await aDomain('scheduled.example')
  const isDue = async (hours: number) => {
    const due = await dueDomains(app.db, new Date(Date.now() + hours * 3_600_000), 1000)
    return due.some((row) => row.organizationId === organizationId)
  }
  expect([await isDue(0), await isDue(8 * 24)]).toEqual([true, false])
  await call(check, one)
  expect([await isDue(0), await isDue(1)]).toEqual([false, true])
  publish()
  await call(check, one)
  expect([await isDue(1), await isDue(24), await isDue(1000)]).toEqual([false, true, true])
})

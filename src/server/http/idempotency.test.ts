import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'

const app = useTestApp()

const post = (person: Person, organizationId: string, key: string, body: object) =>
  app.send({
    method: 'POST',
    url: `/v1/orgs/${organizationId}/spaces`,
    token: person.token,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    payload: JSON.stringify(body),
  })

const spacesOf = async (person: Person, organizationId: string) =>
  (await app.as(person)(api.spaces.list, { params: { organizationId } })).count

describe('a POST with an Idempotency-Key', () => {
  test('is executed once and answered twice', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const first = await post(admin, organizationId, 'once', { title: 'One' })
    const second = await post(admin, organizationId, 'once', { title: 'One' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.headers.location).toBe(first.headers.location)
    expect(await spacesOf(admin, organizationId)).toBe(1)
  })

  test('is executed once when it is sent many times concurrently', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(admin, organizationId, 'storm', { title: 'One' })),
    )
    expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([])
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    expect(await spacesOf(admin, organizationId)).toBe(1)
  })

  test('is refused for another request', async () => {
    const { organizationId, admin } = await app.anOrganization()
    await post(admin, organizationId, 'mine', { title: 'One' })
    const { status, text } = await post(admin, organizationId, 'mine', { title: 'Two' })
    expect([status, JSON.parse(text).error.type]).toEqual([409, 'conflict'])
  })

  test('can be fixed and sent again after an error', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const refused = await post(admin, organizationId, 'mend', { title: 'x'.repeat(51) })
    expect(refused.status).toBe(400)
    expect((await post(admin, organizationId, 'mend', { title: 'Short' })).status).toBe(201)
    const elsewhere = await post(admin, organizationId, 'lost', { parent: 'nosuchcollection' })
    expect(elsewhere.status).toBe(404)
    expect((await post(admin, organizationId, 'lost', { title: 'Top' })).status).toBe(201)
  })

  test('is remembered for 24 hours and per caller', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const other = await app.aMember(organizationId, 'create')
    await post(admin, organizationId, 'day', { title: 'One' })
    expect((await post(other, organizationId, 'day', { title: 'Theirs' })).status).toBe(201)
    const longAgo = new Date(Date.now() - 86_400_000 - 1000)
    await app.db
      .updateTable('idempotency_key')
      .set({ created_at: longAgo })
      .where('key', '=', 'day')
      .execute()
    expect((await post(admin, organizationId, 'day', { title: 'Two' })).status).toBe(201)
    expect(await spacesOf(admin, organizationId)).toBe(3)
  })

  test('reports that it was executed but its response was lost', async () => {
    const { organizationId, admin } = await app.anOrganization()
    await post(admin, organizationId, 'crash', { title: 'One' })
    const lost = { status: null, answer: null, written: true }
    await app.db.updateTable('idempotency_key').set(lost).where('key', '=', 'crash').execute()
    const { status, text } = await post(admin, organizationId, 'crash', { title: 'One' })
    expect([status, JSON.parse(text).error.type]).toEqual([409, 'invalid_state'])
  })

  test('that creates a secret is executed once, and the secret is not stored', async () => {
    const { admin } = await app.anOrganization()
    const make = () =>
      app.send({
        method: 'POST',
        url: '/v1/user/tokens',
        token: admin.token,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'secret' },
        payload: '{"label":"Build"}',
      })
    expect([(await make()).status, (await make()).status]).toEqual([201, 409])
    const kept = app.db.selectFrom('idempotency_key').select('answer').where('key', '=', 'secret')
    expect(await kept.execute()).toEqual([{ answer: null }])
    expect(
      (await app.as(admin)(api.tokens.list, {})).items.filter(({ label }) => label === 'Build').length,
    ).toBe(1)
  })

  test.each(['', 'x'.repeat(256), 'two words'])('refuses the key “%s”', async (key) => {
    const { organizationId, admin } = await app.anOrganization()
    expect((await post(admin, organizationId, key, {})).status).toBe(400)
  })
})

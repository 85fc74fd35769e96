import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function anOrganization() {
  const { organizationId, admin } = await app.anOrganization()
  return { organizationId, admin, call: app.as(admin), params: { organizationId } }
}

describe('translation settings', () => {
  test('can be created, read, changed and deleted, each with an audit event', async () => {
    const { organizationId, call, params } = await anOrganization()
    const created = await call(api.translations.create, {
      params,
      body: { title: 'Handbook', languages: ['de', 'pt-br'] },
    })
    expect(created).toMatchObject({
      object: 'translation-settings',
      title: 'Handbook',
      languages: ['de', 'pt-br'],
      permissions: { view: true, edit: true },
      version: 1,
    })
    expect(created.urls.location).toContain(`/v1/orgs/${organizationId}/translations/${created.id}`)
    const path = { params: { ...params, translationSettingsId: created.id } }
    expect(await call(api.translations.get, path)).toEqual(created)
    const renamed = await call(api.translations.put, { ...path, body: { title: 'Guides' } }, { ifMatch: 1 })
    expect(renamed).toMatchObject({ title: 'Guides', languages: ['de', 'pt-br'], version: 2 })
    const emptied = await call(api.translations.put, { ...path, body: { title: 'Guides', languages: [] } })
    expect(emptied).toMatchObject({ languages: [], version: 3 })
    const stale = call(api.translations.put, { ...path, body: { title: 'Late' } }, { ifMatch: 2 })
    await expect(stale).rejects.toMatchObject({ status: 412 })
    await call(api.translations.delete, path, { ifMatch: 3 })
    await expect(call(api.translations.get, path)).rejects.toMatchObject({ status: 404 })
    const { items } = await call(api.auditEvents.list, { params, query: { target: created.id } })
    expect(items.map(({ action }) => action)).toEqual([
      'translation-settings.delete',
      'translation-settings.update',
      'translation-settings.update',
      'translation-settings.create',
    ])
  })

  test('refuse unknown and repeated languages and titles without or with too many characters', async () => {
    const { call, params } = await anOrganization()
    for (const body of [
      { title: '' },
      { title: 'x'.repeat(101) },
      { title: 'Handbook', languages: ['tlh'] },
      { title: 'Handbook', languages: ['de', 'de'] },
    ]) {
      const attempt = call(api.translations.create, { params, body })
      await expect(attempt, JSON.stringify(body)).rejects.toMatchObject({ status: 400, type: 'validation' })
    }
    expect((await call(api.translations.list, { params })).count).toBe(0)
  })

  test('are limited to 100, even when created concurrently', async () => {
    const { organizationId, call, params } = await anOrganization()
    const rows = Array.from({ length: 97 }, (_, n) => ({
      organization_id: organizationId,
      id: `settings-${n}`,
      title: `Settings ${n}`,
      created_at: new Date(),
      updated_at: new Date(),
    }))
    await app.db.insertInto('translation_settings').values(rows).execute()
    const attempts = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => call(api.translations.create, { params, body: { title: `${n}` } })),
    )
    const refusals = attempts.filter((one) => one.status === 'rejected')
    expect(refusals.map(({ reason }) => reason.status)).toEqual([409, 409, 409])
    expect((await call(api.translations.list, { params })).count).toBe(100)
  })

  test('can be read by members, changed by members who create content, and are hidden from guests', async () => {
    const { organizationId, call, params } = await anOrganization()
    await call(api.translations.create, { params, body: { title: 'Handbook' } })
    const reader = app.as(await app.aMember(organizationId, 'read'))
    const { items } = await reader(api.translations.list, { params })
    expect(items[0]?.permissions).toEqual({ view: true, edit: false })
    const body = { title: 'Mine' }
    await expect(reader(api.translations.create, { params, body })).rejects.toMatchObject({ status: 403 })
    const creator = app.as(await app.aMember(organizationId, 'create'))
    expect((await creator(api.translations.create, { params, body })).permissions.edit).toBe(true)
    const guest = app.as(await app.aMember(organizationId, null))
    await expect(guest(api.translations.list, { params })).rejects.toMatchObject({ status: 403 })
  })
})

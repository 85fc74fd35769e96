import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { CustomFieldType } from '#contract/custom-fields.ts'
import { useTestApp } from '#testing/app.ts'
import { anOrganizationWithFields } from '#testing/custom-fields.ts'

const app = useTestApp()

describe('custom fields', () => {
  test('can be created, read, changed and deleted, each with an audit event', async () => {
    const { organizationId, call, params, auditEvents } = await anOrganizationWithFields(app)
    const body = { name: 'owner_1', type: 'text' as const, title: 'Owner', placeholder: 'Who?' }
    const created = await call(api.customFields.create, { params, body })
    expect(created).toMatchObject({ ...body, permissions: { view: true, edit: true }, version: 1 })
    expect(created).not.toHaveProperty('options')
    expect(created.urls.location).toContain(`/v1/orgs/${organizationId}/custom-fields/owner_1`)
    const path = { params: { ...params, fieldName: 'owner_1' } }
    expect(await call(api.customFields.get, path)).toEqual(created)
    const change = { ...path, body: { title: '', description: 'Who answers' } }
    const changed = await call(api.customFields.update, change, { ifMatch: 1 })
    expect(changed).toMatchObject({ description: 'Who answers', placeholder: 'Who?', version: 2 })
    expect(changed).not.toHaveProperty('title')
    await expect(call(api.customFields.update, change, { ifMatch: 1 })).rejects.toMatchObject({
      status: 412,
      type: 'stale',
    })
    expect(await call(api.customFields.update, { ...path, body: {} })).toEqual(changed)
    await call(api.customFields.delete, path, { ifMatch: 2 })
    await expect(call(api.customFields.get, path)).rejects.toMatchObject({ status: 404 })
    await expect(call(api.customFields.delete, path)).rejects.toMatchObject({ status: 404 })
    expect(await auditEvents({ target: 'owner_1' })).toMatchObject([
      { action: 'custom-field.delete', before: { name: 'owner_1', type: 'text' } },
      {
        action: 'custom-field.update',
        before: { title: 'Owner', description: '' },
        after: { title: '', description: 'Who answers' },
      },
      { action: 'custom-field.create', after: { ...body, description: '' } },
    ])
  })

  test('have unique names: 409 when taken, 400 when invalid', async () => {
    const { call, params, aField } = await anOrganizationWithFields(app)
    await aField('a'.repeat(50))
    const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => aField('owner')))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [refusals] = attempts.filter((one) => one.status === 'rejected')
    expect(refusals?.reason).toMatchObject({ status: 409, type: 'conflict' })
    for (const name of ['', 'a'.repeat(51), 'Owner', 'o wner', 'ö']) {
      const attempt = call(api.customFields.create, { params, body: { name, type: 'text' } })
      await expect(attempt, name).rejects.toMatchObject({ status: 400, type: 'validation' })
    }
    const { count } = await call(api.customFields.list, { params })
    expect(count).toBe(2)
  })

  test('have options only for select types: 1 to 50 distinct ones of 1 to 40 characters', async () => {
    const { call, params, aField } = await anOrganizationWithFields(app)
    const many = (count: number) => Array.from({ length: count }, (_, i) => `${i}`)
    await aField('most', 'select:multi', many(50))
    await aField('long', 'select:single', ['x'.repeat(40)])
    const refusals: [CustomFieldType, string[] | undefined][] = [
      ['select:single', undefined],
      ['select:multi', []],
      ['select:multi', many(51)],
      ['select:single', ['a', 'a']],
      ['select:single', ['x'.repeat(41)]],
      ['select:single', ['']],
      ['text', ['a']],
      ['tags', ['a']],
    ]
    for (const [type, options] of refusals) {
      await expect(aField('field', type, options)).rejects.toMatchObject({ status: 400 })
    }
    await aField('plain')
    const options = call(api.customFields.update, {
      params: { ...params, fieldName: 'plain' },
      body: { options: ['a'] },
    })
    await expect(options).rejects.toMatchObject({ status: 400, type: 'validation' })
  })

  test('are limited to 100, even when created concurrently', async () => {
    const { organizationId, call, params, aField } = await anOrganizationWithFields(app)
    const fields = Array.from({ length: 97 }, (_, i) => ({
      organization_id: organizationId,
      name: `field-${i}`,
      id: `${organizationId}${i}`.slice(-20),
      type: 'text' as const,
      created_at: new Date(),
      updated_at: new Date(),
    }))
    await app.db.insertInto('custom_field').values(fields).execute()
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => aField(`more-${i}`)))
    const refusals = attempts.filter((one) => one.status === 'rejected')
    expect(refusals.map(({ reason }) => [reason.status, reason.type])).toEqual(
      Array.from({ length: 5 }, () => [409, 'invalid_state']),
    )
    const { count, items, next } = await call(api.customFields.list, { params, query: { limit: 60 } })
    const rest = await call(api.customFields.list, { params, query: { page: next?.page } })
    expect([count, new Set([...items, ...rest.items].map(({ name }) => name)).size]).toEqual([100, 100])
  })

  test('can be read by members, created by admins, and are hidden from guests and others', async () => {
    const { organizationId, params, aField, aSpace, set } = await anOrganizationWithFields(app)
    await aField('owner')
    const spaceId = await aSpace()
    await set(spaceId, { owner: 'Ann' })
    const reader = app.as(await app.aMember(organizationId, 'read'))
    const { items } = await reader(api.customFields.list, { params })
    expect(items[0]?.permissions).toEqual({ view: true, edit: false })
    const creator = app.as(await app.aMember(organizationId, 'create'))
    const attempt = creator(api.customFields.create, { params, body: { name: 'x', type: 'text' } })
    await expect(attempt).rejects.toMatchObject({ status: 403 })
    const guest = app.as(await app.aMember(organizationId, null))
    await expect(guest(api.customFields.list, { params })).rejects.toMatchObject({ status: 403 })
    await expect(guest(api.customFields.listOfSpace, { params: { spaceId } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await reader(api.customFields.listOfSpace, { params: { spaceId } })).toHaveLength(1)
    const write = { params: { spaceId }, body: { values: { owner: { value: 'Bo' } } } }
    await expect(reader(api.customFields.updateOfSpace, write)).rejects.toMatchObject({ status: 403 })
    const editor = app.as(await app.aMember(organizationId, 'edit'))
    await editor(api.customFields.updateOfSpace, write)
  })
})

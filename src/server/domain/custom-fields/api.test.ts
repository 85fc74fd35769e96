import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { CustomFieldType, CustomFieldValue } from '#contract/custom-fields.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function fielded() {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const aField = (name: string, type: CustomFieldType = 'text', options?: string[]) =>
    call(api.customFields.create, { params, body: { name, type, ...(options ? { options } : {}) } })
  const aSpace = async (title = 'Space') => (await call(api.spaces.create, { params, body: { title } })).id
  const set = (spaceId: string, values: Record<string, CustomFieldValue | null>) =>
    call(api.customFields.updateOfSpace, {
      params: { spaceId },
      body: { values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])) },
    })
  const valuesOf = async (spaceId: string) =>
    Object.fromEntries(
      (await call(api.customFields.listOfSpace, { params: { spaceId } })).map(({ customField, value }) => [
        customField.name,
        value,
      ]),
    )
  const told = async (query: object) => {
    const { items } = await call(api.auditEvents.list, { params, query })
    const details = items.map(({ id }) =>
      call(api.auditEvents.get, { params: { ...params, auditEventId: id } }),
    )
    return (await Promise.all(details)).map(({ action, payload }) => ({ action, ...payload }))
  }
  return { organizationId, admin, call, params, aField, aSpace, set, valuesOf, told }
}

describe('custom fields', () => {
  test('are made, read, changed and deleted, each written down', async () => {
    const { organizationId, call, params, told } = await fielded()
    const body = { name: 'owner_1', type: 'text' as const, title: 'Owner', placeholder: 'Who?' }
    const made = await call(api.customFields.create, { params, body })
    expect(made).toMatchObject({ ...body, permissions: { view: true, edit: true }, version: 1 })
    expect(made).not.toHaveProperty('options')
    expect(made.urls.location).toContain(`/v1/orgs/${organizationId}/custom-fields/owner_1`)
    const path = { params: { ...params, fieldName: 'owner_1' } }
    expect(await call(api.customFields.get, path)).toEqual(made)
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
    expect(await told({ target: 'owner_1' })).toMatchObject([
      { action: 'custom-field.delete', before: { name: 'owner_1', type: 'text' } },
      {
        action: 'custom-field.update',
        before: { title: 'Owner', description: '' },
        after: { title: '', description: 'Who answers' },
      },
      { action: 'custom-field.create', after: { ...body, description: '' } },
    ])
  })

  test('have names of their own: 409 when taken, 400 when they cannot be', async () => {
    const { call, params, aField } = await fielded()
    await aField('a'.repeat(50))
    const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => aField('owner')))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [refused] = attempts.filter((one) => one.status === 'rejected')
    expect(refused?.reason).toMatchObject({ status: 409, type: 'conflict' })
    for (const name of ['', 'a'.repeat(51), 'Owner', 'o wner', 'ö']) {
      const attempt = call(api.customFields.create, { params, body: { name, type: 'text' } })
      await expect(attempt, name).rejects.toMatchObject({ status: 400, type: 'validation' })
    }
    const { count } = await call(api.customFields.list, { params })
    expect(count).toBe(2)
  })

  test('have options exactly when one selects: 1 to 50, each once and of 1 to 40 characters', async () => {
    const { call, params, aField } = await fielded()
    const many = (count: number) => Array.from({ length: count }, (_, i) => `${i}`)
    await aField('most', 'select:multi', many(50))
    await aField('long', 'select:single', ['x'.repeat(40)])
    const refused: [CustomFieldType, string[] | undefined][] = [
      ['select:single', undefined],
      ['select:multi', []],
      ['select:multi', many(51)],
      ['select:single', ['a', 'a']],
      ['select:single', ['x'.repeat(41)]],
      ['select:single', ['']],
      ['text', ['a']],
      ['tags', ['a']],
    ]
    for (const [type, options] of refused) {
      await expect(aField('field', type, options)).rejects.toMatchObject({ status: 400 })
    }
    await aField('plain')
    const options = call(api.customFields.update, {
      params: { ...params, fieldName: 'plain' },
      body: { options: ['a'] },
    })
    await expect(options).rejects.toMatchObject({ status: 400, type: 'validation' })
  })

  test('are at most 100, however many are made at once', async () => {
    const { organizationId, call, params, aField } = await fielded()
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
    const refused = attempts.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason }) => [reason.status, reason.type])).toEqual(
      Array.from({ length: 5 }, () => [409, 'invalid_state']),
    )
    const { count, items, next } = await call(api.customFields.list, { params, query: { limit: 60 } })
    const rest = await call(api.customFields.list, { params, query: { page: next?.page } })
    expect([count, new Set([...items, ...rest.items].map(({ name }) => name)).size]).toEqual([100, 100])
  })

  test('are read by members, made by admins, and not known to guests and strangers', async () => {
    const { organizationId, params, aField, aSpace, set } = await fielded()
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

describe('values', () => {
  const fits: [CustomFieldType, CustomFieldValue[], unknown[]][] = [
    ['text', ['', 'x'.repeat(256)], ['x'.repeat(257), 1, true, ['a'], {}]],
    ['number', [0, -1.5, 1e300], ['1', true, [1]]],
    ['boolean', [true, false], ['true', 0, []]],
    ['tags', [[], ['a', 'b'], Array.from({ length: 256 }, (_, i) => `${i}`)], ['a', ['a', 'a'], [''], [1]]],
    ['select:single', ['a'], ['c', '', ['a'], 1]],
    ['select:multi', [[], ['a'], ['b', 'a']], ['a', ['c'], ['a', 'a'], ['a', 'c']]],
  ]

  test.each(fits)('of the type %s are checked', async (type, good, bad) => {
    const { aField, aSpace, set, valuesOf } = await fielded()
    await aField('field', type, type.startsWith('select') ? ['a', 'b'] : undefined)
    const spaceId = await aSpace()
    for (const value of good) {
      await set(spaceId, { field: value })
      expect(await valuesOf(spaceId)).toEqual({ field: value })
    }
    for (const value of bad) {
      const attempt = set(spaceId, { field: value as CustomFieldValue })
      await expect(attempt, JSON.stringify(value)).rejects.toMatchObject({ status: 400, type: 'validation' })
    }
    expect(await valuesOf(spaceId)).toEqual({ field: good.at(-1) })
    await set(spaceId, { field: null })
    expect(await valuesOf(spaceId)).toEqual({})
  })

  test('of tags have at most 256 entries of at most 256 characters', async () => {
    const { aField, aSpace, set } = await fielded()
    await aField('tags', 'tags')
    const spaceId = await aSpace()
    await set(spaceId, { tags: ['x'.repeat(256)] })
    for (const value of [['x'.repeat(257)], Array.from({ length: 257 }, (_, i) => `${i}`)]) {
      await expect(set(spaceId, { tags: value })).rejects.toMatchObject({ status: 400 })
    }
  })

  test('are all checked before any is written, and every fault is named', async () => {
    const { aField, aSpace, set, valuesOf } = await fielded()
    await aField('one')
    await aField('two', 'number')
    await aField('three', 'boolean')
    const spaceId = await aSpace()
    const faulty = set(spaceId, { one: 'fine', two: 'x', three: 'y' })
    await expect(faulty).rejects.toMatchObject({
      status: 400,
      details: {
        issues: [
          { path: ['body', 'values', 'two', 'value'] },
          { path: ['body', 'values', 'three', 'value'] },
        ],
      },
    })
    await expect(set(spaceId, { one: 'fine', unknown: 1 })).rejects.toMatchObject({ status: 404 })
    expect(await valuesOf(spaceId)).toEqual({})
    await set(spaceId, {})
    await set(spaceId, { one: 'fine', two: 2 })
    await set(spaceId, { two: null, three: true })
    expect(await valuesOf(spaceId)).toEqual({ one: 'fine', three: true })
  })

  test('that change are written down as they would be written back', async () => {
    const { aField, aSpace, set, valuesOf, told, call } = await fielded()
    await aField('one')
    await aField('two', 'number')
    const spaceId = await aSpace()
    await set(spaceId, { one: 'a', two: 1 })
    await set(spaceId, { one: 'a', two: 2 })
    await set(spaceId, { one: 'a', two: 2 })
    const events = await told({ action: 'space.fields' })
    expect(events).toEqual([
      {
        action: 'space.fields',
        before: { values: { two: { value: 1 } } },
        after: { values: { two: { value: 2 } } },
      },
      {
        action: 'space.fields',
        before: { values: { one: { value: null }, two: { value: null } } },
        after: { values: { one: { value: 'a' }, two: { value: 1 } } },
      },
    ])
    const body = events[1]?.before as { values: Record<string, { value: null }> }
    await call(api.customFields.updateOfSpace, { params: { spaceId }, body })
    expect(await valuesOf(spaceId)).toEqual({})
  })

  test('that chose an option which is taken away lose it, and say so in the log', async () => {
    const { aField, aSpace, set, valuesOf, told, call, params } = await fielded()
    await aField('one', 'select:single', ['a', 'b', 'c'])
    await aField('many', 'select:multi', ['a', 'b', 'c'])
    const [first, second] = [await aSpace('First'), await aSpace('Second')]
    await set(first, { one: 'a', many: ['c', 'a'] })
    await set(second, { one: 'b', many: ['a'] })
    for (const fieldName of ['one', 'many']) {
      const options = ['c', 'b', 'd']
      await call(api.customFields.update, { params: { ...params, fieldName }, body: { options } })
    }
    expect(await valuesOf(first)).toEqual({ many: ['c'] })
    expect(await valuesOf(second)).toEqual({ one: 'b' })
    expect(await told({ target: first, action: 'space.fields', limit: 2 })).toEqual([
      {
        action: 'space.fields',
        before: { values: { many: { value: ['c', 'a'] } } },
        after: { values: { many: { value: ['c'] } } },
      },
      {
        action: 'space.fields',
        before: { values: { one: { value: 'a' } } },
        after: { values: { one: { value: null } } },
      },
    ])
  })

  test('never choose an option that is being taken away at that moment', async () => {
    const { aField, aSpace, set, valuesOf, call, params } = await fielded()
    await aField('one', 'select:single', ['a', 'b'])
    const spaces = await Promise.all(Array.from({ length: 8 }, () => aSpace()))
    const change = call(api.customFields.update, {
      params: { ...params, fieldName: 'one' },
      body: { options: ['b'] },
    })
    await Promise.allSettled([...spaces.map((spaceId) => set(spaceId, { one: 'a' })), change])
    for (const spaceId of spaces) expect(await valuesOf(spaceId)).toEqual({})
  })

  test('go with their field, and stay behind when a space goes to another organization', async () => {
    const { aField, aSpace, set, valuesOf, call, params, told } = await fielded()
    await aField('one')
    await aField('two')
    const spaceId = await aSpace()
    await set(spaceId, { one: 'a', two: 'b' })
    await call(api.customFields.delete, { params: { ...params, fieldName: 'one' } })
    expect(await valuesOf(spaceId)).toEqual({ two: 'b' })
    await aField('one')
    expect(await valuesOf(spaceId)).toEqual({ two: 'b' })
    const { id: organization } = await call(api.organizations.create, { body: { title: 'To' } })
    await call(api.spaces.transfer, { params: { spaceId }, body: { organization } })
    expect(await valuesOf(spaceId)).toEqual({})
    await call(api.spaces.transfer, { params: { spaceId }, body: { organization: params.organizationId } })
    expect(await valuesOf(spaceId)).toEqual({})
    const [lost] = await told({ target: spaceId, action: 'space.fields', limit: 1 })
    expect(lost).toMatchObject({ before: { values: { two: { value: 'b' } } } })
  })

  test('of a space in the trash are not there, and are again when it is restored', async () => {
    const { aField, aSpace, set, valuesOf, call } = await fielded()
    await aField('one')
    const spaceId = await aSpace()
    await set(spaceId, { one: 'a' })
    await call(api.spaces.delete, { params: { spaceId } })
    await expect(valuesOf(spaceId)).rejects.toMatchObject({ status: 404 })
    await expect(set(spaceId, { one: 'b' })).rejects.toMatchObject({ status: 404 })
    await call(api.spaces.restore, { params: { spaceId } })
    expect(await valuesOf(spaceId)).toEqual({ one: 'a' })
  })
})

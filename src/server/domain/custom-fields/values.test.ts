import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { CustomFieldType, CustomFieldValue } from '#contract/custom-fields.ts'
import { useTestApp } from '#testing/app.ts'
import { anOrganizationWithFields } from '#testing/custom-fields.ts'

const app = useTestApp()

describe('values', () => {
  const fits: [CustomFieldType, CustomFieldValue[], unknown[]][] = [
    ['text', ['', 'x'.repeat(256)], ['x'.repeat(257), 1, true, ['a'], {}]],
    ['number', [0, -1.5, 1e300], ['1', true, [1]]],
    ['boolean', [true, false], ['true', 0, []]],
    ['tags', [[], ['a', 'b'], Array.from({ length: 256 }, (_, i) => `${i}`)], ['a', ['a', 'a'], [''], [1]]],
    ['select:single', ['a'], ['c', '', ['a'], 1]],
    ['select:multi', [[], ['a'], ['b', 'a']], ['a', ['c'], ['a', 'a'], ['a', 'c']]],
  ]

  test.each(fits)('of the type %s are validated', async (type, good, bad) => {
    const { aField, aSpace, set, valuesOf } = await anOrganizationWithFields(app)
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
    const { aField, aSpace, set } = await anOrganizationWithFields(app)
    await aField('tags', 'tags')
    const spaceId = await aSpace()
    await set(spaceId, { tags: ['x'.repeat(256)] })
    for (const value of [['x'.repeat(257)], Array.from({ length: 257 }, (_, i) => `${i}`)]) {
      await expect(set(spaceId, { tags: value })).rejects.toMatchObject({ status: 400 })
    }
  })

  test('are all validated before any is stored, and every error is reported', async () => {
    const { aField, aSpace, set, valuesOf } = await anOrganizationWithFields(app)
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

  test('are recorded in the form that would restore them', async () => {
    const { aField, aSpace, set, valuesOf, auditEvents, call } = await anOrganizationWithFields(app)
    await aField('one')
    await aField('two', 'number')
    const spaceId = await aSpace()
    await set(spaceId, { one: 'a', two: 1 })
    await set(spaceId, { one: 'a', two: 2 })
    await set(spaceId, { one: 'a', two: 2 })
    const events = await auditEvents({ action: 'space.fields' })
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

  test('lose deleted options, with an audit event', async () => {
    const { aField, aSpace, set, valuesOf, auditEvents, call, params } = await anOrganizationWithFields(app)
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
    expect(await auditEvents({ target: first, action: 'space.fields', limit: 2 })).toEqual([
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

  test('cannot use an option that is being deleted concurrently', async () => {
    const { aField, aSpace, set, valuesOf, call, params } = await anOrganizationWithFields(app)
    await aField('one', 'select:single', ['a', 'b'])
    const spaces = await Promise.all(Array.from({ length: 8 }, () => aSpace()))
    const change = call(api.customFields.update, {
      params: { ...params, fieldName: 'one' },
      body: { options: ['b'] },
    })
    await Promise.allSettled([...spaces.map((spaceId) => set(spaceId, { one: 'a' })), change])
    for (const spaceId of spaces) expect(await valuesOf(spaceId)).toEqual({})
  })

  test('are deleted with their field and when their space is transferred', async () => {
    const { aField, aSpace, set, valuesOf, call, params, auditEvents } = await anOrganizationWithFields(app)
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
    const [event] = await auditEvents({ target: spaceId, action: 'space.fields', limit: 1 })
    expect(event).toMatchObject({ before: { values: { two: { value: 'b' } } } })
  })

  test('are hidden while their space is in the trash and return with it', async () => {
    const { aField, aSpace, set, valuesOf, call } = await anOrganizationWithFields(app)
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

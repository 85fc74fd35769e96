import { expect, test } from 'vitest'
import { createBody, emptyField, fieldSchema, updateBody, valuesOf } from './field-values.ts'

const status = { ...emptyField, title: 'Status', name: 'status', type: 'select:single' as const }

const fault = (values: typeof emptyField) =>
  fieldSchema.safeParse(values).error?.issues.find(({ path }) => path[0] === 'options')?.message

test('only select fields have options, and they need some', () => {
  expect(fault({ ...emptyField, name: 'owner' })).toBeUndefined()
  expect(fault(status)).toBe('Enter at least one option')
  expect(fault({ ...status, options: ['draft', ''] })).toBe('Every option needs a name')
  expect(fault({ ...status, options: ['draft', 'draft'] })).toBe('“draft” is listed twice')
  expect(fault({ ...status, options: ['draft', 'x'.repeat(41)] })).toBe(
    'Use 40 characters or fewer for each option',
  )
  expect(fault({ ...status, options: ['draft', 'final'] })).toBeUndefined()
})

test('values that do not fit the type are not sent', () => {
  expect(createBody({ ...emptyField, name: 'owner', options: ['a'], placeholder: 'Who' })).toEqual({
    name: 'owner',
    type: 'text',
    placeholder: 'Who',
  })
  expect(createBody({ ...status, options: ['draft'], placeholder: 'Who' })).toEqual({
    name: 'status',
    type: 'select:single',
    title: 'Status',
    options: ['draft'],
  })
})

test('an update contains only what changed', () => {
  const field = {
    id: 'f1',
    name: 'status',
    title: 'Status',
    type: 'select:single' as const,
    options: ['draft', 'final'],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    urls: { location: 'https://a.example' },
    permissions: { view: true, edit: true },
    version: 1,
  }
  expect(updateBody(valuesOf(field), field)).toEqual({})
  expect(
    updateBody({ ...valuesOf(field), options: ['final', 'draft'], description: 'Of it' }, field),
  ).toEqual({
    options: ['final', 'draft'],
    description: 'Of it',
  })
})

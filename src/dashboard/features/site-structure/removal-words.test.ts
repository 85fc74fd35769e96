import { expect, test } from 'vitest'
import { halden } from './parts-for-tests.ts'
import { removalQuestion } from './removal-words.ts'
import { rowsOf } from './structure-rows.ts'

const asked = (id: string) => {
  const row = rowsOf(halden(), true).find((one) => one.id === id)
  if (!row) throw new Error(`no ${id}`)
  return removalQuestion(row, 'Halden Docs')
}

test('a group only dissolves', () => {
  expect(asked('products')).toEqual({
    title: 'Dissolve the group “products”?',
    description: 'Its 2 sections stay on the site, in its place.',
    act: 'Dissolve products',
  })
})

test('a section says what leaves with it and which address ends', () => {
  expect(asked('api')).toEqual({
    title: 'Remove “api” from “Halden Docs”?',
    description:
      'Its 2 spaces leave the site; the pages stay in the library. Links to /api lead nowhere then.',
    act: 'Remove api',
    danger: true,
  })
})

test('a default says that another one takes its place', () => {
  expect(asked('en').description).toBe(
    'Its pages stay in the library. The next space takes its place as the default.',
  )
})

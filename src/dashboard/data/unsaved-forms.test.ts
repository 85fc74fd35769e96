// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { unsavedForms, withoutSecrets } from './unsaved-forms.ts'

test('values are returned once, and only to the person who typed them', () => {
  unsavedForms.user = 'ada'
  unsavedForms.store('/o/1 Save', { title: 'Guide' })
  expect(unsavedForms.take('/o/1 Create')).toBeUndefined()
  expect(unsavedForms.take('/o/1 Save')).toEqual({ title: 'Guide' })
  expect(unsavedForms.take('/o/1 Save')).toBeUndefined()
  unsavedForms.store('/o/1 Save', { title: 'Guide' })
  unsavedForms.user = 'ben'
  expect(unsavedForms.take('/o/1 Save')).toBeUndefined()
  unsavedForms.user = 'ada'
  expect(unsavedForms.take('/o/1 Save')).toBeUndefined()
})

test('secrets are not stored', () => {
  expect(
    withoutSecrets({ name: 'x', newPassword: 'y', clientSecret: 'z', credentials: { token: 't' } }),
  ).toEqual({ name: 'x' })
})

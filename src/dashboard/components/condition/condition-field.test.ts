import { expect, test } from 'vitest'
import { conditionErrorOf } from './condition-field.tsx'

test.each(['', '  ', 'visitor.claims.beta', 'visitor.claims.locale == "fr"'])('“%s” has no fault', (text) => {
  expect(conditionErrorOf(text)).toBeNull()
})

test('a fault is shown with the text around it', () => {
  expect(conditionErrorOf('visitor.claims.beta == yes')).toMatchObject({
    character: 24,
    before: 'visitor.claims.beta == ',
    at: 'yes',
    after: '',
  })
})

test('where something is missing at the end, the gap is the place', () => {
  expect(conditionErrorOf('visitor.claims.beta ==')).toMatchObject({ at: '', after: '' })
})

test('long text is cut to what is near', () => {
  const fault = conditionErrorOf(`${'visitor.claims.beta && '.repeat(4)}nobody`)
  expect(fault?.before).toMatch(/^…/)
  expect(fault?.at).toBe('nobody')
})

import { expect, test } from 'vitest'
import { dayLabel, intervalChoices, intervalLabel, reviewLabel } from './labels.ts'

test('a day is the same in every time zone', () => {
  expect(dayLabel('2026-11-01')).toBe('1 Nov 2026')
  expect(reviewLabel({ dueOn: '2026-03-31', overdue: true })).toBe('Overdue since 31 Mar 2026')
  expect(reviewLabel({ dueOn: '2026-03-31', overdue: false })).toBe('Next review on 31 Mar 2026')
  expect(reviewLabel({ overdue: false })).toBeUndefined()
})

test('an interval that is not among the presets can still be chosen', () => {
  expect([intervalLabel(undefined), intervalLabel(1), intervalLabel(6)]).toEqual([
    'Never',
    'Every month',
    'Every 6 months',
  ])
  expect(intervalChoices(undefined).map(({ value }) => value)).toEqual(['1', '3', '6', '12'])
  expect(intervalChoices(2).map(({ value }) => value)).toEqual(['1', '2', '3', '6', '12'])
})

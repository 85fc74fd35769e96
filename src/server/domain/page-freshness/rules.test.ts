import { expect, test } from 'vitest'
import { beginsInterval, changedSettings, dayOf, settingsOf } from './rules.ts'

const nothing = { ownerId: null, months: null, dueOn: null }

test('a day is that of UTC', () => {
  expect(dayOf(new Date('2026-03-29T23:59:59.999Z'))).toBe('2026-03-29')
  expect(dayOf(new Date('2026-03-30T01:30:00+02:00'))).toBe('2026-03-29')
})

test('only named fields change, and another interval replaces a chosen date', () => {
  const before = { ownerId: 'ann', months: 6, dueOn: '2027-01-01' }
  expect(changedSettings(before, {})).toEqual(before)
  expect(changedSettings(before, { owner: null })).toEqual({ ...before, ownerId: null })
  expect(changedSettings(before, { interval: 6 })).toEqual(before)
  expect(changedSettings(before, { interval: 3 })).toEqual({ ...before, months: 3, dueOn: null })
  expect(changedSettings(before, { interval: 3, dueOn: '2027-02-01' }).dueOn).toBe('2027-02-01')
  expect(changedSettings(before, { interval: 'never' })).toEqual({ ...before, months: 0, dueOn: null })
})

test('an interval begins where there was none', () => {
  expect(beginsInterval(nothing, { ...nothing, months: 3 })).toBe(true)
  expect(beginsInterval({ ...nothing, months: 0 }, { ...nothing, months: 3 })).toBe(true)
  expect(beginsInterval({ ...nothing, months: 6 }, { ...nothing, months: 3 })).toBe(false)
  expect(beginsInterval({ ...nothing, months: 6 }, nothing)).toBe(false)
})

test('the API says never for what is stored as 0', () => {
  expect(settingsOf({ ...nothing, months: 0 }).interval).toBe('never')
  expect(settingsOf(nothing)).toEqual({ owner: null, interval: null, dueOn: null })
})

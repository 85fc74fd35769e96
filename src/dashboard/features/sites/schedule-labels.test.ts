import { expect, test } from 'vitest'
import { changeLabel, formatInZone, toLocalInput } from './schedule-labels.ts'

test('a time is shown in the zone in which it was chosen', () => {
  expect(formatInZone('2026-11-24T08:00:00.000Z', 'Europe/Amsterdam')).toBe(
    '24 November 2026, 09:00 (Europe/Amsterdam)',
  )
  expect(formatInZone('2026-11-24T08:00:00.000Z', 'Asia/Tokyo')).toBe('24 November 2026, 17:00 (Asia/Tokyo)')
})

test('a time in a field means the same moment as before', () => {
  const at = new Date('2026-11-24T08:00:00.000Z')
  expect(new Date(toLocalInput(at))).toEqual(at)
})

test('a change of the audience names it as the audience page does', () => {
  expect(changeLabel({ type: 'change-audience', visibility: 'visitor-auth' })).toBe(
    'Change the audience to “Visitor sign-in”',
  )
})

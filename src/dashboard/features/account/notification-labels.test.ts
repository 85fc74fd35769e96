import { expect, test } from 'vitest'
import { notificationReasons } from '#contract/notifications.ts'
import { reasonGroups } from './notification-labels.ts'

test('people can choose for every reason, once', () => {
  const shown = reasonGroups.flatMap(({ reasons }) => Object.keys(reasons))
  expect(shown.toSorted()).toEqual([...notificationReasons].toSorted())
})

import { expect, test } from 'vitest'
import { pollChoices, pollLabel, repositoryName, runSteps, syncState } from './labels.ts'

test.each([
  ['https://github.com/acme/docs.git', 'github.com/acme/docs'],
  ['https://example.org:8443/docs', 'example.org:8443/docs'],
  ['git@github.com:acme/docs.git', 'github.com:acme/docs'],
  ['ssh://git@example.org:2222/acme/docs.git', 'example.org:2222/acme/docs'],
])('%s is shown as %s', (url, name) => {
  expect(repositoryName(url)).toBe(name)
})

test.each([
  [1, 'every minute'],
  [5, 'every 5 minutes'],
  [60, 'every hour'],
  [90, 'every 90 minutes'],
  [1440, 'every 24 hours'],
])('%i minutes are %s', (minutes, label) => {
  expect(pollLabel(minutes)).toBe(label)
})

test('an interval that was set through the API can be chosen too, once', () => {
  expect(pollChoices(7).map(({ value }) => value)).toEqual(['1', '5', '7', '15', '60', '360', '1440'])
  expect(pollChoices(5)).toHaveLength(6)
})

test('a paused sync is paused whatever its last result; a requested one is starting until it runs', () => {
  expect(syncState({ status: 'failed', paused: true })).toEqual({ label: 'Paused' })
  expect(syncState({ status: 'in-sync', paused: false }, true).label).toBe('Starting')
  expect(syncState({ status: 'syncing', paused: false }, true).label).toBe('Syncing')
})

test('a sync says what it imported and the last commit that it pushed', () => {
  const commit = (message: string) => ({ commit: `${message}0000000`, message, author: 'Ada' })
  const pushed = ['a', 'b', 'c'].map(commit)
  expect(runSteps({ pulled: [commit('Fix a typo')], pushed }).map(({ text }) => text)).toEqual([
    'Imported “Fix a typo”',
    'Pushed “c” and 2 more commits',
  ])
  expect(runSteps({ pulled: [], pushed: pushed.slice(0, 2) })[0]?.text).toBe('Pushed “b” and 1 more commit')
  expect(runSteps({ pulled: [], pushed: [] })).toEqual([])
})

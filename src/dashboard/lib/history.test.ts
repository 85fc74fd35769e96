import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { skipClosedDialogs } from './history.ts'

const historyAt = (...paths: string[]) => {
  const history = skipClosedDialogs(createMemoryHistory({ initialEntries: ['/home'] }))
  for (const path of paths) history.push(path)
  return history
}

test.each(['push', 'replace'] as const)(
  'a dialog that was closed by a %s is no step back or forward',
  (close) => {
    const history = historyAt('/spaces', '/spaces?new=true')
    history[close]('/spaces')
    history.push('/spaces/1')
    history.back()
    expect(history.location.href).toBe('/spaces')
    history.back()
    expect(history.location.href).toBe('/home')
    history.forward()
    history.forward()
    expect(history.location.href).toBe('/spaces/1')
  },
)

test('Back closes an open dialog', () => {
  const history = historyAt('/spaces', '/spaces?new=true')
  history.back()
  expect(history.location.href).toBe('/spaces')
  history.back()
  expect(history.location.href).toBe('/home')
})

test('a visit of the same page after another one is a step', () => {
  const history = historyAt('/spaces', '/members', '/spaces')
  history.back()
  expect(history.location.href).toBe('/members')
})

test('at the first entry, nothing is left', () => {
  const history = skipClosedDialogs(createMemoryHistory({ initialEntries: ['/spaces'] }))
  history.push('/spaces?new=true')
  history.push('/spaces')
  history.back()
  expect(history.location.href).toBe('/spaces')
})

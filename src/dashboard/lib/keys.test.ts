// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addShortcuts, onPress, type Shortcut, shortcuts } from './keys.ts'

let heard: string[] = []
let removals: (() => void)[] = []
const bind = (...shortcuts: Omit<Shortcut, 'label' | 'act'>[]) =>
  removals.push(
    addShortcuts(shortcuts.map((one) => ({ ...one, label: one.keys, act: () => heard.push(one.keys) }))),
  )
const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body, now = 0) => {
  const listen = (event: Event) => event instanceof KeyboardEvent && onPress(event, now)
  document.addEventListener('keydown', listen)
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true, ...more }),
  )
  document.removeEventListener('keydown', listen)
}

beforeEach(() => {
  heard = []
})
afterEach(() => {
  for (const remove of removals) remove()
  removals = []
  document.body.innerHTML = ''
})

test('two keys in a row mean one thing', () => {
  bind({ keys: 'g l' }, { keys: 'l' })
  press('g', {}, document.body, 0)
  press('l', {}, document.body, 400)
  expect(heard).toEqual(['g l'])
})

test('the second key too late means itself', () => {
  bind({ keys: 'g l' }, { keys: 'l' })
  press('g', {}, document.body, 0)
  press('l', {}, document.body, 1500)
  expect(heard).toEqual(['l'])
})

test('in a field letters are letters', () => {
  bind({ keys: 'c' }, { keys: 'mod+k', everywhere: true })
  const field = document.createElement('input')
  document.body.append(field)
  press('c', {}, field)
  press('k', { ctrlKey: true }, field)
  expect(heard).toEqual(['mod+k'])
})

test('letters in a field within a shadow are letters too', () => {
  bind({ keys: 'c' })
  const host = document.createElement('div')
  document.body.append(host)
  const field = document.createElement('textarea')
  host.attachShadow({ mode: 'open' }).append(field)
  press('c', {}, field)
  expect(heard).toEqual([])
})

test('an open dialog keeps the keys of the page behind it away', () => {
  bind({ keys: 'c' })
  document.body.innerHTML = '<div role="dialog"></div>'
  press('c')
  expect(heard).toEqual([])
})

test('the newest layer wins', () => {
  bind({ keys: 'r' })
  const before = removals.length
  removals.push(addShortcuts([{ keys: 'r', label: 'newer', act: () => heard.push('newer') }]))
  press('r')
  removals.splice(before, 1)[0]?.()
  press('r')
  expect(heard).toEqual(['newer', 'r'])
})

test('what yields gives way to any other of the same keys, whichever came first', () => {
  bind({ keys: '/', yields: true })
  press('/')
  bind({ keys: '/' })
  press('/')
  expect(heard).toEqual(['/', '/'])
  const own: string[] = []
  removals.push(addShortcuts([{ keys: '/', label: 'Own', act: () => own.push('own') }]))
  bind({ keys: '/', yields: true })
  press('/')
  expect(own).toEqual(['own'])
})

test('what is only told is shown and does nothing', () => {
  bind({ keys: 'x', isTold: true })
  press('x')
  expect(heard).toEqual([])
  expect(shortcuts.all().map(({ keys }) => keys)).toContain('x')
})

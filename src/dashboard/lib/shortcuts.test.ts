// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handleShortcut, registerShortcuts, type Shortcut, shortcuts } from './shortcuts.ts'

let runs: string[] = []
let removals: (() => void)[] = []
const bind = (...shortcuts: Omit<Shortcut, 'label' | 'run'>[]) =>
  removals.push(
    registerShortcuts(shortcuts.map((one) => ({ ...one, label: one.keys, run: () => runs.push(one.keys) }))),
  )
const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body, now = 0) => {
  const listen = (event: Event) => event instanceof KeyboardEvent && handleShortcut(event, now)
  document.addEventListener('keydown', listen)
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true, ...more }),
  )
  document.removeEventListener('keydown', listen)
}

beforeEach(() => {
  runs = []
})
afterEach(() => {
  for (const remove of removals) remove()
  removals = []
  document.body.innerHTML = ''
})

test('two keys in a row run one shortcut', () => {
  bind({ keys: 'g l' }, { keys: 'l' })
  press('g', {}, document.body, 0)
  press('l', {}, document.body, 400)
  expect(runs).toEqual(['g l'])
})

test('a second key that comes too late is a shortcut of its own', () => {
  bind({ keys: 'g l' }, { keys: 'l' })
  press('g', {}, document.body, 0)
  press('l', {}, document.body, 1500)
  expect(runs).toEqual(['l'])
})

test('letters typed in a field run no shortcut', () => {
  bind({ keys: 'c' }, { keys: 'mod+k', isGlobal: true })
  const field = document.createElement('input')
  document.body.append(field)
  press('c', {}, field)
  press('k', { ctrlKey: true }, field)
  expect(runs).toEqual(['mod+k'])
})

test('letters typed in a field within a shadow tree run no shortcut', () => {
  bind({ keys: 'c' })
  const host = document.createElement('div')
  document.body.append(host)
  const field = document.createElement('textarea')
  host.attachShadow({ mode: 'open' }).append(field)
  press('c', {}, field)
  expect(runs).toEqual([])
})

test('an open dialog disables the shortcuts of the page behind it', () => {
  bind({ keys: 'c' })
  document.body.innerHTML = '<div role="dialog"></div>'
  press('c')
  expect(runs).toEqual([])
})

test('the newest layer wins', () => {
  bind({ keys: 'r' })
  const before = removals.length
  removals.push(registerShortcuts([{ keys: 'r', label: 'newer', run: () => runs.push('newer') }]))
  press('r')
  removals.splice(before, 1)[0]?.()
  press('r')
  expect(runs).toEqual(['newer', 'r'])
})

test('a fallback yields to any other shortcut with the same keys, whichever was registered first', () => {
  bind({ keys: '/', isFallback: true })
  press('/')
  bind({ keys: '/' })
  press('/')
  expect(runs).toEqual(['/', '/'])
  const own: string[] = []
  removals.push(registerShortcuts([{ keys: '/', label: 'Own', run: () => own.push('own') }]))
  bind({ keys: '/', isFallback: true })
  press('/')
  expect(own).toEqual(['own'])
})

test('a documented shortcut is listed and does nothing', () => {
  bind({ keys: 'x', isDocumentationOnly: true })
  press('x')
  expect(runs).toEqual([])
  expect(shortcuts.all().map(({ keys }) => keys)).toContain('x')
})

// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { focusNear, positionOf } from './focus.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

function show(html: string): void {
  document.body.innerHTML = html
}

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`There is no element ${id}`)
  return element
}

test('the next row is focused when one is removed, and the previous one when it was the last', () => {
  const row = (id: string) => `<div data-row tabindex="-1" id="${id}"><button>Menu</button></div>`
  show(`<main><div>${['a', 'b', 'c'].map(row).join('')}</div></main>`)
  const middle = positionOf(byId('b'))
  byId('b').remove()
  expect(focusNear(middle)).toBe(true)
  expect(document.activeElement?.id).toBe('c')
  const last = positionOf(byId('c'))
  byId('c').remove()
  expect(focusNear(last)).toBe(true)
  expect(document.activeElement?.id).toBe('a')
})

test('after the button of a removed row, the next row is focused', () => {
  show('<main><ul><li id="a"><button>x</button></li><li><button id="b">y</button></li></ul></main>')
  const position = positionOf(byId('a').querySelector('button') ?? document.body)
  byId('a').remove()
  expect(focusNear(position)).toBe(true)
  expect(document.activeElement?.id).toBe('b')
})

test('the main area is focused when nothing else is left', () => {
  show('<main tabindex="-1"><section id="all"><button id="a">x</button></section></main>')
  const position = positionOf(byId('a'))
  byId('all').remove()
  expect(focusNear(position)).toBe(true)
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('the filter of a list is not focused, because the next key may be a command', () => {
  show('<main tabindex="-1"><div><input id="filter"></div><ul><li id="a"><button>x</button></li></ul></main>')
  const position = positionOf(byId('a').querySelector('button') ?? document.body)
  byId('a').remove()
  expect(focusNear(position)).toBe(true)
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('nothing is focused when the whole page was replaced', () => {
  show('<main><button id="a">x</button></main>')
  const position = positionOf(byId('a'))
  document.body.innerHTML = '<main></main>'
  expect(focusNear(position)).toBe(false)
})

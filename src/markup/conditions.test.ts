import { expect, test } from 'vitest'
import { applyConditions } from './conditions.ts'

const onlyStaff = (expression: string) => expression === 'staff'

test('blocks are shown without their tags, or not at all', () => {
  const body = '{% if staff %}\n## Staff\n{% endif %}\n\n{% if beta %}\n## Beta\n{% endif %}\n\nFor all.\n'
  expect(applyConditions(body, onlyStaff)).toBe('## Staff\n\nFor all.\n')
})

test('nested conditions must all be met', () => {
  const body = '{% if staff %}\nOuter.\n\n{% if beta %}\nInner.\n{% endif %}\n\nRest.\n{% endif %}\n'
  expect(applyConditions(body, onlyStaff)).toBe('Outer.\n\nRest.\n')
  expect(applyConditions(body, (one) => one === 'beta').trim()).toBe('')
})

test.each([
  ['in a quote', '> before\n>\n> {% if beta %}\n> secret\n> {% endif %}\n>\n> after\n'],
  ['in a list', '* before\n\n  {% if beta %}\n  secret\n  {% endif %}\n* after\n'],
  [
    'in raw HTML in a quote',
    '> <details>\n> {% if beta %}\n> secret\n> {% endif %}\n> </details>\n\nafter\n',
  ],
  ['that ends inside a list', '{% if beta %}\nsecret\n\n* secret {% endif %}\n* secret\n\nafter\n'],
  ['around a definition', '[after][a]\n\n{% if beta %}\n[a]: https://secret.example\n{% endif %}\n'],
])('nothing of a hidden block %s remains', (_, body) => {
  const text = applyConditions(body, onlyStaff)
  expect(text).not.toMatch(/secret|\{%/)
  expect(text).toContain('after')
})

test('a text without conditions is not changed', () => {
  const body = '- a   list\n\n`{% endif %}` and {% hint %}'
  expect(applyConditions(body, onlyStaff)).toBe(body)
})

import { expect, test } from 'vitest'
import { attributeIn, withAttribute } from './tag-fields.ts'

test.each([
  ['{% embed url="https://a.example" %}', 'url', '{% embed url="X" %}'],
  [
    '{%- embed  fullWidth="true"  url="" -%}\nCaption url="y"\n{% endembed %}',
    'url',
    '{%- embed  fullWidth="true"  url="X" -%}\nCaption url="y"\n{% endembed %}',
  ],
  ['{% file src="/files/a" %}', 'url', '{% file src="/files/a" %}'],
  ['Text url="a"', 'url', 'Text url="a"'],
])('in %s, %s is replaced and nothing else', (source, name, expected) => {
  expect(withAttribute(source, name, 'X')).toBe(expected)
})

test('a value can’t leave its quotes or its line', () => {
  expect(withAttribute('{% embed url="a" %}', 'url', 'b" c="d\n%}')).toBe('{% embed url="b’ c=’d  " %}')
})

test('the value is found as it is written', () => {
  const source = '{% embed url="https://a.example/?b=c" %}'
  const range = attributeIn(source, 'url')
  expect(range && source.slice(range.from, range.to)).toBe('https://a.example/?b=c')
})

import { expect, test } from 'vitest'
import { includesIn, mayInclude, withIncludes } from './includes.ts'
import { parseMarkdown } from './parse.ts'

const tag = (id: string) => `{% include "/reusable-contents/${id}" %}`
const texts = new Map([
  ['a', 'Words\n\n* of\n* a\n'],
  ['b', `Before\n\n${tag('a')}`],
  ['me', `I show\n\n${tag('you')}`],
  ['you', `You show\n\n${tag('me')}`],
])
const shown = (body: string) => withIncludes(body, (id) => texts.get(id))

test('what a text shows stands in place of its tag, however deep', () => {
  expect(shown(`One\n\n${tag('b')}\n\nTwo\n`)).toBe('One\n\nBefore\n\nWords\n\n* of\n* a\n\nTwo\n')
})

test('in lists and quotations it stands where the tag stood', () => {
  const list = shown(`* Item\n\n  ${tag('a')}\n\nAfter`)
  expect(list).toBe('* Item\n\n  Words\n  \n  * of\n  * a\n\nAfter')
  expect(shown(`> ${tag('a')}`)).toBe('> Words\n> \n> * of\n> * a')
})

test('texts that show each other end where they would begin again', () => {
  expect(shown(tag('me'))).toBe('I show\n\nYou show')
})

test('what grows without end is cut', () => {
  const big = new Map(
    Array.from({ length: 8 }, (_, n) => [
      `t${n}`,
      `${'x'.repeat(500)}\n\n${`${tag(`t${n + 1}`)}\n\n`.repeat(9)}`,
    ]),
  )
  expect(withIncludes(tag('t0'), (id) => big.get(id)).length).toBeLessThan(2_000_000)
})

test('what is not there leaves nothing, and in code a tag is code', () => {
  expect(shown(`One\n\n${tag('nosuch')}\n\nTwo`)).toBe('One\n\n\n\nTwo')
  const code = `\`\`\`\n${tag('a')}\n\`\`\``
  expect(shown(code)).toBe(code)
  expect(includesIn(parseMarkdown(`${code}\n\n${tag('a')}\n\n${tag('a')}`))).toEqual(['a'])
  expect([mayInclude(code), mayInclude('{% hint %}')]).toEqual([true, false])
})

import { expect, test } from 'vitest'
import {
  detachedText,
  expandIncludes,
  idsMentionedIn,
  includeOnLine,
  includesIn,
  includeTag,
  mayInclude,
  withIncluded,
} from './includes.ts'
import { parseMarkdown } from './parse.ts'

const tag = (id: string) => `{% include "/reusable-contents/${id}" %}`
const texts = new Map([
  ['a', 'Words\n\n* of\n* a\n'],
  ['b', `Before\n\n${tag('a')}`],
  ['me', `I show\n\n${tag('you')}`],
  ['you', `You show\n\n${tag('me')}`],
])
const expand = (body: string) => expandIncludes(body, (id) => texts.get(id))

test('an include tag is replaced with its content, at any depth', () => {
  expect(expand(`One\n\n${tag('b')}\n\nTwo\n`)).toBe('One\n\nBefore\n\nWords\n\n* of\n* a\n\nTwo\n')
})

test('content in lists and blockquotes is indented like its tag', () => {
  const list = expand(`* Item\n\n  ${tag('a')}\n\nAfter`)
  expect(list).toBe('* Item\n\n  Words\n  \n  * of\n  * a\n\nAfter')
  expect(expand(`> ${tag('a')}`)).toBe('> Words\n> \n> * of\n> * a')
})

test('contents that include each other stop at the repetition', () => {
  expect(expand(tag('me'))).toBe('I show\n\nYou show')
})

test('the total length is limited', () => {
  const big = new Map(
    Array.from({ length: 8 }, (_, n) => [
      `t${n}`,
      `${'x'.repeat(500)}\n\n${`${tag(`t${n + 1}`)}\n\n`.repeat(9)}`,
    ]),
  )
  expect(expandIncludes(tag('t0'), (id) => big.get(id)).length).toBeLessThan(2_000_000)
})

test('missing content is replaced with nothing, and tags in code remain code', () => {
  expect(expand(`One\n\n${tag('nosuch')}\n\nTwo`)).toBe('One\n\n\n\nTwo')
  const code = `\`\`\`\n${tag('a')}\n\`\`\``
  expect(expand(code)).toBe(code)
  expect(includesIn(parseMarkdown(`${code}\n\n${tag('a')}\n\n${tag('a')}`))).toEqual(['a'])
  expect([mayInclude(code), mayInclude('{% hint %}')]).toEqual([true, false])
})

test('a shown text knows where its blocks are in the source', () => {
  const source = `One\n\n${tag('b')}\n\nTwo\n\n${tag('unknown')}\n`
  const { markdown, sourceOffset } = withIncluded(source, (id) => texts.get(id))
  expect(markdown).toBe(`One\n\nBefore\n\nWords\n\n* of\n* a\n\nTwo\n\n${tag('unknown')}\n`)
  expect(sourceOffset(markdown.indexOf('One'))).toBe(0)
  expect(sourceOffset(markdown.indexOf('Before'))).toBe(source.indexOf(tag('b')))
  expect(sourceOffset(markdown.indexOf('Words'))).toBeNull()
  expect(sourceOffset(markdown.indexOf('Two'))).toBe(source.indexOf('Two'))
  expect(sourceOffset(markdown.length)).toBe(source.length)
})

test('a tag is found on a line, and its text takes its place with the same indentation', () => {
  const line = `  ${tag('a')} `
  expect(includeOnLine(line)).toEqual({ id: 'a', start: 2, end: line.length - 1 })
  expect(includeOnLine('{% include "./a.md" %}')).toBeUndefined()
  expect(detachedText('one\n\ntwo\n', `* Item\n${line}`, 9)).toBe('one\n  \n  two')
  expect(idsMentionedIn(`${includeTag('a')} ${tag('b')} ${tag('a')}`)).toEqual(['a', 'b'])
})

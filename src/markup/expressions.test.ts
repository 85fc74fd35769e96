import { expect, test } from 'vitest'
import { cpuSeconds } from '#testing/cpu-seconds.ts'
import { expandExpressions, expressionsOf } from './expressions.ts'
import { headingsOf } from './headings.ts'
import { parseMarkdown } from './parse.ts'
import { plainTextOf } from './text.ts'

const code = (expression: string) => `<code class="expression">${expression}</code>`
const expressionsIn = (body: string) => expressionsOf(parseMarkdown(body), body).map((one) => one.expression)
const shown = (body: string, value: string) =>
  plainTextOf(parseMarkdown(expandExpressions(body, () => value)))

test('expressions are found in text, headings, lists, tables, blocks and HTML', () => {
  const body = [
    `# Version ${code('a')}`,
    `- ${code('b')} and **${code('c')}**`,
    `| ${code('d')} |\n| --- |\n| ${code('e')} |`,
    `{% hint style="info" %}\nIn ${code('f')}\n{% endhint %}`,
    `<table><tbody><tr><td>${code('g')}</td><td>${code('h')}</td></tr></tbody></table>`,
  ].join('\n\n')
  expect(expressionsIn(body)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
})

test('code is no expression', () => {
  const body = `\`${code('a')}\`\n\n\`\`\`\n${code('b')}\n\`\`\`\n\n<code>c</code> <code class="x">d</code>`
  expect(expressionsIn(body)).toEqual([])
  expect(expandExpressions(body, () => 'value')).toBe(body)
})

test('entities, escaped signs and comparisons are read as they are written', () => {
  expect(
    expressionsIn(`Is ${code('space.vars.latest\\_version &amp;&amp; 1 &#x3C; 2 ? "a" : "b"')}`),
  ).toEqual(['space.vars.latest_version && 1 < 2 ? "a" : "b"'])
  expect(expressionsIn(`<p>${code('space.vars.a\\_b')}</p>`)).toEqual(['space.vars.a\\_b'])
})

test('a value is text, whatever it contains', () => {
  for (const value of [
    '*bold* _x_',
    '<b>x</b>',
    '[x](/y)',
    '{% hint %}',
    '`a`',
    '$$x$$',
    '1. x',
    '# x',
    '| x |',
    '- x',
  ])
    for (const body of [`See ${code('a')}.`, code('a'), `- ${code('a')}`])
      expect(shown(body, value).trim(), body).toBe(body.startsWith('See') ? `See ${value}.` : value)
  expect(shown(`<table><tr><td>${code('a')}</td></tr></table>`, '<b>*x*</b>')).toBe('<b>*x*</b>')
})

test('headings have the same anchors with and without the values of their expressions', () => {
  const body = `# Version ${code('a')}\n\n## Set ${code('a')} up ##\n\n## Set ${code('b')} up\n\n## <a id="own"></a>Go ${code('a')}\n\nText ${code('a')}.\n`
  const anchors = ['version', 'set-up', 'set-up-1', 'own']
  expect(headingsOf(parseMarkdown(body)).map(({ anchor }) => anchor)).toEqual(anchors)
  const expanded = expandExpressions(body, () => 'it & more')
  expect(headingsOf(parseMarkdown(expanded)).map(({ anchor }) => anchor)).toEqual(anchors)
  expect(headingsOf(parseMarkdown(expanded))[1]?.text).toBe('Set it & more up')
})

test('an expression without a value is nothing', () => {
  expect(expandExpressions(`Version ${code('a')}.`, () => null)).toBe('Version .')
})

test('many unclosed expressions take no longer than others', () => {
  const body = '<code class="expression">x '.repeat(20_000)
  expect(cpuSeconds(() => expandExpressions(body, () => 'x'))).toBeLessThan(8)
})

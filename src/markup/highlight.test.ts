import { expect, test } from 'vitest'
import { createHighlighter } from './highlight.ts'
import { languagesOf } from './languages.ts'
import { parseMarkdown } from './parse.ts'
import { toHtml } from './to-html.ts'

const { prepare, highlight } = await createHighlighter()

async function highlighted(code: string, language: string): Promise<string | null> {
  await prepare([language])
  const children = highlight(code, language)
  return children && toHtml({ type: 'root', children })
}

test('tokens have classes and no styles', async () => {
  expect(await highlighted('def a(b) # c\n  "d"', 'rb')).toBe(
    '<span class="t-k">def</span> <span class="t-f">a</span><span class="t-u">(</span><span class="t-p">b</span><span class="t-u">)</span> <span class="t-c"># c</span>\n  <span class="t-s">"d"</span>',
  )
  expect(await highlighted('{"a": 1}', 'json')).toBe(
    '<span class="t-u">{</span><span class="t-k">"a"</span><span class="t-u">:</span> <span class="t-n">1</span><span class="t-u">}</span>',
  )
  expect(await highlighted('-a\n+b', 'diff')).toBe(
    '<span class="t-del">-a</span>\n<span class="t-add">+b</span>',
  )
})

test('code in an unknown or unprepared language is not highlighted', async () => {
  expect(await highlighted('x', 'klingon')).toBeNull()
  expect(await highlighted('x', 'constructor')).toBeNull()
  expect(highlight('x', 'haskell')).toBeNull()
})

test('the languages of a page are those of its code fences', () => {
  expect([
    ...languagesOf(parseMarkdown('```JS {1}\n```\n\n{% hint %}\n~~~py\n~~~\n{% endhint %}\n\n```\n```')),
  ]).toEqual(['js', 'py'])
})

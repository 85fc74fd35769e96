import { expect, it } from 'vitest'
import { emojiNamed } from './emoji.ts'
import { parseMarkdown } from './parse.ts'
import { mayContainShortcodes, withEmoji } from './shortcodes.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const html = (markdown: string) => toHtml(toHast(parseMarkdown(markdown), { emoji: emojiNamed }))

it('shows emoji instead of their names between colons', () => {
  expect(html('Ready :rocket:, +1: :+1:')).toBe('<p>Ready 🚀, +1: 👍</p>')
  expect(html(':x::white\\_check\\_mark:')).toBe('<p>❌✅</p>')
  expect(html('| A |\n| - |\n| :white\\_check\\_mark: |')).toContain('>✅</td>')
  expect(html('<table><tbody><tr><td>:x:</td></tr></tbody></table>')).toContain('❌')
})

it('leaves other words, times, code and icons as they are', () => {
  for (const text of ['10:100:30', 'a:x:b', ':no_such_emoji:', 'constructor :constructor:'])
    expect(html(text)).toBe(`<p>${text}</p>`)
  expect(html('`:x:`')).toContain('>:x:<')
  expect(html('```\n:x:\n```')).toContain(':x:')
  expect(html('<i class="fa-rocket">:rocket:</i>')).not.toContain('🚀')
})

it('knows without parsing whether a text may have shortcodes', () => {
  expect(mayContainShortcodes('a :white\\_check\\_mark: b')).toBe(true)
  expect(mayContainShortcodes('see: this, and https://example.org: that')).toBe(false)
})

it('replaces shortcodes in plain text', () => {
  expect(withEmoji('a :tada: b', emojiNamed)).toBe('a 🎉 b')
})

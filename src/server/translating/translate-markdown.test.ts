import { expect, test } from 'vitest'
import { everyBlock } from '#testing/every-block.ts'
import { translateMarkdown } from './translate-page.ts'

/** Translates by writing words in upper case, with signs that mean something in Markdown. */
const shout = async (texts: readonly string[]) => texts.map((text) => `${text.toUpperCase()}*_[x]`)
const upper = async (texts: readonly string[]) => texts.map((text) => text.toUpperCase())

const translated = (original: string, translate = upper) =>
  translateMarkdown({ original, confirmed: undefined, translation: '' }, translate)

test.each<[string, string, string]>([
  ['marks', 'Some **bold** and _soft_ text', 'SOME **BOLD** AND _SOFT_ TEXT'],
  ['links', 'Read [the guide](/pages/abc "Title") now', 'READ [THE GUIDE](/pages/abc "Title") NOW'],
  ['addresses', 'See https://example.org/a_b today', 'SEE https://example.org/a_b TODAY'],
  ['code', 'Run `npm start` first', 'RUN `npm start` FIRST'],
  ['variables and emoji', 'Hello {{ user.name }} :wave: there', 'HELLO {{ user.name }} :wave: THERE'],
  ['images', 'A picture ![alt](/files/x) here', 'A PICTURE ![alt](/files/x) HERE'],
  ['lists', '* one\n  * two\n* [ ] three', '* ONE\n  * TWO\n* [ ] THREE'],
  ['quotes', '> first\n> second', '> FIRST SECOND'],
  ['tables', '| Name | Use |\n| --- | --- |\n| a\\|b | c |', '| NAME | USE |\n| --- | --- |\n| A\\|B | C |'],
  [
    'tags',
    '{% hint style="info" %}\nBeware\n{% endhint %}',
    '{% hint style="info" %}\nBEWARE\n{% endhint %}',
  ],
  ['fenced code', '```js\nconst a = 1\n```', '```js\nconst a = 1\n```'],
  ['formulas', 'Area $$a^b$$ holds', 'AREA $$a^b$$ HOLDS'],
  ['HTML', 'A <kbd>Ctrl</kbd> key\n\n<div>raw</div>', 'A <kbd>CTRL</kbd> KEY\n\n<div>raw</div>'],
])('translates the text of %s and nothing else', async (_, original, expected) => {
  expect(await translated(original)).toBe(expected)
})

test('escapes what a provider returns', async () => {
  expect(await translated('Word', shout)).toBe('WORD\\*\\_\\[x\\]')
  expect(await translated('Word', async () => ['# Title\n- item'])).toBe('\\# Title - item')
  expect(await translated('Word', async () => ['{% hint %} <script> {{x}}'])).toBe(
    '\\{% hint %} \\<script\\> \\{{x}}',
  )
  expect(await translated('Word', async () => [''])).toBe('Word')
})

test('keeps the structure of a page with every block', async () => {
  const result = await translated(everyBlock, shout)
  expect(result).not.toBe(everyBlock)
  const fixed = (text: string) => text.match(/\]\([^)]*\)|\{%.*?%\}|```[\s\S]*?```/g)
  expect(fixed(result)).toEqual(fixed(everyBlock))
})

test('keeps the translation of blocks whose original has not changed', async () => {
  const confirmed = '# Install\n\nFirst step.\n\nLast step.'
  const translation = '# Installieren\n\nErster Schritt.\n\nLetzter Schritt.'
  const original = '# Install\n\nFirst step.\n\nMiddle step.\n\nLast step, changed.'
  expect(await translateMarkdown({ original, confirmed, translation }, upper)).toBe(
    '# Installieren\n\nErster Schritt.\n\nMIDDLE STEP.\n\nLAST STEP, CHANGED.',
  )
  const rearranged = '# Installieren\n\nAlles in einem.'
  expect(await translateMarkdown({ original, confirmed, translation: rearranged }, upper)).toBe(
    original.replace(/\p{L}/gu, (letter) => letter.toUpperCase()),
  )
})

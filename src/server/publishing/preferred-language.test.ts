import { expect, test } from 'vitest'
import { bestMatch } from './preferred-language.ts'

const offered = ['en', 'de', 'pt-br', 'zh', 'zh-tw', 'no'].map((language) => ({ language }))
const match = (header: string) => bestMatch(offered, header)?.language

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['fr, de;q=0.5', 'de'],
  ['en;q=0.5, de;q=0.9', 'de'],
  ['pt-PT, en;q=0.5', 'pt-br'],
  ['pt', 'pt-br'],
  ['zh-HK', 'zh-tw'],
  ['zh-Hant-TW', 'zh-tw'],
  ['zh-CN', 'zh'],
  ['nb-NO', 'no'],
])('“%s” is answered in %s', (header, language) => {
  expect(match(header)).toBe(language)
})

test.each(['', '*', 'fr', 'de;q=0', 'fr, *;q=0.1, de;q=0.05', 'not a language', ','.repeat(5000)])(
  '“%s” is answered in the default language',
  (header) => {
    expect(match(header)).toBeUndefined()
  },
)

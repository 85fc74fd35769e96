import { describe, expect, test } from 'vitest'
import { locales } from '#contract/shared/customization-values.ts'
import { blockLabelsOf } from './block-labels.ts'
import { formatDate, textsOf } from './texts.ts'

const detectedLanguages = ['ar', 'he']
const others = [...locales, ...detectedLanguages].filter((locale) => locale !== 'en')

/** The placeholders of each text. */
const placeholders = (words: object): Record<string, string[]> =>
  Object.fromEntries(Object.entries(words).map(([name, text]) => [name, placeholdersOf(String(text))]))

const placeholdersOf = (text: string): string[] => (text.match(/\{\w+/g) ?? []).sort()

/** Some translations equal the English text, such as “Version”. */
const sameAsEnglish = (words: object, english: object): number => {
  const all = new Map<string, unknown>(Object.entries(english))
  return Object.entries(words).filter(([name, text]) => all.get(name) === text).length
}

describe.each(others)('%s', (locale) => {
  test.each([
    ['page texts', textsOf],
    ['block labels', blockLabelsOf],
  ])('all %s are translated with the same placeholders', (_, wordsOf) => {
    const [words, english] = [wordsOf(locale), wordsOf('en')]
    expect(placeholders(words)).toEqual(placeholders(english))
    expect(Object.values(words).filter((text) => text.trim() === '')).toEqual([])
    expect(sameAsEnglish(words, english)).toBeLessThan(Object.keys(english).length / 8)
  })

  test('dates are formatted in the language', () => {
    const date = formatDate('2026-10-14T00:00:00Z', locale)
    expect(date).toContain('2026')
    expect(date).not.toContain('October')
  })
})

test('a locale falls back to its language, then to English, ignoring case', () => {
  expect(textsOf('PT-BR').searchSubmit).toBe('Pesquisar')
  expect(textsOf('de-CH').searchSubmit).toBe('Suchen')
  expect(blockLabelsOf('de-CH').copyCode).toBe('Code kopieren')
  expect([textsOf('fi').searchSubmit, blockLabelsOf('fi').copyCode]).toEqual(['Search', 'Copy code'])
})

import { describe, expect, test } from 'vitest'
import { locales } from '#contract/shared/customization-values.ts'
import { blockLabelsOf } from './block-labels.ts'
import { dateInWords, textsOf } from './texts.ts'

const toldByLetters = ['ar', 'he']
const others = [...locales, ...toldByLetters].filter((locale) => locale !== 'en')

/** What is left of a word when only its `{places}` are looked at. */
const placesIn = (words: object): Record<string, string[]> =>
  Object.fromEntries(Object.entries(words).map(([name, text]) => [name, placesOf(String(text))]))

const placesOf = (text: string): string[] => (text.match(/\{\w+/g) ?? []).sort()

/** Words of other languages may be the English ones now and then, such as “Version”. */
const sameAsEnglish = (words: object, english: object): number => {
  const all = new Map<string, unknown>(Object.entries(english))
  return Object.entries(words).filter(([name, text]) => all.get(name) === text).length
}

describe.each(others)('%s', (locale) => {
  test.each([
    ['around the text', textsOf],
    ['of blocks', blockLabelsOf],
  ])('has all words %s, with the same places to fill', (_, wordsOf) => {
    const [words, english] = [wordsOf(locale), wordsOf('en')]
    expect(placesIn(words)).toEqual(placesIn(english))
    expect(Object.values(words).filter((text) => text.trim() === '')).toEqual([])
    expect(sameAsEnglish(words, english)).toBeLessThan(Object.keys(english).length / 8)
  })

  test('writes dates in its own words', () => {
    const date = dateInWords('2026-10-14T00:00:00Z', locale)
    expect(date).toContain('2026')
    expect(date).not.toContain('October')
  })
})

test('a locale is known by its language, in whatever case, and without words it speaks English', () => {
  expect(textsOf('PT-BR').searchSubmit).toBe('Pesquisar')
  expect(textsOf('de-CH').searchSubmit).toBe('Suchen')
  expect(blockLabelsOf('de-CH').copyCode).toBe('Code kopieren')
  expect([textsOf('fi').searchSubmit, blockLabelsOf('fi').copyCode]).toEqual(['Search', 'Copy code'])
})

import { expect, test } from 'vitest'
import { firstMatch, splitAtMatches } from './search-matches.ts'

const matches = (text: string, query: string) =>
  splitAtMatches(text, query).flatMap((piece) => (piece.isMatch ? [piece.text] : []))

test('words that begin with a word of the query match, ignoring case', () => {
  expect(matches('Flush early, flushing is cheap; toiletflush is not', 'flush')).toEqual([
    'Flush',
    'flushing',
  ])
})

test('other forms of a word match, and words of questions do not', () => {
  expect(matches('Installing it and the installation of a table', 'how do I install the tables?')).toEqual([
    'Installing',
    'installation',
    'table',
  ])
  expect(matches('How to begin', 'how to')).toEqual(['How', 'to'])
})

test('parts of a name with underscores match', () => {
  expect(splitAtMatches('flush_interval', 'interval')).toEqual([
    { text: 'flush_', isMatch: false },
    { text: 'interval', isMatch: true },
  ])
})

test('words of other scripts match', () => {
  expect(matches('قطع المخزن المؤقت', 'المخزن')).toEqual(['المخزن'])
})

test('the pieces contain the whole text for any query', () => {
  for (const query of ['', '.*', '(', 'a|b', 'é']) {
    expect(
      splitAtMatches('a (b) .* é', query)
        .map((piece) => piece.text)
        .join(''),
    ).toBe('a (b) .* é')
  }
})

test('the first match is where the first of the pieces that match begins', () => {
  for (const query of ['interval', 'flush', 'no such word', 'É', '.*', 'b é']) {
    for (const text of [
      'the flush_interval of a buffer',
      'a (b) .* é',
      'intervals',
      '',
      'reinterval interval',
    ]) {
      const pieces = splitAtMatches(text, query)
      const before = pieces.findIndex(({ isMatch }) => isMatch)
      const expected = pieces.slice(0, Math.max(0, before)).map((piece) => piece.text)
      expect([query, text, firstMatch(text, query)]).toEqual([query, text, expected.join('').length])
    }
  }
})

import { expect, test } from 'vitest'
import { markWords } from './mark-words.ts'

const hits = (text: string, query: string) =>
  markWords(text, query).flatMap((piece) => (piece.hit ? [piece.text] : []))

test('marks words that begin with a searched word, in whatever case', () => {
  expect(hits('Flush early, flushing is cheap; toiletflush is not', 'flush')).toEqual(['Flush', 'flushing'])
})

test('marks the parts of a name with underscores', () => {
  expect(markWords('flush_interval', 'interval')).toEqual([
    { text: 'flush_', hit: false },
    { text: 'interval', hit: true },
  ])
})

test('marks words of other scripts', () => {
  expect(hits('قطع المخزن المؤقت', 'المخزن')).toEqual(['المخزن'])
})

test('keeps the whole text, whatever was asked', () => {
  for (const query of ['', '.*', '(', 'a|b', 'é']) {
    expect(
      markWords('a (b) .* é', query)
        .map((piece) => piece.text)
        .join(''),
    ).toBe('a (b) .* é')
  }
})

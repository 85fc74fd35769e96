import { NodeSelection, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { samplePage } from '#markup/sample-page.ts'
import { offsetAt, offsetsOf, type PlacedDocument, positionAt } from './text-offsets.ts'
import { openDocument, writeDocument } from './visual-document.ts'

const place = (text: string): PlacedDocument => {
  const opened = openDocument(text)
  return { doc: opened.doc, written: writeDocument(opened, opened.doc) }
}

/** What is shown before and after a position, in its text block. */
function around({ doc }: PlacedDocument, position: number): string {
  const $at = doc.resolve(position)
  return `${doc.textBetween($at.start(), position)}|${doc.textBetween(position, $at.end())}`
}

const at = (text: string, word: string): number => text.indexOf(word)

test.each([
  ['One two\n', 'two', 'One |two'],
  ['# One\n\nSome **bold words** here\n', 'words', 'Some bold |words here'],
  ['Some [linked](https://one.example/words) words\n', ' words', 'Some linked| words'],
  ['* one\n* two\n  * three\n', 'three', '|three'],
  ['| A | B |\n|---|---|\n| c | d\\_e |\n', 'c |', '|c'],
  ['{% hint style="info" %}\nSome info\n{% endhint %}\n', 'info\n', 'Some |info'],
  ['```js\nconst a = 1\nconst b = 2\n```\n', 'b = 2', 'const a = 1\nconst |b = 2'],
  ['---\ntitle: x\n---\n\nOne *two* three\n', 'two', 'One |two three'],
])('an offset in %j is a position in the editor, and the other way round', (text, word, shown) => {
  const placed = place(text)
  const position = positionAt(placed, at(text, word))
  expect(around(placed, position)).toBe(shown)
  const back = offsetAt(placed, position)
  expect(around(placed, positionAt(placed, back))).toBe(shown)
  // Only markup is between the two.
  const between = text.slice(Math.min(back, at(text, word)), Math.max(back, at(text, word)))
  expect(between.replace(/\(\S+\)/, '')).not.toMatch(/[a-z]{2}/)
})

test('every offset of a page of plain paragraphs is exact', () => {
  const text = 'One two two.\n\nTwo  one, and more.\n'
  const placed = place(text)
  for (let offset = 0; offset < text.trimEnd().length; offset++) {
    if (offset === 13) continue
    expect(offsetAt(placed, positionAt(placed, offset))).toBe(offset)
  }
})

test('every position of a page of every block has an offset in its block', () => {
  const placed = place(samplePage)
  const { doc, written } = placed
  for (let position = 0; position <= doc.content.size; position++) {
    const index = doc.resolve(position).index(0)
    const span = written.spans[Math.min(index, doc.childCount - 1)]
    const offset = offsetAt(placed, position)
    if (index < doc.childCount) expect(offset).toBeGreaterThanOrEqual(span?.start ?? 0)
    expect(offset).toBeLessThanOrEqual(span?.end ?? 0)
    expect(() => doc.resolve(positionAt(placed, offset))).not.toThrow()
  }
})

test('a selected block is the selection of its source', () => {
  const text = 'One\n\n***\n\nTwo\n'
  const placed = place(text)
  expect(offsetsOf(placed, NodeSelection.create(placed.doc, 5))).toEqual({ anchor: 5, head: 8 })
  expect(offsetsOf(placed, TextSelection.create(placed.doc, 4, 2))).toEqual({ anchor: 3, head: 1 })
})

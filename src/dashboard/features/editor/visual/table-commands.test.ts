// @vitest-environment jsdom
import fc from 'fast-check'
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { alignAt, alignColumns, tableCommands } from './table-commands.ts'
import { openDocument, textOfDocument } from './visual-document.ts'

const TABLE = '| A | B |\n| --- | --: |\n| c | d |\n| e | f |\n'

/** The Markdown after commands with the cursor behind a word; undefined if the last one is not possible there. */
function after(
  word: string,
  names: readonly (keyof typeof tableCommands)[],
  text = TABLE,
): string | undefined {
  const opened = openDocument(text)
  let at = 0
  opened.doc.descendants((node, from) => {
    if (node.text === word) at = from + word.length
  })
  let state = EditorState.create({ doc: opened.doc })
  state = state.apply(state.tr.setSelection(TextSelection.create(opened.doc, at)))
  let isDone = false
  for (const name of names) {
    isDone = tableCommands[name](state, (tr) => {
      state = state.apply(tr)
    })
  }
  return isDone ? textOfDocument(opened, state.doc) : undefined
}

/** A table without what only makes it look even: spaces and the number of dashes. */
const cellsOf = (text: string | undefined) =>
  text
    ?.trimEnd()
    .split('\n')
    .map((line) => line.replace(/ +/g, '').replace(/-+/g, '-'))

test('rows are added, moved and deleted below the header', () => {
  const head = ['|A|B|', '|-|-:|']
  expect(cellsOf(after('c', ['addRowBelow']))).toEqual([...head, '|c|d|', '|||', '|e|f|'])
  expect(cellsOf(after('c', ['addRowAbove']))).toEqual([...head, '|||', '|c|d|', '|e|f|'])
  expect(cellsOf(after('A', ['addRowBelow']))).toEqual([...head, '|||', '|c|d|', '|e|f|'])
  expect(after('e', ['moveRowUp'])).toBe('| A | B |\n| --- | --: |\n| e | f |\n| c | d |\n')
  expect(after('c', ['deleteRow'])).toBe('| A | B |\n| --- | --: |\n| e | f |\n')
  for (const name of ['addRowAbove', 'moveRowUp', 'moveRowDown', 'deleteRow'] as const)
    expect(after('A', [name]), name).toBeUndefined()
  expect(after('c', ['moveRowUp'])).toBeUndefined()
})

test('columns are added, moved and deleted with their titles and alignment', () => {
  expect(cellsOf(after('c', ['addColumnAfter']))).toEqual(['|A||B|', '|-|-|-:|', '|c||d|', '|e||f|'])
  expect(cellsOf(after('d', ['moveColumnBack']))).toEqual(['|B|A|', '|-:|-|', '|d|c|', '|f|e|'])
  expect(cellsOf(after('d', ['deleteColumn']))).toEqual(['|A|', '|-|', '|c|', '|e|'])
  expect(after('c', ['deleteColumn', 'deleteColumn'])).toBeUndefined()
})

test('a column is aligned as a whole', () => {
  const opened = openDocument(TABLE)
  let state = EditorState.create({ doc: opened.doc })
  state = state.apply(state.tr.setSelection(TextSelection.near(opened.doc.resolve(3))))
  expect(alignAt(state)).toBeNull()
  alignColumns('center')(state, (tr) => {
    state = state.apply(tr)
  })
  expect(alignAt(state)).toBe('center')
  expect(textOfDocument(opened, state.doc)).toBe(TABLE.replace('| --- |', '| :-: |'))
})

test('a deleted table leaves the rest as it is', () => {
  expect(after('c', ['deleteTable'], `*  One\n\n${TABLE}\nTwo\n`)).toBe('*  One\n\nTwo\n')
})

test('after any commands, the table has a header and as many cells in each row', () => {
  const names = Object.keys(tableCommands).filter((name) => name !== 'deleteTable')
  const commands = fc.array(fc.constantFrom(...(names as (keyof typeof tableCommands)[])), { maxLength: 12 })
  fc.assert(
    fc.property(commands, fc.constantFrom('A', 'd', 'e'), (some, word) => {
      const text = after(word, [...some, 'addRowBelow'])
      const lines = (text ?? '').trimEnd().split('\n')
      const widths = new Set(lines.map((line) => line.match(/(?<!\\)\|/g)?.length))
      expect([...widths], text).toHaveLength(1)
      expect(lines[1]).toMatch(/^\|(?: :?-+:? \|)+$/)
    }),
    { numRuns: 200 },
  )
})

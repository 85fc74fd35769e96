import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { parseMarkdown } from './parse.ts'
import { revertBlocks } from './revert-blocks.ts'

const older = '# Wiring\n\nTighten it to 12 Nm.\n\nUse a torque wrench.\n\nCall us.\n'
const current = '# Wiring\n\nTighten it to 15 Nm.\n\nUse any wrench.\n\nA new warning.\n'

const keyIn = (text: string, blockText: string): string =>
  blocksOf(parseMarkdown(text)).find((block) => block.text === blockText)?.key ?? ''

test('only the block with the key is reverted', () => {
  expect(revertBlocks(current, older, [keyIn(current, 'Use any wrench.')])).toBe(
    current.replace('Use any wrench.', 'Use a torque wrench.'),
  )
})

test('a key of the older text works too', () => {
  expect(revertBlocks(current, older, [keyIn(older, 'Tighten it to 12 Nm.')])).toBe(
    current.replace('15', '12'),
  )
})

test('an added block is removed, and a removed one restored', () => {
  const longer = `${older}\nAdded later.\n`
  expect(revertBlocks(longer, older, [keyIn(longer, 'Added later.')])).toBe(older)
  expect(revertBlocks(older, longer, [keyIn(longer, 'Added later.')])).toBe(longer)
})

test('an unchanged block is preserved, and an unknown key returns undefined', () => {
  expect(revertBlocks(current, older, [keyIn(current, 'Wiring')])).toBe(current)
  expect(revertBlocks(current, older, ['nowhere'])).toBeUndefined()
})

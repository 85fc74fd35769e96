import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { parseMarkdown } from './parse.ts'
import { withBlocksOf } from './revert-blocks.ts'

const then = '# Wiring\n\nTighten it to 12 Nm.\n\nUse a torque wrench.\n\nCall us.\n'
const now = '# Wiring\n\nTighten it to 15 Nm.\n\nUse any wrench.\n\nA new warning.\n'

const keyIn = (text: string, words: string): string =>
  blocksOf(parseMarkdown(text)).find((block) => block.text === words)?.key ?? ''

test('only the block that is named goes back', () => {
  expect(withBlocksOf(now, then, [keyIn(now, 'Use any wrench.')])).toBe(
    now.replace('Use any wrench.', 'Use a torque wrench.'),
  )
})

test('a block may be named as it was', () => {
  expect(withBlocksOf(now, then, [keyIn(then, 'Tighten it to 12 Nm.')])).toBe(now.replace('15', '12'))
})

test('a block that came goes, one that went comes back', () => {
  const longer = `${then}\nAdded later.\n`
  expect(withBlocksOf(longer, then, [keyIn(longer, 'Added later.')])).toBe(then)
  expect(withBlocksOf(then, longer, [keyIn(longer, 'Added later.')])).toBe(longer)
})

test('a block that did not change stays, and one that is in neither is not there', () => {
  expect(withBlocksOf(now, then, [keyIn(now, 'Wiring')])).toBe(now)
  expect(withBlocksOf(now, then, ['nowhere'])).toBeUndefined()
})

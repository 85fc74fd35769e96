import { expect, test } from 'vitest'
import { treeOrderKey } from './rules.ts'

test('pages are listed like a page tree, and numbers by their value', () => {
  const paths = ['guides', 'guides/step-2', 'guides/step-10', 'guides/step-10/a', 'guides-old', 'v2']
  const keys = new Map(paths.map((path) => [treeOrderKey(path), path]))
  expect([...keys.keys()].sort().map((key) => keys.get(key))).toEqual(paths)
})

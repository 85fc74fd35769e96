import { expect, test } from 'vitest'
import type { SiteSpace } from '#contract/site-spaces.ts'
import { versionToMatch } from './row-actions.ts'
import { aSection, aSpace, withSections } from './sample-structure.ts'

const opened = aSpace('v3', { version: 4 })

const versionWith = (now: Partial<SiteSpace>): number => {
  const section = { ...aSection('Reference', []), siteSpaces: [{ ...opened, ...now, version: 5 }] }
  return versionToMatch(opened, ['path'])(withSections(section))
}

test('a concurrent move is no conflict', () => {
  expect(versionWith({ section: 'elsewhere' })).toBe(5)
})

test('a change to a field of the form is a conflict', () => {
  expect(versionWith({ path: 'api' })).toBe(4)
})

test('what is gone is asked for with the version that was seen', () => {
  expect(versionToMatch(opened, ['path'])(withSections())).toBe(4)
})

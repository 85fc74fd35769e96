import { expect, test } from 'vitest'
import type { PageMovePreview } from '#contract/page-moves.ts'
import { factsIn, warningsIn } from './move-to-space-summary.tsx'

const nothing: PageMovePreview = {
  object: 'page-move-preview',
  pages: 1,
  files: 0,
  reusableContents: 0,
  linkingPages: 0,
  linkedPages: 0,
  comments: 0,
  openChangeRequests: [],
  missingVariables: [],
  sites: [],
}

test('the summary of a move has only what applies', () => {
  expect(factsIn(nothing, '“Archive”')).toEqual(['1 page moves.'])
  expect(warningsIn(nothing, '“Archive”')).toEqual([])
})

test('the summary of a move counts what moves, is copied and linked, and names what is missing', () => {
  const preview = {
    ...nothing,
    pages: 3,
    comments: 1,
    files: 2,
    reusableContents: 1,
    linkingPages: 1,
    linkedPages: 2,
    openChangeRequests: [7, 9].map((number) => ({ number, subject: '' })),
    missingVariables: ['version', 'tool'],
    sites: [{ id: 'a', title: 'Docs' }],
  }
  expect(factsIn(preview, '“Archive”')).toEqual([
    '3 pages and 1 comment move.',
    '2 files and 1 piece of reusable content are copied. The originals stay here.',
    'Links on 1 page that stays here go to “Archive”.',
    'Links to 2 pages that stay here keep working.',
  ])
  expect(warningsIn(preview, '“Archive”')).toEqual([
    'The pages show space.vars.version and space.vars.tool, but “Archive” doesn’t have these variables.',
    '“Docs” doesn’t show “Archive”, so readers won’t find the pages there.',
    'Change requests #7 and #9 edit the pages. They will have conflicts.',
  ])
})

import { expect, test } from 'vitest'
import type { SiteStructure } from '#contract/site-structure.ts'
import { outlineOf } from './target.ts'

const section = (id: string, ...titles: string[]) => ({
  object: 'site-section',
  id,
  title: 'Install',
  path: id,
  siteSpaces: titles.map((title) => ({ id: `${id} ${title}`, path: id, title, space: { id: title } })),
})
const group = (title: string, ...sections: unknown[]) => ({ object: 'site-section-group', title, sections })

test('sections with the same title are named with their groups', () => {
  const structure = {
    type: 'sections',
    structure: [group('Meter', section('a', 'Install')), group('Gateway', section('b', 'v1', 'v2'))],
  } as unknown as SiteStructure
  const { sections, spaces } = outlineOf(structure)
  expect(sections.map(({ title }) => title)).toEqual(['Meter / Install', 'Gateway / Install'])
  expect(spaces.map(({ title }) => title)).toEqual([
    'Meter / Install',
    'Gateway / Install / v1',
    'Gateway / Install / v2',
  ])
})

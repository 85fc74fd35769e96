import { expect, test } from 'vitest'
import { planGroups } from './group-rules.ts'

const mappings = [
  { group: 'staff', team: 'everyone', role: 'read' },
  { group: 'writers', team: 'docs', role: 'edit' },
  { group: 'writers', team: 'style' },
  { group: 'it', role: 'admin' },
] as const

test('people join the teams of their groups and leave the other mapped teams', () => {
  expect(planGroups(mappings, ['writers'], null)).toMatchObject({
    join: ['docs', 'style'],
    leave: ['everyone'],
  })
  expect(planGroups(mappings, [], null)).toMatchObject({ join: [], leave: ['everyone', 'docs', 'style'] })
})

test('the strongest role of all groups counts, and the default role without any', () => {
  expect(planGroups(mappings, ['staff', 'it', 'writers'], null).role).toBe('admin')
  expect(planGroups(mappings, ['Staff'], 'comment').role).toBe('comment')
  expect(planGroups(mappings, [], null).role).toBeNull()
})

test('roles are not touched by mappings that name none', () => {
  expect(planGroups([{ group: 'writers', team: 'docs' }], ['writers'], 'read')).not.toHaveProperty('role')
  expect(planGroups([], ['writers'], 'read')).toEqual({ join: [], leave: [] })
})

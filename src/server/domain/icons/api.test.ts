import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { fontIcon } from '../../font-icons.ts'

const app = useTestApp()

test('icons are returned by name, each once, without those that don’t exist', async () => {
  const { admin } = await app.anOrganization()
  const names = 'rocket,brands/github,rocket,zzzzzz'
  const { icons } = await app.as(admin)(api.icons.list, { query: { names } })
  expect(icons).toEqual([
    { name: 'rocket', ...fontIcon('rocket') },
    { name: 'brands/github', ...fontIcon('brands/github') },
  ])
})

test.each(['', '../../package', 'rocket,', Array.from({ length: 21 }, () => 'a').join(',')])(
  '“%s” is not a list of names',
  async (names) => {
    const { admin } = await app.anOrganization()
    await expect(app.as(admin)(api.icons.list, { query: { names } })).rejects.toMatchObject({ status: 400 })
  },
)

test('icons are found by parts of their name, best match first, each once', async () => {
  const { admin } = await app.anOrganization()
  const find = async (query: string) =>
    (await app.as(admin)(api.icons.search, { query: { query } })).icons.map(({ name }) => name)
  expect((await find('rocket'))[0]).toBe('rocket')
  expect(await find('Arrow left')).toContain('arrow-left')
  expect(await find('github')).toEqual(expect.arrayContaining(['github']))
  expect(await find('search')).toContain('search')
  expect(await find('zzzzzz')).toEqual([])
  expect(await find('../')).toEqual([])
  const { icons } = await app.as(admin)(api.icons.search, { query: { query: 'a' } })
  expect(icons).toHaveLength(20)
  expect(new Set(icons.map(({ path }) => path)).size).toBe(20)
})

test.each(['', 'a'.repeat(51)])('“%s” is no query for icons', async (query) => {
  const { admin } = await app.anOrganization()
  await expect(app.as(admin)(api.icons.search, { query: { query } })).rejects.toMatchObject({ status: 400 })
})

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

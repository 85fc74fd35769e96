import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

type Results = {
  readonly pages: readonly { readonly title: string; readonly href: string }[]
  readonly others: readonly { readonly title: string; readonly href: string }[]
  readonly corrected?: string
}

async function aLibrary() {
  const site = await aPublishedSite(app, 'Docs')
  const { call, params, edit } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  await edit(
    spaceId,
    page('Start', 'Welcome to the walrus manual.'),
    page(
      'Feeding',
      'Give a walrus clams. Configure the timeout of the feeder.\n\n## Clams\n\nFresh clams only.',
    ),
    page('Washing', 'Wash the walrus with cold water.'),
    page('Reference', 'Clams, water, buckets and configuration of everything else.'),
  )
  const find = async (q: string, from?: string): Promise<Results> => {
    const query = new URLSearchParams({ q, ...(from === undefined ? {} : { from }) })
    return JSON.parse((await site.read(`~search?${query}`, { accept: 'application/json' })).text)
  }
  return { ...site, spaceId, find }
}

const titles = ({ pages }: Results) => pages.map(({ title }) => title)

test('a question finds pages with all of its words first, then those with most', async () => {
  const { find } = await aLibrary()
  expect(titles(await find('how do I wash a walrus with cold water?'))[0]).toBe('Washing')
  expect(titles(await find('clams water'))).toEqual(['Reference', 'Feeding', 'Washing'])
  expect(titles(await find('what are the clams for?'))[0]).toBe('Feeding')
  expect(await find('zeppelin')).toEqual({ pages: [], others: [] })
})

test('a word is found joined with its neighbor', async () => {
  const { find } = await aLibrary()
  expect(titles(await find('time out'))).toEqual(['Feeding'])
})

test('an Arabic word is found with and without its article', async () => {
  const { find, edit, spaceId } = await aLibrary()
  await edit(spaceId, page('دليل', 'إعدادات الاتصال.'))
  for (const word of ['الإعدادات', 'اتصال', 'الاتصال'])
    expect([titles(await find(word)), titles(await find(`${word} `))], word).toEqual([['دليل'], ['دليل']])
})

test('a misspelled word is replaced with one of the site, and the results say so', async () => {
  const { find, read } = await aLibrary()
  expect(await find('walrsu')).toMatchObject({ corrected: 'walrus' })
  expect(titles(await find('configuartoin')).sort()).toEqual(['Feeding', 'Reference'])
  expect((await find('walrus')).corrected).toBeUndefined()
  const html = (await read('~search?q=walrsu', { accept: 'text/html' })).text
  expect(html).toContain('Showing results for “walrus”')
  expect(html).toContain('?q=walrus')
})

test('the variant of the reader comes first, and others are a second list', async () => {
  const site = await aLibrary()
  const old = await site.aSiteSpace('Old')
  await site.edit(old.spaceId, page('Former walrus', 'The walrus of old.'))
  const now = await site.find('walrus')
  expect([titles(now).includes('Former walrus'), now.others.map(({ title }) => title)]).toEqual([
    false,
    ['Former walrus'],
  ])
  const from = now.others[0]?.href ?? ''
  const then = await site.find('walrus', from)
  expect([titles(then), then.others.length]).toEqual([['Former walrus'], 3])
  const byLink = await site.read('~search?q=walrus', {
    accept: 'application/json',
    referer: `https://example.org${from}`,
  })
  expect(titles(JSON.parse(byLink.text))).toEqual(['Former walrus'])
})

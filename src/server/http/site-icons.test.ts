import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aGuide, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { htmlErrors } from '#testing/valid-html.ts'
import { fontIcon } from '../font-icons.ts'

const app = useTestApp({}, { reader: true })

test('icons of pages and in their text are SVG in the page, and only those', async () => {
  const { edit, read, spaceId, basename } = await aGuide(app)
  const text =
    'By <i class="fa-rocket">:rocket:</i>\n\n<button class="button" data-action="search" data-query="a b">Find</button>'
  await edit(spaceId, page('Icons', text, { icon: 'bell' }))
  const { text: html } = await read('icons')
  const paths = [...html.matchAll(/class="i fa"[^>]*><path d="([^"]+)"/g)].map(([, path]) => path)
  expect(new Set(paths)).toEqual(new Set([fontIcon('bell', 'regular')?.path, fontIcon('rocket')?.path]))
  expect(html).toContain(`href="/sites/${basename}/~search?q=a%20b"`)
  expect(await htmlErrors(html)).toEqual([])
})

test('shortcodes are emoji on the page, in its outline and in search, and people are names', async () => {
  const { edit, read, spaceId } = await aGuide(app)
  await edit(
    spaceId,
    page('Plans', 'Ask [@Ada](/users/u1).\n\n## Ready :rocket:\n\nLaunch :white\\_check\\_mark: it'),
  )
  const { text: html } = await read('plans')
  expect(html).toContain('<p>Ask @Ada.</p>')
  expect(html.match(/Ready 🚀/g)).toHaveLength(2)
  expect(html).toContain('Launch ✅ it')
  const { text: found } = await read('~search?q=launch')
  expect(found).toContain('✅')
  expect(found).not.toContain('white_check_mark')
})

test('sections have icons', async () => {
  const { call, params, read } = await aGuide(app)
  const { id: second } = await call(api.spaces.create, {
    params: { organizationId: params.organizationId },
    body: { title: 'Second' },
  })
  for (const title of ['One', 'Two'])
    await call(api.siteSections.create, { params, body: { spaceId: second, title, icon: 'rocket' } })
  const { text } = await read('')
  expect(text).toContain(`<path d="${fontIcon('rocket')?.path}">`)
})

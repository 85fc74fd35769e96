import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

test('visitors see the current reusable content on its pages', async () => {
  const site = await aPublishedSite(app, 'Guides')
  const { items } = await site.call(api.siteSpaces.list, { params: site.params, query: {} })
  const params = { spaceId: items[0]?.space?.id ?? '' }
  const edit = (changes: Parameters<typeof site.edit>[1][]) =>
    site.call(api.spaceContent.edit, { params, body: { changes } })
  const made = await edit([
    {
      operation: 'insert_reusable_content',
      title: 'Notice',
      document: { markdown: '## Rights\n\nAll **rights** reserved.' },
    },
  ])
  const [id = ''] = made.changes.flatMap((change) =>
    change.object === 'created_reusable_content' ? [change.reusableContent.id] : [],
  )
  const markdown = `Before\n\n{% include "/reusable-contents/${id}" %}\n\nAfter`
  await edit([page('First', 'Hello'), page('Terms', markdown)])
  const { text } = await site.read('terms')
  expect(text).toContain('All <strong>rights</strong> reserved.')
  expect(text).toContain('href="#rights"')
  expect((await site.read('terms.md')).text).toContain(
    'Before\n\n## Rights\n\nAll **rights** reserved.\n\nAfter',
  )
  await edit([
    {
      operation: 'update_reusable_content',
      reusableContent: id,
      document: { markdown: 'Nothing reserved.' },
    },
  ])
  const now = (await site.read('terms')).text
  expect(now).toContain('Nothing reserved.')
  expect(now).not.toContain('rights</strong>')
  await edit([{ operation: 'delete_reusable_content', reusableContent: id }])
  expect((await site.read('terms')).text).not.toContain('Nothing reserved.')
})

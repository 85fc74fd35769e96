import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { safeAddress } from '../publishing/targets.ts'

const app = useTestApp({}, { reader: true })

const unsafeUrls = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' \tjavascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript\r:alert(1)',
  '\u0001javascript:alert(1)',
  'java\u200bscript:alert(1)',
  '\ufeffjavascript:alert(1)',
  'javascript\u00a0:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  ' data:text/html;base64,PHNjcmlwdD4=',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'view-source:javascript:alert(1)',
]

test('no field that becomes a link or picture takes a URL that runs a script', async () => {
  const { call, params, edit, spaceId, organizationId, admin } = await aSiteWithSpace()
  const customization = await call(api.siteCustomization.get, { params })
  const customize = (change: object) =>
    call(api.siteCustomization.put, { params, body: { ...customization, ...change } })
  for (const url of unsafeUrls) {
    const to = { kind: 'url', url } as const
    const link = { title: 'Link', to }
    const writes = {
      'page that is a link': () =>
        edit(spaceId, { operation: 'insert_page', type: 'link', title: 'Link', target: to }),
      cover: () => edit(spaceId, page('Cover', 'Text.', { cover: { ref: to, yPos: 0 } })),
      'header link': () => customize({ header: { links: [{ ...link, links: [] }] } }),
      'header menu': () => customize({ header: { links: [{ title: 'Menu', to: null, links: [link] }] } }),
      'footer link': () => customize({ footer: { groups: [{ title: 'Group', links: [link] }] } }),
      announcement: () =>
        customize({ announcement: { enabled: true, message: 'Text', style: 'info', link } }),
      'privacy policy': () => customize({ privacyPolicy: { url } }),
      'social preview': () => customize({ socialPreview: { url } }),
      redirect: () =>
        call(api.siteRedirects.create, {
          params,
          body: { source: '/from', destination: { kind: 'external', url } },
        }),
      profile: () => call(api.users.update, { params: { userId: admin.userId }, body: { photoURL: url } }),
      logo: () => call(api.organizations.update, { params: { organizationId }, body: { logo: url } }),
      'space icon': () => call(api.spaces.update, { params: { spaceId }, body: { icon: url } }),
      webhook: () =>
        call(api.webhooks.create, { params: { organizationId }, body: { url, events: ['site.published'] } }),
      specification: () =>
        call(api.openapiSpecs.create, {
          params: { organizationId },
          body: { slug: 'pets', source: { url } },
        }),
    }
    for (const [field, write] of Object.entries(writes)) {
      await expect(write(), `${field}: ${JSON.stringify(url)}`).rejects.toMatchObject({
        status: 400,
        type: 'validation',
      })
    }
  }
})

test('such a URL that is stored is not rendered', () => {
  for (const url of unsafeUrls) expect(safeAddress(url)).toBeUndefined()
  for (const url of ['https://example.org/', 'mailto:ann@example.org', '/guides'])
    expect(safeAddress(url)).toBe(url)
})

async function aSiteWithSpace() {
  const site = await aPublishedSite(app, 'Guide')
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })
  return { ...site, spaceId: items[0]?.space?.id ?? '', organizationId: site.params.organizationId }
}

import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { requireShareLink } from '#testing/limited-audience.ts'

const app = useTestApp({}, { reader: true })

async function aShared() {
  const site = await aPublishedSite(app, 'Guide')
  const { params, call, edit } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space?.id ?? ''
  await edit(spaceId, page('Welcome', 'Begin.'), page('Install', 'Text.'))
  const link = await requireShareLink(call, params)
  const key = new URL(link.urls.published ?? '').searchParams.get('shareKey') ?? ''
  const withKey = (path: string) => site.read(path, { cookie: `lectern_share=${key}` })
  return { ...site, spaceId, link, key, withKey, at: `/sites/${site.basename}` }
}

test('the key moves from the URL into a cookie of the site, which gives access', async () => {
  const { read, withKey, key, at } = await aShared()
  const first = await read(`install?a=b&shareKey=${key}&c=d`)
  expect([first.status, first.headers.location]).toEqual([302, `${at}/install?a=b&c=d`])
  expect(first.headers['cache-control']).toBe('no-store')
  expect(first.headers['set-cookie']).toMatch(new RegExp(`^lectern_share=${key}; .*Path=${at};`))
  expect(first.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/)
  const shown = await withKey('install')
  expect(shown.status).toBe(200)
  expect(shown.text).toContain('<meta name="robots" content="noindex">')
  expect(shown.headers['x-robots-tag']).toBe('noindex')
  expect(shown.headers['cache-control']).toMatch(/^private/)
  expect((await withKey('~search?q=text')).headers['cache-control']).toMatch(/^private/)
  expect((await withKey('sitemap.xml')).status).toBe(404)
})

test('without a valid key the site responds with 404', async () => {
  const { read, link, params, call, withKey, key } = await aShared()
  const nowhere = await app.send({ method: 'GET', url: '/sites/nobody-has-this/' })
  const closed = async () => {
    for (const path of [
      '',
      'install',
      '~search?q=text',
      'robots.txt',
      '~files/a/b/c',
      `?shareKey=${key}x`,
      '?shareKey=',
    ])
      expect((await read(path)).text, path).toBe(nowhere.text)
  }
  await closed()
  expect((await read('', { cookie: 'lectern_share=other' })).status).toBe(404)
  const other = await aShared()
  expect((await read(`?shareKey=${other.key}`)).status).toBe(404)

  const one = { ...params, shareLinkId: link.id }
  await call(api.siteShareLinks.update, { params: one, body: { active: false } })
  await closed()
  expect((await withKey('install')).status).toBe(404)
  await call(api.siteShareLinks.update, { params: one, body: { active: true } })
  expect((await withKey('install')).status).toBe(200)
  await call(api.siteShareLinks.delete, { params: one })
  expect((await withKey('install')).text).toBe(nowhere.text)
})

test("the key of an expired link gets a page that says so, in the site's language and without its name", async () => {
  const { params, call, link, key, withKey, read, at } = await aShared()
  const one = { ...params, shareLinkId: link.id }
  const customization = await call(api.siteCustomization.get, { params })
  const body = { ...customization, title: 'Secret walrus', internationalization: { locale: 'de' } as const }
  await call(api.siteCustomization.put, { params, body })
  await call(api.siteShareLinks.update, { params: one, body: { active: false } })
  for (const answer of [
    await read(`install?shareKey=${key}`),
    await withKey('install'),
    await withKey('~files/a/b/c'),
  ]) {
    expect([answer.status, answer.headers['x-robots-tag']]).toEqual([404, 'noindex'])
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.text).toContain('<html lang="de"')
    expect(answer.text).toContain('Dieser Freigabelink funktioniert nicht mehr')
    expect(answer.text).toContain('Link beendet<')
    expect(answer.text).not.toMatch(/walrus|Install|Text\./i)
    expect(answer.text).not.toContain(at)
  }
  const expiresAt = '2026-01-31T12:00:00.000Z'
  await call(api.siteShareLinks.update, { params: one, body: { active: true, expiresAt } })
  expect((await withKey('')).text).toContain('Link beendet am 31. Januar 2026')
  // The style sheet of a site that is as if it were not there is not there either.
  const { text } = await read(`?shareKey=${key}x`)
  expect(text).toContain('<html lang="en"')
})

test('images of a restricted site are below the site and need access', async () => {
  const { read, withKey, edit, spaceId, call, basename } = await aShared()
  const base64 = Buffer.from('a,b\n').toString('base64')
  await edit(spaceId, {
    operation: 'insert_files',
    files: [{ name: 'plan.csv', base64, contentType: 'text/csv' }],
  })
  const [file] = (await call(api.spaceContent.files, { params: { spaceId } })).items
  await edit(spaceId, page('Plan', `[The plan](/files/${file?.id})`))
  const { text } = await withKey('plan')
  const href = new RegExp(`/sites/${basename}/(~files/[^"]+)"`).exec(text)?.[1] ?? ''
  expect(href).toContain(file?.id)
  const sent = await withKey(href)
  expect([sent.status, sent.text, sent.headers['cache-control']]).toEqual([
    200,
    'a,b\n',
    'private, max-age=3600',
  ])
  expect((await read(href)).status).toBe(404)
  expect((await withKey(`~files/${spaceId}/nosuchfile/plan.csv`)).status).toBe(404)
})

test('an expired link gives no access, and an extended one does again', async () => {
  const { params, call, link, withKey } = await aShared()
  const one = { ...params, shareLinkId: link.id }
  const at = (hours: number) => new Date(app.service.now().getTime() + hours * 3_600_000).toISOString()
  await call(api.siteShareLinks.update, { params: one, body: { expiresAt: at(-1) } })
  expect((await withKey('install')).status).toBe(404)
  const later = at(1)
  const moved = await call(api.siteShareLinks.update, { params: one, body: { expiresAt: later } })
  expect(moved.expiresAt).toBe(later)
  expect((await withKey('install')).status).toBe(200)
  const { items } = await call(api.siteShareLinks.list, { params })
  expect(items[0]?.lastUsedAt).toBeDefined()
})

test('a link with a password asks once, rejects a wrong one, and asks again after a change', async () => {
  const { params, call, link, key, withKey, read, at } = await aShared()
  const one = { ...params, shareLinkId: link.id }
  const locked = await call(api.siteShareLinks.update, { params: one, body: { password: 'open sesame' } })
  expect(locked.hasPassword).toBe(true)
  expect(JSON.stringify(locked)).not.toContain('sesame')
  const asked = await withKey('install')
  expect([asked.status, asked.headers['x-robots-tag']]).toEqual([401, 'noindex'])
  expect(asked.text).toContain(`action="${at}/~unlock"`)
  expect(asked.text).toContain('<input type="hidden" name="to" value="install">')
  expect(asked.text).not.toMatch(/Text\.|That password isn’t correct/)
  const give = (password: string) =>
    app.send({
      method: 'POST',
      url: `${at}/~unlock`,
      headers: { cookie: `lectern_share=${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ password, to: 'install' }).toString(),
    })
  const wrong = await give('wrong')
  expect([wrong.status, wrong.headers['cache-control']]).toEqual([401, 'no-store'])
  expect(wrong.text).toContain('That password isn’t correct')
  const opened = await give('open sesame')
  expect([opened.status, opened.headers.location]).toEqual([303, `${at}/install`])
  const pass = /lectern_share_pass=([^;]+)/.exec(String(opened.headers['set-cookie']))?.[1] ?? ''
  const cookie = `lectern_share=${key}; lectern_share_pass=${pass}`
  expect((await read('install', { cookie })).status).toBe(200)
  await call(api.siteShareLinks.update, { params: one, body: { password: 'another one' } })
  expect((await read('install', { cookie })).status).toBe(401)
  await call(api.siteShareLinks.update, { params: one, body: { password: null } })
  expect((await withKey('install')).status).toBe(200)
})

test('the password form never redirects to another site', async () => {
  const { params, call, link, key, at } = await aShared()
  await call(api.siteShareLinks.update, {
    params: { ...params, shareLinkId: link.id },
    body: { password: 'open sesame' },
  })
  const answer = await app.send({
    method: 'POST',
    url: `${at}/~unlock`,
    headers: { cookie: `lectern_share=${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ password: 'open sesame', to: '//evil.example/x' }).toString(),
  })
  expect(answer.headers.location).toBe(`${at}/evil.example/x`)
})

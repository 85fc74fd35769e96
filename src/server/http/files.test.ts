import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn } from '#testing/change-requests.ts'

const app = useTestApp()

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><script>alert(1)</script></svg>'

test('a file is sent to anyone who can view its space, without active content', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const as = app.as(admin)
  const space = await as(api.spaces.create, { params: { organizationId }, body: {} })
  const params = { spaceId: space.id }
  const { insertedFiles = [] } = await as(api.spaceContent.edit, {
    params,
    body: {
      changes: [
        {
          operation: 'insert_files',
          files: [
            {
              name: 'draw ing.svg',
              base64: Buffer.from(drawing).toString('base64'),
              contentType: 'image/svg+xml',
            },
          ],
        },
      ],
    },
  })
  const [file] = (await as(api.spaceContent.files, { params })).items
  expect(insertedFiles.length).toBe(1)
  const url = new URL(file?.downloadURL ?? '').pathname
  const got = await app.send({ method: 'GET', url, token: admin.token })
  expect(got.status).toBe(200)
  expect(got.text).toBe(drawing)
  expect(got.headers['content-type']).toBe('image/svg+xml')
  expect(got.headers['content-security-policy']).toContain('sandbox')
  expect(got.headers['content-disposition']).toBe("inline; filename*=UTF-8''draw%20ing.svg")
  const again = {
    method: 'GET',
    url,
    token: admin.token,
    headers: { 'if-none-match': got.headers.etag ?? '' },
  }
  expect((await app.send(again)).status).toBe(304)
  const part = { ...again, headers: { range: 'bytes=5-9' } }
  const sent = await app.send(part)
  expect([sent.status, sent.text]).toEqual([206, drawing.slice(5, 10)])
  expect(sent.headers).toMatchObject({
    'content-range': `bytes 5-9/${drawing.length}`,
    'content-length': '5',
    'content-type': 'image/svg+xml',
  })
  expect((await app.send({ ...part, headers: { range: 'bytes=5000-' } })).status).toBe(416)
  const stranger = await app.aPerson()
  expect((await app.send({ method: 'GET', url, token: stranger.token })).status).toBe(404)
  expect((await app.send({ method: 'GET', url })).status).toBe(404)

  const site = await as(api.sites.create, {
    params: { organizationId },
    body: { title: 'Site', spaces: [space.id] },
  })
  await as(api.sites.publish, { params: { organizationId, siteId: site.id } })
  expect((await app.send({ method: 'GET', url })).status).toBe(200)

  // Readers of a site with adaptive content may not see all of it, so its files are available only through the site.
  const adapted = { adaptiveContent: { enabled: true } }
  await as(api.sites.update, { params: { organizationId, siteId: site.id }, body: adapted })
  expect((await app.send({ method: 'GET', url })).status).toBe(404)
  expect((await app.send({ method: 'GET', url, token: admin.token })).status).toBe(200)
})

const script = '<script>alert(1)</script>'

test.each([
  ['page.html', 'text/html', `<!doctype html>${script}`, 'attachment'],
  [
    'page.xhtml',
    'application/xhtml+xml',
    `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
    'attachment',
  ],
  ['feed.xml', 'text/xml', `<?xml version="1.0"?><feed>${script}</feed>`, 'attachment'],
  ['code.js', 'text/javascript', 'alert(1)', 'attachment'],
  ['drawing.svg', 'image/svg+xml', drawing, 'inline'],
  ['none', 'text/html; charset=utf-8', script, 'attachment'],
])('%s, said to be %s, runs nothing in a browser', async (name, contentType, text, way) => {
  const space = await aSpaceIn(app)
  const base64 = Buffer.from(text).toString('base64')
  const { insertedFiles = [] } = await space.edit([
    { operation: 'insert_files', files: [{ name, base64, contentType }] },
  ])
  const url = new URL(insertedFiles[0]?.file.downloadURL ?? '').pathname
  const { headers, text: got } = await app.send({ method: 'GET', url, token: space.admin.token })
  expect(got).toBe(text)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-disposition']?.split(';')[0]).toBe(way)
  const policy = headers['content-security-policy']?.split('; ') ?? []
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox']))
  expect(policy.filter((rule) => rule.startsWith('script-src') || rule.startsWith('sandbox '))).toEqual([])
})

test('a PDF is displayed inline without a sandbox, and loads nothing', async () => {
  const space = await aSpaceIn(app)
  const base64 = Buffer.from('%PDF-1.4\n%%EOF').toString('base64')
  const { insertedFiles = [] } = await space.edit([
    { operation: 'insert_files', files: [{ name: 'a.pdf', base64, contentType: 'application/pdf' }] },
  ])
  const url = new URL(insertedFiles[0]?.file.downloadURL ?? '').pathname
  const { headers } = await app.send({ method: 'GET', url, token: space.admin.token })
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-disposition']).toMatch(/^inline;/)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  expect(headers['content-security-policy']).not.toContain('sandbox')
  expect(headers['x-content-type-options']).toBe('nosniff')
})

const html = `<!doctype html><html>${script}</html>`
const utf16 = Buffer.from(`\ufeff${html}`, 'utf16le')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Files that claim to be something else than they are. */
const polyglots: readonly (readonly [string, string, string | Buffer, string, string])[] = [
  ['page.png', 'image/png', html, 'text/html', 'attachment'],
  ['page.png', 'image/png', `\n\t <HTML>${script}`, 'text/html', 'attachment'],
  ['page.jpg', 'image/jpeg', `<!-- a -->${script}`, 'text/html', 'attachment'],
  ['page.gif', 'image/gif', script, 'text/html', 'attachment'],
  ['page.webp', 'image/webp', `<b onclick=alert(1)>`, 'text/html', 'attachment'],
  ['page.ico', 'image/x-icon', utf16, 'text/html', 'attachment'],
  ['page.png', 'text/html', `\ufeff${html}`, 'text/html', 'attachment'],
  ['page.pdf', 'application/pdf', html, 'text/html', 'attachment'],
  ['page.mp4', 'video/mp4', html, 'text/html', 'attachment'],
  ['page.mp3', 'audio/mpeg', html, 'text/html', 'attachment'],
  ['page.svg', 'image/svg+xml', html, 'text/html', 'attachment'],
  [
    'page.svg',
    'image/svg+xml',
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
    'application/xml',
    'attachment',
  ],
  ['drawing.png', 'image/png', drawing, 'image/svg+xml', 'inline'],
  ['drawing.png', 'image/png', `<?xml version="1.0"?>\n<!-- a -->\n${drawing}`, 'image/svg+xml', 'inline'],
  ['picture.html', 'text/html', png, 'image/png', 'inline'],
  ['picture.svg', 'image/svg+xml', png, 'image/png', 'inline'],
  ['polyglot.html', 'text/html', Buffer.concat([png, Buffer.from(html)]), 'image/png', 'inline'],
  ['polyglot.html', 'text/html', `GIF89a/*${html}*/=1;`, 'image/gif', 'inline'],
]

test.each(polyglots)(
  '%s, said to be %s, is stored as what its bytes are',
  async (name, declared, bytes, type, way) => {
    const space = await aSpaceIn(app)
    const base64 = Buffer.from(bytes).toString('base64')
    const { insertedFiles = [] } = await space.edit([
      { operation: 'insert_files', files: [{ name, base64, contentType: declared }] },
    ])
    const file = insertedFiles[0]?.file
    expect(file?.contentType).toBe(type)
    const { pathname } = new URL(file?.downloadURL ?? '')
    const { headers } = await app.send({ method: 'GET', url: pathname, token: space.admin.token })
    expect(headers['content-type']).toBe(type)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-disposition']?.split(';')[0]).toBe(way)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
  },
)

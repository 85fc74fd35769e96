import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { requireVisitorTokens } from '#testing/limited-audience.ts'

const app = useTestApp({}, { reader: true })

const signed = (
  key: string,
  claims: Record<string, unknown> = {},
  ends: string | null = '1h',
  alg = 'HS256',
) => {
  const token = new SignJWT(claims).setProtectedHeader({ alg })
  return (ends === null ? token : token.setExpirationTime(ends)).sign(new TextEncoder().encode(key))
}

async function aGuarded() {
  const site = await aPublishedSite(app, 'Guide')
  const { params, call, edit, read } = site
  const { items } = await call(api.siteSpaces.list, { params })
  await edit(
    items[0]?.space?.id ?? '',
    page('Welcome', 'Begin.'),
    page('For staff', 'Walrus.', { condition: 'visitor.claims.staff' }),
    page('Beta', 'Narwhal.', { condition: 'visitor.claims.unsigned.beta' }),
    page('Mixed', '{% if visitor.claims.staff %}\n## Walrus\n{% endif %}\n\nFor all.'),
  )
  const privateKey = await requireVisitorTokens(call, params)
  const by = (token: string, path: string, more = '') =>
    read(path, { cookie: `lectern_visitor=${token}${more}` })
  const adapt = () => call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  return { ...site, privateKey, by, adapt, at: `/sites/${site.basename}` }
}

test('a token moves from the URL into a cookie of the site, which gives access', async () => {
  const { read, by, privateKey, at } = await aGuarded()
  const token = await signed(privateKey)
  const first = await read(`mixed?jwt_token=${token}&a=b`)
  expect([first.status, first.headers.location]).toEqual([302, `${at}/mixed?a=b`])
  expect(first.headers['cache-control']).toBe('no-store')
  const cookie = first.headers['set-cookie'] ?? ''
  expect(cookie).toContain(`lectern_visitor=${token}; `)
  expect(cookie).toContain(`Path=${at}; HttpOnly; SameSite=Lax`)
  const life = Number(/Max-Age=(\d+)/.exec(cookie)?.[1])
  expect(life).toBeGreaterThan(3_000)
  expect(life).toBeLessThanOrEqual(3_600)
  const shown = await by(token, 'mixed')
  expect(shown.status).toBe(200)
  expect(shown.headers['x-robots-tag']).toBe('noindex')
  expect(shown.headers['cache-control']).toMatch(/^private/)
})

test('without a valid token the site asks to sign in', async () => {
  const { read, by, privateKey, call, params } = await aGuarded()
  const other = await aGuarded()
  const bad: string[] = [
    'nonsense',
    '',
    await signed(other.privateKey),
    await signed(privateKey, {}, '-1m'),
    await signed(privateKey, {}, null),
    await signed(privateKey, {}, '1h', 'HS384'),
    new UnsecuredJWT({ staff: true }).setExpirationTime('1h').encode(),
    `${(await signed(privateKey)).slice(0, -4)}AAAA`,
    await signed(privateKey, { much: 'x'.repeat(4_000) }),
  ]
  for (const path of ['', 'mixed', 'nothing', '~search?q=walrus', 'sitemap.xml', '~files/a/b/c']) {
    const { status, text } = await read(path)
    expect([path, status]).toEqual([path, 401])
    expect(text).toContain('Sign in to read this documentation')
  }
  for (const token of bad) {
    expect((await by(token, 'mixed')).status, token).toBe(401)
    expect((await read(`mixed?jwt_token=${token}`)).status, token).toBe(401)
  }
  const token = await signed(privateKey)
  expect((await by(token, 'mixed')).status).toBe(200)
  await call(api.sitePublishing.regenerateAuth, { params })
  expect((await by(token, 'mixed')).status).toBe(401)
})

test('the sign-in page has the theme and language of the site and reveals nothing else', async () => {
  const { read, call, params, at } = await aGuarded()
  const customization = await call(api.siteCustomization.get, { params })
  const primaryColor = { light: '#aa0000', dark: '#ffaaaa' }
  await call(api.siteCustomization.put, {
    params,
    body: {
      ...customization,
      title: 'Secret walrus',
      internationalization: { locale: 'fr' },
      styling: { ...customization.styling, theme: 'bold', primaryColor },
      footer: { ...customization.footer, copyright: 'Walrus & Sons' },
    },
  })
  const signInPage = await read('mixed')
  expect([signInPage.status, signInPage.headers['x-robots-tag']]).toEqual([401, 'noindex'])
  expect(signInPage.headers['content-security-policy']).toContain("default-src 'none'")
  expect(signInPage.text).toMatch(/<html lang="fr" dir="ltr" [^>]*data-theme="bold"/)
  expect(signInPage.text).toContain('Connectez-vous pour lire cette documentation')
  expect(signInPage.text).not.toMatch(/walrus|Mixed|Begin|Beta/i)
  const style = new RegExp(`href="${at}/(~style-[^"]+)"`).exec(signInPage.text)?.[1] ?? ''
  const sheet = await read(style)
  expect([sheet.status, sheet.text.includes('#aa0000')]).toEqual([200, true])
  expect(sheet.headers['cache-control']).toMatch(/^private/)
  for (const path of ['~style-other.css', '~icon-other.svg', 'sitemap.xml'])
    expect((await read(path)).status, path).toBe(401)
  expect([...signInPage.text.matchAll(new RegExp(`"${at}[^"]*"`, 'g'))]).toHaveLength(1)
})

test('with a fallback URL visitors are redirected there with the requested path', async () => {
  const { read, by, privateKey, call, params } = await aGuarded()
  const body = { backend: 'custom', fallbackURL: 'https://app.example.org/in?from=docs' } as const
  await call(api.sitePublishing.updateAuth, { params, body })
  const sent = async (path: string) => {
    const { status, headers } = await read(path)
    const url = new URL(headers.location ?? '')
    return [status, url.origin, url.searchParams.get('from'), url.searchParams.get('location')]
  }
  const begin = [302, 'https://app.example.org', 'docs']
  expect(await sent('')).toEqual([...begin, ''])
  expect(await sent('mixed?a=b&c')).toEqual([...begin, 'mixed?a=b&c='])
  expect(await sent('mixed?jwt_token=bad')).toEqual([...begin, 'mixed'])
  expect((await by(await signed(privateKey), 'mixed')).status).toBe(200)
  // Never anything that an application could take for an address elsewhere.
  expect(await sent('//evil.example/a')).toEqual([...begin, 'evil.example/a'])
  for (const path of [
    'https://evil.example/',
    '//https:evil.example',
    '/\\https:/evil.example',
    'javascript:alert(1)',
    'data:,x',
  ])
    expect(await sent(path), path).toEqual([...begin, ''])
})

test('signing out deletes the token', async () => {
  const { by, privateKey, call, params, at } = await aGuarded()
  const token = await signed(privateKey)
  const out = await by(token, '~sign-out')
  expect([out.status, out.headers.location]).toEqual([302, `${at}/`])
  expect(out.headers['set-cookie']).toContain('lectern_visitor=; Max-Age=0')
  const logoutURL = 'https://app.example.org/out'
  await call(api.sitePublishing.updateAuth, { params, body: { backend: 'custom', logoutURL } })
  expect((await by(token, '~sign-out')).headers.location).toBe(logoutURL)
})

test('claims of a token decide on pages, content, navigation and search', async () => {
  const { by, privateKey, adapt } = await aGuarded()
  await adapt()
  const staff = await signed(privateKey, { staff: true, unsigned: { beta: true } })
  const guest = await signed(privateKey, { staff: false })
  const seen = async (token: string) => {
    const found = await by(token, '~search?q=walrus')
    const mixed = await by(token, 'mixed')
    return [
      (await by(token, 'for-staff')).status,
      (await by(token, '')).text.includes('For staff'),
      mixed.text.includes('Walrus'),
      /id="walrus"/.test(mixed.text),
      found.text.includes('for-staff'),
      (await by(token, 'beta')).status,
    ]
  }
  const hidden = [404, false, false, false, false, 404]
  expect(await seen(guest)).toEqual(hidden)
  expect(await seen(staff)).toEqual([200, true, true, true, true, 404])
  expect(await seen(guest)).toEqual(hidden)
})

test('unsigned claims are separate from signed ones, also on public sites', async () => {
  const { read, call, params, adapt, at } = await aGuarded()
  await call(api.sites.update, { params, body: { visibility: 'public' } })
  expect((await read('?visitor.beta=true')).status).toBe(200)
  await adapt()
  expect((await read('beta')).status).toBe(404)
  const said = await read('beta?visitor.beta=true&visitor.staff=true&a=b')
  expect([said.status, said.headers.location]).toEqual([302, `${at}/beta?a=b`])
  const cookie = (said.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  expect((await read('beta', { cookie })).status).toBe(200)
  expect((await read('for-staff', { cookie })).status).toBe(404)
  expect((await read('sitemap.xml', { cookie })).text).toContain(`${at}/beta`)
  expect((await read('sitemap.xml')).text).not.toContain(`${at}/beta`)
  const taken = await read('beta?visitor.beta=false', { cookie })
  const after = (taken.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  expect((await read('beta', { cookie: after })).status).toBe(404)
  for (const broken of ['{', '[1]', 'null', '{"__proto__":{"beta":true}}'])
    expect((await read('beta', { cookie: `lectern_claims=${encodeURIComponent(broken)}` })).status).toBe(404)
  const flood = Array.from({ length: 21 }, (_, n) => `visitor.c${n}=x`).join('&')
  expect((await read(`beta?${flood}`)).headers).not.toHaveProperty('set-cookie')
})

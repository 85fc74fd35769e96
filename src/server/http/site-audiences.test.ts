import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { requireShareLink, requireVisitorTokens } from '#testing/limited-audience.ts'

const app = useTestApp({}, { reader: true })

const sign = (key: string, claims: object = {}, ends = '1h', alg = 'HS256') =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg })
    .setExpirationTime(ends)
    .sign(new TextEncoder().encode(key))

/** Every kind of visitor there is, as a browser that has been to the site before. */
const visitors = [
  'nobody',
  'open link',
  'revoked link',
  'ended link',
  'closed link',
  'locked link',
  'unlocked link',
  'good token',
  'staff token',
  'expired token',
  'forged token',
  'other algorithm',
  'algorithm none',
] as const
type Visitor = (typeof visitors)[number]

/** One site with links and a key, which is then published for each audience in turn. */
async function aSiteFor() {
  const site = await aPublishedSite(app, 'Guide')
  const { call, params, edit, basename } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  const base64 = Buffer.from('a,b').toString('base64')
  await edit(spaceId, {
    operation: 'insert_files',
    files: [{ name: 'plan.csv', base64, contentType: 'text/csv' }],
  })
  const fileId = (await call(api.spaceContent.files, { params: { spaceId } })).items[0]?.id ?? ''
  await edit(
    spaceId,
    page('Welcome', 'Begin.'),
    page('Plan', `A walrus. [Plan](/files/${fileId})`),
    page('Staff', 'A narwhal.', { condition: 'visitor.claims.staff' }),
  )
  const privateKey = await requireVisitorTokens(call, params)
  await requireShareLink(call, params)
  const aLink = async (change: object = {}) => {
    const link = await call(api.siteShareLinks.create, { params, body: { name: 'Link' } })
    const one = { ...params, shareLinkId: link.id }
    if (Object.keys(change).length > 0) await call(api.siteShareLinks.update, { params: one, body: change })
    return { one, key: new URL(link.urls.published ?? '').searchParams.get('shareKey') ?? '' }
  }
  const revoked = await aLink()
  await call(api.siteShareLinks.delete, { params: revoked.one })
  const locked = await aLink({ password: 'open sesame' })
  const unlocked = await app.send({
    method: 'POST',
    url: `/sites/${basename}/~unlock`,
    headers: { cookie: `lectern_share=${locked.key}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ password: 'open sesame', to: '' }).toString(),
  })
  const pass = /lectern_share_pass=([^;]+)/.exec(String(unlocked.headers['set-cookie']))?.[1] ?? ''
  const byLink = ({ key }: { key: string }) => `lectern_share=${key}`
  const byToken = (token: string) => `lectern_visitor=${token}`
  const cookies: Record<Visitor, string> = {
    nobody: '',
    'open link': byLink(await aLink()),
    'revoked link': byLink(revoked),
    'ended link': byLink(await aLink({ expiresAt: new Date(Date.now() - 1000).toISOString() })),
    'closed link': byLink(await aLink({ active: false })),
    'locked link': byLink(locked),
    'unlocked link': `${byLink(locked)}; lectern_share_pass=${pass}`,
    'good token': byToken(await sign(privateKey)),
    'staff token': byToken(await sign(privateKey, { staff: true })),
    'expired token': byToken(await sign(privateKey, { staff: true }, '-1m')),
    'forged token': byToken(await sign('a key that somebody made up themselves', { staff: true })),
    'other algorithm': byToken(await sign(privateKey, { staff: true }, '1h', 'HS512')),
    'algorithm none': byToken(new UnsecuredJWT({ staff: true }).setExpirationTime('1h').encode()),
  }
  return { ...site, spaceId, fileId, cookies }
}

type Audience = {
  readonly name: string
  readonly visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth'
  readonly published?: false
  readonly adaptive?: true
  /** Who can read; everyone else gets `refusal`. */
  readonly readers: readonly Visitor[]
  readonly refusal: (visitor: Visitor) => number
  readonly isListed?: true
}

const byLink: readonly Visitor[] = ['open link', 'unlocked link']
const known: readonly Visitor[] = ['good token', 'staff token']
const audiences: readonly Audience[] = [
  { name: 'public', visibility: 'public', readers: visitors, refusal: () => 404, isListed: true },
  {
    name: 'public, adapting',
    visibility: 'public',
    adaptive: true,
    readers: visitors,
    refusal: () => 404,
    isListed: true,
  },
  { name: 'unlisted', visibility: 'unlisted', readers: visitors, refusal: () => 404 },
  {
    name: 'by share link',
    visibility: 'share-link',
    readers: byLink,
    refusal: (visitor) => (visitor === 'locked link' ? 401 : 404),
  },
  { name: 'by sign-in', visibility: 'visitor-auth', readers: known, refusal: () => 401 },
  {
    name: 'by sign-in, adapting',
    visibility: 'visitor-auth',
    adaptive: true,
    readers: known,
    refusal: () => 401,
  },
  { name: 'not published', visibility: 'public', published: false, readers: [], refusal: () => 404 },
  {
    name: 'by share link, not published',
    visibility: 'share-link',
    published: false,
    readers: [],
    refusal: () => 404,
  },
]

test.each(audiences.map((one) => [one.name, one] as const))(
  'a site that is %s is read by exactly whom it is for',
  async (_, audience) => {
    const { call, params, read, cookies, spaceId, fileId } = await aSiteFor()
    const { visibility, adaptive = false, readers, published, isListed = false } = audience
    const adaptiveContent = { enabled: adaptive }
    if (visibility === 'visitor-auth') await requireVisitorTokens(call, params, { adaptiveContent })
    else await call(api.sites.update, { params, body: { visibility, adaptiveContent } })
    if (published === false) await call(api.sites.unpublish, { params })
    const isForAll = visibility === 'public' || visibility === 'unlisted'
    for (const visitor of visitors) {
      const get = (path: string) => read(path, cookies[visitor] === '' ? {} : { cookie: cookies[visitor] })
      const status = async (path: string) => (await get(path)).status
      const isReader = readers.includes(visitor)
      // Claims about a visitor count only on a site with visitor sign-in.
      const isStaff = visibility === 'visitor-auth' && visitor === 'staff token'
      const refusal = audience.refusal(visitor)
      const own = isReader ? 200 : refusal
      const seesStaff = !adaptive || isStaff
      const told = {
        first: await status(''),
        page: await status('plan'),
        search: await status('~search?q=walrus'),
        file: await status(`~files/${spaceId}/${fileId}/plan.csv`),
        staff: await status('staff'),
        markdown: await status('plan.md'),
        sitemap: await status('sitemap.xml'),
        llms: await status('llms.txt'),
        feed: await status('~feed.xml'),
        fileById: (
          await app.send({
            method: 'GET',
            url: `/files/${spaceId}/${fileId}/plan.csv`,
            ...(cookies[visitor] === '' ? {} : { headers: { cookie: cookies[visitor] } }),
          })
        ).status,
      }
      const listed = isReader && isListed ? 200 : isReader ? 404 : refusal
      expect(told, visitor).toEqual({
        first: own,
        page: own,
        search: own,
        file: own,
        staff: isReader ? (seesStaff ? 200 : 404) : refusal,
        markdown: isReader ? (adaptive ? 404 : 200) : refusal,
        sitemap: listed,
        llms: listed,
        feed: listed,
        fileById: isForAll && isReader && !adaptive ? 200 : 404,
      })
      const first = await get('')
      if (!isReader) expect(first.text, visitor).not.toMatch(/Welcome|walrus|narwhal|plan\.csv/)
      if (isReader && !isListed) expect(first.headers['x-robots-tag'], visitor).toBe('noindex')
      if (isReader && !isForAll) expect(first.headers['cache-control'], visitor).toMatch(/^private/)
      if (isReader) expect(first.text.includes('>Staff<'), visitor).toBe(seesStaff)
    }
  },
  120_000,
)

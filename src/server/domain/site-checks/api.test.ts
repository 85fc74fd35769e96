import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type ASite, aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

const findings = async ({ call, params }: ASite) => (await call(api.siteChecks.list, { params })).findings

/** Writes pages into a space, each with this text; answers their ids. */
async function write(
  { call }: ASite,
  spaceId: string,
  pages: Readonly<Record<string, string>>,
  into?: string,
) {
  const { changes } = await call(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: Object.entries(pages).map(([title, markdown]) => ({
        operation: 'insert_page' as const,
        title,
        document: { markdown },
        ...(into === undefined ? {} : { into }),
      })),
    },
  })
  return changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
}

test('findings list a site without spaces and empty spaces, and are empty otherwise', async () => {
  const site = await aSite(app)
  expect(await findings(site)).toEqual([{ kind: 'no-space' }])
  const guide = await site.aSiteSpace('Guide')
  const more = await site.aSiteSpace('More')
  const at = (one: { id: string; spaceId: string }, title: string) => ({
    siteSpace: one.id,
    space: one.spaceId,
    title,
  })
  expect(await findings(site)).toEqual([
    { kind: 'empty-space', ...at(guide, 'Guide'), default: true },
    { kind: 'empty-space', ...at(more, 'More'), default: false },
  ])
  await write(site, guide.spaceId, { Start: 'Text' })
  await write(site, more.spaceId, { Start: 'Text' })
  expect(await findings(site)).toEqual([])
})

test('broken links are counted as in the report of the space', async () => {
  const site = await aSite(app)
  const guide = await site.aSection('Guide')
  await write(site, guide.spaceId, {
    Start: '[a](/gone.md) [b](/gone.md) [c](#nowhere) [d](https://example.org)\n\n## Here\n\n[e](#here)',
    Next: '[a](/gone.md) ![f](/files/none.png) [g](#nowhere)',
  })
  const { stats } = await site.call(api.spaceLinks.list, { params: { spaceId: guide.spaceId } })
  const [found] = await findings(site)
  expect(stats.broken.total).toBe(4)
  expect(found).toEqual({
    kind: 'broken-links',
    siteSpace: guide.siteSpaceId,
    space: guide.spaceId,
    siteSection: guide.id,
    title: 'Guide',
    count: 4,
  })
})

test('links to pages that the site does not show are counted, also if they moved', async () => {
  const site = await aSite(app)
  const guide = await site.aSection('Guide')
  const other = await site.aSection('Other')
  const apart = await site.aSpace('Apart')
  const [shown = ''] = await write(site, other.spaceId, { Shown: 'Text' })
  const [hidden = ''] = await write(site, apart, { Hidden: 'Text' })
  const url = (space: string, page: string) => app.service.urls.app('s', space, 'p', page)
  const links = [url(other.spaceId, shown), `${url(other.spaceId, shown)}#at-a`, `${url(apart, hidden)}#at-a`]
  await write(site, guide.spaceId, {
    Start: [...links, url(apart, hidden), url(apart, 'gone'), url('nowhere', 'page')]
      .map((one) => `[link](${one})`)
      .join(' '),
  })
  const at = { siteSpace: guide.siteSpaceId, space: guide.spaceId, siteSection: guide.id, title: 'Guide' }
  const broken = { kind: 'broken-links', ...at, count: 1 }
  expect(await findings(site)).toEqual([broken, { kind: 'dashboard-links', ...at, count: 2 }])
  await site.call(api.spaceContent.movePageToSpace, {
    params: { spaceId: apart, pageId: hidden },
    body: { space: other.spaceId },
  })
  expect(await findings(site)).toEqual([broken, { kind: 'dashboard-links', ...at, count: 1 }])
})

test('pages hidden by the address of another space are listed, except the first page of a space', async () => {
  const site = await aSite(app)
  const home = await site.aSection('Home')
  const tools = await site.aSection('Tools')
  const [, hidden] = await write(site, home.spaceId, { Start: 'Text', Tools: 'Text', Other: 'Text' })
  await write(site, home.spaceId, { Hammer: 'Text', Saw: 'Text' }, hidden)
  await write(site, tools.spaceId, { Begin: 'Text', Hammer: 'Text' })
  expect(await findings(site)).toEqual([
    {
      kind: 'hidden-pages',
      siteSpace: home.siteSpaceId,
      space: home.spaceId,
      siteSection: home.id,
      title: 'Home',
      count: 2,
      paths: ['tools', 'tools/hammer'],
      by: tools.siteSpaceId,
    },
  ])
  // People who arrange the site see that there are some, but not where in a space they can't read.
  const guest = await app.aMember(site.organizationId, null)
  const given = { params: site.params, body: { role: 'edit' as const, users: [guest.userId] } }
  await site.call(api.sitePermissions.grant, given)
  expect(await findings({ ...site, call: app.as(guest) })).toMatchObject([{ count: 2, paths: [] }])
  await site.call(api.siteSections.update, {
    params: { ...site.params, siteSectionId: tools.id },
    body: { path: 'start' },
  })
  expect(await findings(site)).toEqual([])
})

test('a site with visitor authentication but no fallback URL is listed', async () => {
  const site = await aSite(app, ['Guide'])
  const [space] = (await site.call(api.siteSpaces.list, { params: site.params })).items
  await write(site, space?.space.id ?? '', { Start: 'Text' })
  await site.call(api.sites.update, { params: site.params, body: { visibility: 'visitor-auth' } })
  expect(await findings(site)).toEqual([{ kind: 'no-fallback' }])
  await site.call(api.sitePublishing.updateAuth, {
    params: site.params,
    body: { backend: 'custom', fallbackURL: 'https://example.org/sign-in' },
  })
  expect(await findings(site)).toEqual([])
})

import { api } from '#contract/api.ts'
import { page } from '../a-published-site.ts'
import { type ListFixtures, noUndo, ROWS, repeat, type Setup, spacesIn } from './setup.ts'

export async function sites(setup: Setup): Promise<ListFixtures> {
  const { call, inOrganization } = setup
  const aSpace = spacesIn(setup)
  const aSite = async () => {
    const { id } = await call(api.sites.create, { params: inOrganization, body: { title: 'Site' } })
    const params = { ...inOrganization, siteId: id }
    return { params, undo: () => call(api.sites.delete, { params }) }
  }
  const { params } = await aSite()
  await repeat(ROWS, aSite)
  const spaceId = (await aSpace()).id
  const aSection = async () => {
    const { id } = await call(api.siteSections.create, { params, body: { spaceId, title: 'Section' } })
    return { id, undo: () => call(api.siteSections.delete, { params: { ...params, siteSectionId: id } }) }
  }
  const [first] = await repeat(ROWS, aSection)
  const aSiteSpace = async () => {
    const body = { spaceId: (await aSpace()).id, sectionId: first?.id ?? '' }
    const { id } = await call(api.siteSpaces.create, { params, body })
    return () => call(api.siteSpaces.delete, { params: { ...params, siteSpaceId: id } })
  }
  await repeat(ROWS, aSiteSpace)
  const aGroup = async () => {
    const { id } = await call(api.siteSectionGroups.create, { params, body: { title: 'Group' } })
    return () => call(api.siteSectionGroups.delete, { params: { ...params, siteSectionGroupId: id } })
  }
  await repeat(ROWS, aGroup)
  let sources = 0
  const aRedirect = async () => {
    const destination = { kind: 'external', url: 'https://example.org/' } as const
    const body = { source: `/old-${sources++}`, destination }
    const { id } = await call(api.siteRedirects.create, { params, body })
    return () => call(api.siteRedirects.delete, { params: { ...params, siteRedirectId: id } })
  }
  await repeat(ROWS, aRedirect)
  const { basename = '' } = await call(api.sites.get, { params })
  const end = { source: '/end', destination: { kind: 'external', url: 'https://example.org/' } } as const
  await call(api.siteRedirects.create, { params, body: end })
  const aChain = async () => {
    const url = `${setup.app.service.urls.site(basename)}end`
    const body = { source: `/chain-${sources++}`, destination: { kind: 'external', url } } as const
    const { id } = await call(api.siteRedirects.create, { params, body })
    return () => call(api.siteRedirects.delete, { params: { ...params, siteRedirectId: id } })
  }
  await repeat(ROWS, aChain)
  const aShareLink = async () => {
    const { id } = await call(api.siteShareLinks.create, { params, body: { name: 'Link' } })
    return () => call(api.siteShareLinks.delete, { params: { ...params, shareLinkId: id } })
  }
  await repeat(ROWS, aShareLink)
  const aScheduledAction = async () => {
    const runsAt = new Date(Date.now() + 3_600_000).toISOString()
    const body = { change: { type: 'unpublish' as const }, runsAt, timeZone: 'Europe/Amsterdam' }
    const { id } = await call(api.siteScheduledActions.create, { params, body })
    return () => call(api.siteScheduledActions.delete, { params: { ...params, scheduledActionId: id } })
  }
  await repeat(ROWS, aScheduledAction)
  const searched = (await aSite()).params
  let count = 0
  const aFoundSpace = async () => {
    const spaceId = (await aSpace(`Found ${count++}`)).id
    const changes = [page('Page', `thimble ${'and more '.repeat(count % 4)}`)]
    await call(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
    const { id } = await call(api.siteSpaces.create, { params: searched, body: { spaceId } })
    return () => call(api.siteSpaces.delete, { params: { ...searched, siteSpaceId: id } })
  }
  await repeat(ROWS, aFoundSpace)
  let plans = 0
  const published = async () => {
    const changes = [{ type: 'change-section' as const, id: first?.id ?? '', title: `Section ${plans++}` }]
    await call(api.sitePlans.addSteps, { params, body: { changes } })
    await call(api.sitePlans.publish, { params, body: {} })
    return noUndo
  }
  await repeat(ROWS, published)
  return {
    listSiteHistory: { params, addRow: published },
    searchSite: {
      params: searched,
      body: { query: 'thimble', scope: { mode: 'all' } },
      addRow: aFoundSpace,
    },
    listSites: { params: inOrganization, addRow: async () => (await aSite()).undo },
    listMemberSites: {
      params: { ...inOrganization, userId: setup.admin.userId },
      addRow: async () => (await aSite()).undo,
    },
    listSiteSections: { params, addRow: async () => (await aSection()).undo },
    listSiteSectionGroups: { params, addRow: aGroup },
    listSiteSpaces: { params, addRow: aSiteSpace },
    listSiteRedirectFindings: { params, addRow: aChain },
    listSiteRedirects: { params, addRow: aRedirect },
    listSiteShareLinks: { params, addRow: aShareLink },
    listSiteScheduledActions: { params, addRow: aScheduledAction },
  }
}

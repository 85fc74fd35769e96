import { api } from '#contract/api.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { CallAs, Person, TestApp } from './app.ts'

/** A site in its own organization, with helpers for tests of its structure. */
export type ASite = {
  readonly organizationId: string
  readonly admin: Person
  /** Calls as the admin of the organization. */
  readonly call: CallAs
  readonly params: { readonly organizationId: string; readonly siteId: string }
  /** Creates a space in the organization and returns its id. */
  readonly aSpace: (title: string) => Promise<string>
  /** Creates a section with a new space of the same title. */
  readonly aSection: (title: string) => Promise<{ id: string; siteSpaceId: string; spaceId: string }>
  /** Adds a new space to the site. */
  readonly aSiteSpace: (title: string, sectionId?: string) => Promise<{ id: string; spaceId: string }>
  /** The structure as an outline: `['Intro', { Group: ['Guides'] }]`. */
  readonly outline: () => Promise<readonly Outline[]>
}

export type Outline = string | { readonly [group: string]: readonly string[] }

/** A new site that shows new spaces of these titles. */
export async function aSite(app: TestApp, spaces: readonly string[] = []): Promise<ASite> {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const aSpace = async (title: string) =>
    (await call(api.spaces.create, { params: { organizationId }, body: { title } })).id
  const ids: string[] = []
  for (const title of spaces) ids.push(await aSpace(title))
  const body = { title: 'Halden Docs', spaces: ids }
  const { id: siteId } = await call(api.sites.create, { params: { organizationId }, body })
  const params = { organizationId, siteId }
  return {
    organizationId,
    admin,
    call,
    params,
    aSpace,
    async aSection(title) {
      const spaceId = await aSpace(title)
      const { id, siteSpaces } = await call(api.siteSections.create, { params, body: { spaceId, title } })
      return { id, siteSpaceId: siteSpaces[0]?.id ?? '', spaceId }
    },
    async aSiteSpace(title, sectionId) {
      const spaceId = await aSpace(title)
      const body = { spaceId, ...(sectionId === undefined ? {} : { sectionId }) }
      const { id } = await call(api.siteSpaces.create, { params, body })
      return { id, spaceId }
    },
    outline: async () => outlineOf(await call(api.siteStructure.get, { params })),
  }
}

const outlineOf = ({ structure }: SiteStructure): readonly Outline[] =>
  structure.map((item) =>
    item.object === 'site-section-group'
      ? { [item.title]: item.sections.map(({ title }) => title) }
      : item.title,
  )

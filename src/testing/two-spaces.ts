import { api } from '#contract/api.ts'
import { check } from '#server/content/rebuild.ts'
import type { TestApp } from './app.ts'
import { aSpaceIn, createdBy, operationsOn, page, write } from './change-requests.ts'

type Node = { readonly id: string; readonly title: string; readonly pages?: readonly Node[] }

/** Two spaces of one organization, and moves of pages between them. */
export async function twoSpaces(app: TestApp) {
  const guide = await aSpaceIn(app, 'Guide')
  const { organizationId, admin } = guide
  const { id } = await app.as(admin)(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Archive' },
  })
  const archive = { spaceId: id, at: { organizationId, spaceId: id }, ...operationsOn(app, admin, id) }
  const move = (
    from: { readonly spaceId: string },
    pageId: string,
    body: { space: string; into?: string | null; at?: number; base?: string },
    person = admin,
  ) => app.as(person)(api.spaceContent.movePageToSpace, { params: { spaceId: from.spaceId, pageId }, body })
  return {
    organizationId,
    admin,
    guide,
    archive,
    move,
    /** Moves a page back to where it was. */
    undo: ({ page, space, previous }: Awaited<ReturnType<typeof move>>) =>
      move({ spaceId: space.id }, page.id, { space: previous.space, into: previous.into, at: previous.at }),
    /** The URL of a page in the dashboard, which links to other spaces have. */
    urlOf: (spaceId: string, pageId: string) => app.service.urls.app('s', spaceId, 'p', pageId),
    /** The text of a page as it is stored. */
    stored: async (spaceId: string, pageId: string): Promise<string | undefined> => {
      const row = await app.db
        .selectFrom('page')
        .innerJoin('content_object', (join) =>
          join
            .onRef('content_object.organization_id', '=', 'page.organization_id')
            .onRef('content_object.hash', '=', 'page.body'),
        )
        .select('content_object.body')
        .where('space_id', '=', spaceId)
        .where('page_id', '=', pageId)
        .executeTakeFirst()
      return row?.body
    },
    /** The titles of a space's pages as an outline: `['Intro', ['Guides', 'Install']]`. */
    outline: async (space: { readonly tree: () => Promise<readonly Node[]> }) =>
      (await space.tree()).map(outlineOf),
    /** How the tables of both spaces differ from their content. */
    faults: async () => [...(await check(app.db, guide.at)), ...(await check(app.db, archive.at))],
  }
}

/** Pages that link to each other: Wiring with Terminal below it, and Home. */
export async function linkedPages(app: TestApp) {
  const spaces = await twoSpaces(app)
  const { guide } = spaces
  const [home = '', wiring = ''] = createdBy(await guide.edit([page('Home'), page('Wiring')]))
  const [terminal = ''] = createdBy(await guide.edit([page('Terminal', '## Screws\n\nTurn.', wiring)]))
  await guide.edit([
    write(home, `See [wiring](/pages/${wiring}) and [screws](/pages/${terminal}#screws).`),
    write(wiring, `From [home](/pages/${home}#top) to [the terminal](/pages/${terminal}#screws).`),
  ])
  return { ...spaces, home, wiring, terminal }
}

type Outline = string | readonly [string, ...Outline[]]

const outlineOf = ({ title, pages = [] }: Node): Outline =>
  pages.length === 0 ? title : [title, ...pages.map(outlineOf)]

import { api } from '#contract/api.ts'
import type { DocumentPage } from '#contract/pages.ts'
import { ask } from '../../lib/api.ts'

/** What a writer changes of a page. */
export type Draft = { readonly title: string; readonly markdown: string }

/** A page as it is in one revision of its space. */
export type Seen = Draft & { readonly revision: string }

export type EditedPage = { readonly page: DocumentPage; readonly seen: Seen }

const mostTries = 4

/**
 * Reads a page together with the revision it is of, past every cache: were the revision newer than the text, saving
 * would undo what others wrote in between. Undefined when it is not a page with a text.
 */
export async function readForEditing(spaceId: string, pageId: string): Promise<EditedPage | undefined> {
  const params = { spaceId }
  let { revision } = await ask(api.spaces.get, { params })
  for (let tries = 1; ; tries++) {
    const page = await ask(api.spaceContent.page, {
      params: { ...params, pageId },
      query: { format: 'markdown' },
    })
    const { revision: after } = await ask(api.spaces.get, { params })
    // After some tries in a busy space the older revision is safe: at worst it asks about a clash that is none.
    if (after === revision || tries === mostTries) {
      if (page.type !== 'document') return undefined
      return { page, seen: { revision, title: page.title, markdown: page.markdown ?? '' } }
    }
    revision = after
  }
}

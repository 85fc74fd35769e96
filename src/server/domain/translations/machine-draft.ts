import { cutText } from '#markup/cut-text.ts'
import { commitToRequest } from '../../content/commit-to-request.ts'
import { bodyOf, contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { machineTranslationOf } from '../../translating/configured-provider.ts'
import type { MachineTranslation } from '../../translating/machine-translation.ts'
import { translateMarkdown } from '../../translating/translate-page.ts'
import { createChangeRequest } from '../change-requests/create.ts'
import { languageOf } from '../space-languages/queries.ts'
import type { PageState } from './page-states.ts'

/** A page with more text is translated by people, or in parts. */
const MAX_CHARACTERS = 100_000
const TIMEOUT_MS = 60_000

type Pair = PageState & { readonly page: NonNullable<PageState['page']> }

/**
 * Translates what has changed in the original of a page, or all of it, and creates a draft change request with the
 * result.
 * @param pages all pages of the translation, for links between them
 * @returns the id of the change request
 * @throws {DomainError} `invalid_state` without a provider, an original or a language; `upstream` if the provider fails
 */
export async function createMachineDraft(
  ctx: Context,
  { spaceId, sourceSpaceId }: { readonly spaceId: string; readonly sourceSpaceId: string },
  pair: Pair,
  pages: readonly PageState[],
): Promise<string> {
  const provider = machineTranslationOf(ctx.config)
  if (provider === undefined) throw notConfigured()
  const { organizationId } = ctx.access
  const [source, translation] = [
    { organizationId, spaceId: sourceSpaceId },
    { organizationId, spaceId },
  ]
  const { page, source: original, stored } = pair
  if (original === undefined) throw new DomainError('invalid_state', 'Select the original of this page first')
  const [now, confirmed, present] = [
    await textOf(ctx, source, original.id),
    stored?.revision ? await textOf(ctx, source, original.id, stored.revision) : undefined,
    await textOf(ctx, translation, page.id),
  ]
  if (now === undefined || present === undefined || now.body.length > MAX_CHARACTERS)
    throw new DomainError(
      'invalid_state',
      `Machine translation works for pages of up to ${MAX_CHARACTERS.toLocaleString('en')} characters`,
    )
  const translate = await translator(ctx, provider, translation.spaceId, sourceSpaceId)
  const texts = { original: now.body, confirmed: confirmed?.body, translation: present.body }
  const markdown = withLinks(await translateMarkdown(texts, translate), pages)
  // A title that no one has translated is still the one of the original.
  const isCopiedTitle = present.title === now.title || present.title === confirmed?.title
  const [title = present.title] = isCopiedTitle ? await translate([now.title]) : []
  const by = ctx.caller.userId
  return ctx.write(async (tx) => {
    const subject = cutText(`Machine translation of ${present.title}`, 100)
    const id = await createChangeRequest(tx, ctx, { ...translation, subject, by })
    const fields = title.trim() === '' || title === present.title ? {} : { title: cutText(title.trim(), 255) }
    const document = { markdown, isWhole: true }
    const changes = [{ operation: 'update_page', page: page.id, ...fields, document }] as const
    const input = { base: undefined, changes, by, now: ctx.now(), newId: ctx.newId }
    await commitToRequest(tx, { ...translation, changeRequestId: id, ...input })
    return id
  })
}

/** Title and stored text of a page in a revision; undefined if it has no such document. */
async function textOf(
  { db }: Context,
  at: { readonly organizationId: string; readonly spaceId: string },
  pageId: string,
  revision?: string,
) {
  const content = await contentOf(db, at, revision)
  const entry = content.tree.page(pageId)?.entry
  if (entry?.type !== 'document') return undefined
  return { title: entry.title, body: await bodyOf(db, at.organizationId, entry) }
}

async function translator(
  { db, access: { organizationId } }: Context,
  provider: MachineTranslation,
  spaceId: string,
  sourceSpaceId: string,
) {
  const [from, to] = [
    await languageOf(db, organizationId, sourceSpaceId),
    await languageOf(db, organizationId, spaceId),
  ]
  if (to === null) throw new DomainError('invalid_state', 'Set the language of this space first')
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return (texts: readonly string[]) => provider.translate(texts, from, to, signal)
}

/** Links to pages of the original go to the pages that translate them. */
function withLinks(markdown: string, pages: readonly PageState[]): string {
  const translations = new Map(
    pages.flatMap(({ page, source }) => (page && source ? [[source.id, page.id]] : [])),
  )
  return markdown.replace(/\/pages\/([0-9A-Za-z]+)/g, (link, id: string) => {
    const translated = translations.get(id)
    return translated === undefined ? link : `/pages/${translated}`
  })
}

const notConfigured = () =>
  new DomainError(
    'invalid_state',
    'No machine translation is configured. An operator of this service can set LECTERN_TRANSLATE_URL',
  )

import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError, invalid } from '../../errors.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { languageConflict } from '../space-languages/expect-language.ts'
import { deleteMarks, familyOf, insertMark, markOf } from '../space-languages/queries.ts'
import { changeSpace, type StoredSpace } from '../spaces/queries.ts'
import { settingsById } from './queries.ts'

export type Mark = {
  readonly source: string
  readonly language: string
  readonly settings?: string | undefined
}

/**
 * Marks a space as the translation of another one of the organization; both are locked.
 * @throws {DomainError} `conflict` if this would chain translations, or if the language is taken
 */
export async function markTranslation(
  tx: Tx,
  ctx: Context,
  space: Pick<StoredSpace, 'id' | 'title'>,
  mark: Mark,
): Promise<void> {
  const { organizationId } = ctx.access
  await expectNoChain(tx, organizationId, space.id, mark.source)
  await expectSettings(tx, organizationId, mark)
  const family = await familyOf(tx, organizationId, mark.source)
  const sameLanguage = family.filter(({ id, language }) => id !== space.id && language === mark.language)
  if (sameLanguage.some(({ isDeleted }) => !isDeleted)) {
    throw languageConflict('The original or another translation already has this language')
  }
  // A translation in the trash makes room; if it is restored, it is an independent space.
  await deleteMarks(tx, organizationId, ['', ...sameLanguage.map(({ id }) => id)])
  const before = await markOf(tx, organizationId, space.id)
  if (before !== null && before.sourceSpaceId !== mark.source) {
    await deleteMarks(tx, organizationId, [space.id])
  }
  await insertMark(
    tx,
    organizationId,
    { spaceId: space.id, sourceSpaceId: mark.source, settingsId: mark.settings ?? null },
    ctx.now(),
  )
  await changeSpace(tx, organizationId, space.id, { language: mark.language }, ctx.now())
  await recordAuditEvents(tx, ctx, {
    action: 'space.translation',
    target: { type: 'space', id: space.id, label: space.title },
    before: { source: before?.sourceSpaceId ?? null },
    after: { source: mark.source, language: mark.language },
  })
}

async function expectNoChain(
  tx: Tx,
  organizationId: string,
  spaceId: string,
  sourceId: string,
): Promise<void> {
  const refuse = (message: string) =>
    new DomainError('conflict', message, { issues: [{ path: ['body', 'source'], message }] })
  if (spaceId === sourceId) throw refuse('A space can’t be a translation of itself')
  if ((await markOf(tx, organizationId, sourceId)) !== null)
    throw refuse('This space is a translation itself. Select its original')
  const own = await familyOf(tx, organizationId, spaceId)
  if (own.some(({ isSource }) => !isSource))
    throw refuse('A space with translations can’t become a translation')
}

async function expectSettings(tx: Tx, organizationId: string, { settings, language }: Mark): Promise<void> {
  if (settings === undefined) return
  const { languages } = await settingsById(tx, organizationId, settings)
  if (languages.includes(language)) return
  throw invalid([
    { path: ['body', 'language'], message: 'These translation settings don’t include this language' },
  ])
}

import type { Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { familyOf, markOf } from './queries.ts'

/**
 * Checks the new language of a space: among an original and its translations each language occurs once, and a
 * translation has one. Call it with the library locked.
 * @throws {DomainError} `conflict` at the field `language`
 */
export async function expectLanguage(
  tx: Tx,
  organizationId: string,
  spaceId: string,
  language: string | null,
): Promise<void> {
  const mark = await markOf(tx, organizationId, spaceId)
  if (language === null) {
    if (mark !== null) throw languageConflict('Select the language of the translation')
    return
  }
  const family = await familyOf(tx, organizationId, mark?.sourceSpaceId ?? spaceId)
  const taken = family.some((one) => one.id !== spaceId && !one.isDeleted && one.language === language)
  if (taken) throw languageConflict('The original or another translation already has this language')
}

export const languageConflict = (message: string): DomainError =>
  new DomainError('conflict', message, { issues: [{ path: ['body', 'language'], message }] })

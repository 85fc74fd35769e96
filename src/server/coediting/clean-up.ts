import type { Service } from '../context.ts'
import { deleteUnusedTexts, unsavedTexts } from './queries.ts'
import { saveText } from './save.ts'

/** How long the shared text of a page stays after the last edit, so that people who were away can continue with theirs. */
const LIFETIME_MS = 14 * 86_400_000
/** A text is saved within seconds, unless an instance was killed at the wrong moment. */
const UNSAVED_MS = 60_000

/** Saves texts that were left unsaved, and deletes those that no one has edited for long. */
export async function cleanUpTexts(service: Pick<Service, 'db' | 'jobs' | 'now' | 'newId'>): Promise<void> {
  const now = service.now().getTime()
  for (const ref of await unsavedTexts(service.db, new Date(now - UNSAVED_MS))) await saveText(service, ref)
  await deleteUnusedTexts(service.db, new Date(now - LIFETIME_MS))
}

import type { Db } from '../db/client.ts'
import { previewWith } from '../domain/site-customization/queries.ts'
import { type SiteState, triedState } from './state.ts'

/** The site that a key shows in looks nobody has saved; null for a key that is not known or has run out. */
export async function previewedState(db: Db, key: string, now: Date): Promise<SiteState | null> {
  const trial = await previewWith(db, key, now)
  if (trial === undefined) return null
  const { looks, siteSpaceId } = trial
  return triedState(db, trial, key, (saved) =>
    siteSpaceId === null
      ? { ...saved, site: looks }
      : { ...saved, spaces: new Map([...saved.spaces, [siteSpaceId, looks]]) },
  )
}

import { sql } from 'kysely'
import { api } from '#contract/api.ts'
import type { Db } from '#server/db/client.ts'
import { writeTogether } from '#server/db/write-together.ts'
import { indexWrites, type SearchablePage } from '#server/search/sections.ts'
import type { Call } from './service.ts'

export const SPACES = 10_000
/** Half of the pages are in one space, the others in these. */
const SPACES_WITH_PAGES = 100
const BATCH = 1_000
export type SearchLibrary = {
  readonly organizationId: string
  readonly spaceId: string
  readonly spaces: readonly string[]
}

/** An organization with 10,000 spaces, written to the tables directly. */
export async function seedSearchSpaces(call: Call, db: Db): Promise<SearchLibrary> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench search' } })
  const spaces = Array.from({ length: SPACES }, (_, i) => `benchspace${i}`)
  await sql`insert into space (organization_id, id, order_key, title, revision_id, created_at, updated_at)
    select ${organizationId}, id, 'a' || lpad(n::text, 6, '0'), 'Space ' || n, 'none', now(), now()
    from unnest(${spaces}::text[]) with ordinality as input (id, n)`.execute(db)
  return { organizationId, spaceId: spaces[0] ?? '', spaces: spaces.slice(0, SPACES_WITH_PAGES) }
}

/** Inserts the pages with these numbers with their searchable sections, as commits write them. */
export async function seedSearchPages(
  db: Db,
  library: SearchLibrary,
  from: number,
  to: number,
): Promise<void> {
  for (let first = from; first < to; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, to - first) }, (_, i) => first + i)
    const bySpace = Map.groupBy(numbers, (n) =>
      n % 2 === 0 ? library.spaceId : (library.spaces[(n * 7) % SPACES_WITH_PAGES] ?? ''),
    )
    await db.transaction().execute(async (tx) => {
      for (const [spaceId, some] of bySpace) {
        const at = { organizationId: library.organizationId, spaceId }
        await sql`insert into page (organization_id, space_id, page_id, type, slug, path, title, created_at, updated_at)
          select ${at.organizationId}, ${spaceId}, 'benchpage' || n, 'document', 'page-' || n, 'page-' || n, title, now(), now()
          from unnest(${some}::int[], ${some.map(titleOf)}::text[]) as input (n, title)`.execute(tx)
        for (const statement of indexWrites(at, some.map(pageOf))) await writeTogether(tx, statement)
      }
    })
  }
}

export const titleOf = (n: number): string => `${wordAt(n * 31)} ${wordAt(n * 17)} ${n}`

/** A page of 2 kB in four sections. One page in twenty contains each of the words `oftena` to `oftenh`. */
function pageOf(n: number): SearchablePage {
  const sections = Array.from({ length: 4 }, (_, part) => {
    const words = Array.from({ length: 70 }, (_, i) => wordAt(n * 997 + part * 131 + i * 7919))
    if (part === n % 4) words.push(`rare${Math.floor(n / 3)}x`)
    for (let i = 0; i < 8; i++) if (part === i % 4 && (n + i) % 20 < 1) words.splice(i, 0, often(i))
    const anchor = part === 0 ? '' : `part-${part}`
    return {
      level: part === 0 ? 0 : 2,
      anchor,
      title: part === 0 ? '' : `${wordAt(n + part)} part`,
      text: `Every page says common. ${words.join(' ')}`,
    }
  })
  return { page: `benchpage${n}`, title: titleOf(n), description: '', sections }
}

const often = (i: number): string => `often${'abcdefgh'[i]}`

/** One of 5,000 words, the first ones much more often, as in a language. */
function wordAt(seed: number): string {
  const random = ((Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) >>> 0) % 100_000) / 100_000
  const index = Math.floor(5_000 * random ** 3)
  return ['ba', 'ko', 'ri', 'mu', 'te', 'lo', 'sa', 'ni', 'pe', 'du'].reduce(
    (word, _, i, all) => (i < 4 ? word + (all[Math.floor(index / 10 ** i) % 10] ?? '') : word),
    '',
  )
}

import type { Db } from '#server/db/client.ts'

/** Follows the revisions of an organization through content objects and files, without any cache. */
export async function checkContent(
  db: Db,
  organizationId: string,
): Promise<{ readonly lost: readonly string[]; readonly unused: readonly string[] }> {
  const objects = await db
    .selectFrom('content_object')
    .select(['hash', 'kind', 'body'])
    .where('organization_id', '=', organizationId)
    .execute()
  const files = await db
    .selectFrom('file_blob')
    .select('hash')
    .where('organization_id', '=', organizationId)
    .execute()
  const roots = await db
    .selectFrom('revision')
    .select('root')
    .where('organization_id', '=', organizationId)
    .execute()
  const stored = new Map<string, string>()
  for (const { hash, kind, body } of objects)
    stored.set(hash.toString('base64url'), kind === 'text' ? '' : body)
  for (const { hash } of files) stored.set(hash, '')
  const reached = new Set<string>()
  const todo = roots.map(({ root }) => root.toString('base64url'))
  for (let hash = todo.pop(); hash !== undefined; hash = todo.pop()) {
    if (reached.has(hash)) continue
    reached.add(hash)
    todo.push(...hashesIn(stored.get(hash) ?? ''))
  }
  return {
    lost: [...reached].filter((hash) => !stored.has(hash)),
    unused: [...stored.keys()].filter((hash) => !reached.has(hash)),
  }
}

/** The hashes that a root or list refers to. */
function hashesIn(body: string): string[] {
  if (body === '') return []
  const found: string[] = []
  JSON.parse(body, (key: string, value: unknown) => {
    const isHash = typeof value === 'string' && (/^[\w-]{43}$/.test(value) || /^[0-9a-f]{64}$/.test(value))
    if (isHash && key !== 'title') found.push(value)
    return value
  })
  return found
}

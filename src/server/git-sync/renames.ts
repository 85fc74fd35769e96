/** Files that disappeared and appeared: hashes by path. */
type Files = ReadonlyMap<string, string>

/** Pairs whose texts are compared at most, since each takes the time to read two files. */
const MAX_COMPARISONS = 2000
/** Part of the lines that must be the same. */
const MIN_SIMILARITY = 0.5

/**
 * Former paths of files that were renamed, by their new paths: files with the same content, then texts that share at least
 * half of their lines, the most similar first.
 */
export async function renamedFiles(
  before: Files,
  after: Files,
  read: (oid: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const removed = new Map([...before].filter(([path]) => !after.has(path)))
  const added = new Map([...after].filter(([path]) => !before.has(path)))
  const renames = new Map<string, string>()
  const pair = (from: string, to: string) => {
    renames.set(to, from)
    removed.delete(from)
    added.delete(to)
  }
  for (const [to, oid] of [...added]) {
    const same = [...removed].filter(([from, known]) => known === oid && kindOf(from) === kindOf(to))
    const from = same.find(([path]) => nameOf(path) === nameOf(to)) ?? same[0]
    if (from !== undefined) pair(from[0], to)
  }
  for (const { from, to } of await similarPairs(removed, added, read))
    if (removed.has(from) && added.has(to)) pair(from, to)
  return renames
}

async function similarPairs(removed: Files, added: Files, read: (oid: string) => Promise<string>) {
  const texts = new Map<string, ReadonlyMap<string, number>>()
  const linesOf = async (oid: string) => {
    const known = texts.get(oid) ?? countedLines(await read(oid))
    texts.set(oid, known)
    return known
  }
  const pairs: { from: string; to: string; similarity: number }[] = []
  let comparisons = 0
  for (const [from, oldHash] of removed) {
    for (const [to, newHash] of added) {
      if (kindOf(from) !== 'text' || kindOf(to) !== 'text' || ++comparisons > MAX_COMPARISONS) continue
      const similarity = similarityOf(await linesOf(oldHash), await linesOf(newHash))
      if (similarity >= MIN_SIMILARITY) pairs.push({ from, to, similarity })
    }
  }
  return pairs.sort((a, b) => b.similarity - a.similarity)
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? ''
const kindOf = (path: string): string => (/\.(?:md|markdown|mdx)$/i.test(path) ? 'text' : 'file')

function countedLines(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed !== '') counts.set(trimmed, (counts.get(trimmed) ?? 0) + 1)
  }
  return counts
}

function similarityOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [line, count] of a) shared += Math.min(count, b.get(line) ?? 0)
  const larger = Math.max(sumOf(a), sumOf(b))
  return larger === 0 ? 0 : shared / larger
}

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  counts.values().reduce((sum, count) => sum + count, 0)

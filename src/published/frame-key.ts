import { createHash } from 'node:crypto'
import { memo } from './memo.ts'
import type { Tree } from './model.ts'

/** Identifies the printed frame around a page: the script replaces only what is inside while the key stays the same. */
export function frameKey(
  frame: object,
  parts: () => readonly string[],
  tree: Tree,
  connects: readonly string[] = [],
): string {
  const own = frameDigests.get(frame) ?? digestOf(parts().join('\n'))
  frameDigests.set(frame, own)
  // The content policy of a document cannot change, so pages that connect to other servers have another key.
  const policy = connects.length === 0 ? '' : `-${digestOf(connects.join(' '))}`
  return `${own}-${treeDigest(tree)}${policy}`
}

const frameDigests = new WeakMap<object, string>()

const treeDigest = memo((tree: Tree): string => digestOf(JSON.stringify(tree)))

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12)
